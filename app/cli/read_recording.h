// SPDX-License-Identifier: MIT
/// @file read_recording.h
/// Recordings for commands, which explain on standard error why something takes long.
#pragma once

#include <filesystem>

#include "tracing/analysis/check.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// format::read_file. If a recording may take far more memory than its file has bytes, this is reported before it is
/// read.
[[nodiscard]] Result<format::Recording> read_recording(const std::filesystem::path& file);

/// analysis::check; on a terminal, with its time and the time after which it stops.
[[nodiscard]] analysis::CheckResult check_with_progress(const format::Recording& recording);

}  // namespace gemmscope::cli
