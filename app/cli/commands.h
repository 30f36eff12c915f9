// SPDX-License-Identifier: MIT
/// @file commands.h
/// The commands. Each is defined in the file of its name; commands.cpp is the table.
#pragma once

#include "app/cli/command.h"

namespace gemmscope::cli {

Action open_command(CLI::App& app);
Action list_command(CLI::App& app);
Action record_command(CLI::App& app);
Action run_command(CLI::App& app);
Action compare_command(CLI::App& app);
Action check_command(CLI::App& app);
Action report_command(CLI::App& app);
Action sweep_command(CLI::App& app);
Action verify_command(CLI::App& app);
Action bench_command(CLI::App& app);
Action render_command(CLI::App& app);

/// `gemmscope` alone: the window on a fresh recording.
Result<Verdict> open_window(std::ostream& out);

}  // namespace gemmscope::cli
