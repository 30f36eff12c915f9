// SPDX-License-Identifier: MIT
/// @file line_words.h
/// Which line an access stands on, and which line calls the function that has it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::words {

/// "line 13"; "line 13, called in line 18"; "line 7 of tile.cuh, called in line 40".
std::string line_in_words(const format::Recording& recording, const format::Site& site);
/// The same for Site::line and Site::called.
std::string line_in_words(const format::Recording& recording, std::uint32_t line,
                          std::span<const format::Place> called);

/// The lines of several sites, in order: "line 80", "lines 65-68, 70", "line 13 (called in 18, 21)",
/// "tile.cuh:7 (called in 40)".
std::string lines_in_words(const format::Recording& recording, std::span<const std::uint16_t> sites);

}  // namespace gemmscope::words
