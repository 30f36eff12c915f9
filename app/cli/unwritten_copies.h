// SPDX-License-Identifier: MIT
/// @file unwritten_copies.h
/// The unwritten parts of an array, in the elements and rows that a recording knows for it.
#pragma once

#include <string>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/runtime/program_log.h"

namespace gemmscope::cli {

/// ": 9,216 of its 10,000 elements are written, rows 96 to 99 and columns 96 to 99 are not". Empty: no recording has
/// the array.
[[nodiscard]] std::string unwritten_in_words(const runtime::ProgramNote& note,
                                             const std::vector<format::Recording>& recordings);

}  // namespace gemmscope::cli
