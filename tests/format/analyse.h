// SPDX-License-Identifier: MIT
/// @file analyse.h
/// Everything that the program works out about a recording when a person opens a file.
#pragma once

#include <cstdint>

#include "tracing/format/recording.h"

namespace gemmscope::format::testing {

/// Runs every analysis on every block and warp; a sanitizer finds what it should not touch. Returns something that
/// depends on all results.
std::uint64_t analyse(const Recording& recording);

/// The part that depends on the parameters alone.
std::uint64_t analyse_tiling(const Recording& recording);

}  // namespace gemmscope::format::testing
