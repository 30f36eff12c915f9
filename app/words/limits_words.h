// SPDX-License-Identifier: MIT
/// @file limits_words.h
/// What limits a kernel, as sentences and formulas.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/limits.h"

namespace gemmscope::words {

/// "4 194 304", "2.12 ms": `cycles` of the SMs' clock.
std::string cycles_in_words(double cycles);
std::string time_in_words(double cycles, const analysis::Machine& machine);

/// How a limit is computed, with the numbers put in: "2^36 multiply-adds x 8 of 1 024 blocks / 128 per cycle".
std::string limit_formula(const analysis::Limits& limits, analysis::LimitBy by, const analysis::Machine& machine);

/// "At least 2.12 ms, because of multiply-adds: at most 64 891 GFLOP/s".
std::string bound_in_words(const format::Recording& recording, const analysis::Limits& limits,
                           const analysis::Machine& machine);
/// "56 % of that" for a measured rate of 0.56 of the bound's; why it can be more than all of it.
std::string reached_in_words(const format::Recording& recording, double share);

/// "8 blocks x 4 warps = 32 resident warps per SM, limited by registers", or an upper bound where registers are not
/// known. Of a launch with too few blocks for that: what the busiest SM has, and what it has room for. Empty without
/// Limits::resident.
std::string resident_in_words(const analysis::Limits& limits, std::uint32_t warps_of_block);

/// FLOP per byte of one memory: its name, the number, and how it is computed. Reuse has those of shared and global
/// memory, too.
struct FlopPerByteOf {
  std::string where;    ///< "shared memory"
  std::string value;    ///< "2.56"
  std::string formula;  ///< "137 438 953 472 FLOP / (419 430 400 wavefronts x 128 bytes)"

  std::string text() const { return where + ": " + value + " = " + formula; }
};
/// FLOP per byte of shared memory, of shared memory and L1, of global memory, and if each element moves once. Those
/// without a byte are left out.
std::vector<FlopPerByteOf> flop_per_byte_in_words(const analysis::Work& work);

/// What the model leaves out, a sentence each.
std::vector<std::string> left_out_of_limits(const format::Recording& recording, const analysis::Limits& limits);

}  // namespace gemmscope::words
