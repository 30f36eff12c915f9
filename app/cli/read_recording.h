// SPDX-License-Identifier: MIT
/// @file read_recording.h
/// Recordings for commands, which say on standard error why something takes long.
#pragma once

#include <filesystem>

#include "tracing/analysis/check.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// format::read_file. A recording that may take far more memory than its file has bytes is told before it is read.
[[nodiscard]] Result<format::Recording> read_recording(const std::filesystem::path& file);

/// analysis::check, with its time beside that after which it stops, on a terminal.
[[nodiscard]] analysis::CheckResult check_with_progress(const format::Recording& recording);

}  // namespace gemmscope::cli
