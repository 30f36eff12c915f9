// SPDX-License-Identifier: MIT
/// @file statement_mark.h
/// How a comment of a recorded program's source begins that is meant for gemmscope: shapes (analysis/given_shape.h),
/// tiles (analysis/tiles/said.h), presets (cxx/presets.h), ranges (cxx/ranges.h) and arguments (cxx/said_arguments.h).
#pragma once

#include <string_view>

namespace gemmscope::format {

inline constexpr std::string_view kStatementMark = "// gemmscope:";

}  // namespace gemmscope::format
