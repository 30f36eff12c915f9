// SPDX-License-Identifier: MIT
/// @file own_program.h
/// What `gemmscope open my.cu` does with the program each time that it is saved.
#pragma once

#include <string>
#include <vector>

#include "app/cli/run_backend.h"
#include "app/session/program_queue.h"
#include "tracing/format/result.h"

namespace CLI {
class App;
}

namespace gemmscope::cli {

/// What names a file, or a program, and then the program's arguments; behind "--", they may begin with '-'.
void add_command_option(CLI::App& app, const std::string& name, const std::string& help,
                        std::vector<std::string>& command);

/// --as-written: see ToCompile::as_written.
void add_as_written(CLI::App& app, bool& as_written);

/// Compiles, runs and records as `gemmscope run`, but leaves nothing on disk. `command`: a .cu file and the program's
/// arguments. What compiler and program say goes to standard error, too, once they have ended.
///
/// Errors  kBadFile: the file does not exist; kNoDevice as of emulator().
[[nodiscard]] Result<session::ProgramRunner> own_program(std::vector<std::string> command);
/// `wishes`: what of it is recorded, as the runtime reads it (tracing/runtime/variables.h). `as_written`:
/// ToCompile::as_written.
[[nodiscard]] Result<session::ProgramRunner> own_program(std::vector<std::string> command, Variables wishes,
                                                         bool as_written = false);

/// Writes a program to begin with: the naive kernel. Errors: kUsage if the file exists or its name does not end in .cu;
/// those of writing it.
[[nodiscard]] Result<void> write_first_program(const std::string& path);

}  // namespace gemmscope::cli
