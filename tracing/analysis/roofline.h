// SPDX-License-Identifier: MIT
/// @file roofline.h
/// FLOP per byte and FLOP per second: where a kernel is under the roofs of a GPU.
///
/// A roof is a bandwidth: a kernel with x FLOP for each byte that it moves there cannot exceed x * bandwidth. Bytes are
///   wavefronts  128 for each wavefront of shared memory and of loads in L1 (limits.h)
///   sectors     32 for each sector of each request, against L2: a roof only if no load finds its sector in L1
///   once        each element of A, B and C once, the compulsory traffic, against DRAM
///
/// Source   S. Williams, A. Waterman and D. Patterson, "Roofline", CACM 52 (2009); several levels: C. Yang et al.,
///          "Hierarchical Roofline Analysis", 2020.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/limits.h"

namespace gemmscope::analysis {

enum class Roof : std::uint8_t { kWavefronts, kSectors, kOnce };
inline constexpr int kRoofs = 3;
std::string_view name_of(Roof roof);  ///< "shared memory and L1", "L2", "DRAM"

/// GB/s of a roof.
[[nodiscard]] double bandwidth_of(Roof roof, const Machine& machine);

/// One kernel. What is modelled and what was measured stay apart.
struct RooflinePoint {
  std::string kernel, layout;  ///< layout as `record --set` takes it; empty: default
  std::uint32_t M = 0, N = 0, K = 0;
  std::array<std::optional<double>, kRoofs> flop_per_byte{};  ///< [Roof], modelled; nullopt if no bytes are moved there
  double attainable = 0;                                      ///< GFLOP/s of the bound, modelled
  LimitBy bound = LimitBy::kMultiplyAdds;
  bool narrow_loads = false;       ///< the machine code may do less than what is modelled (narrow_loads.h)
  std::optional<double> measured;  ///< GFLOP/s
};

/// The point that follows from limits that are there (Limits::missing); kernel and size are the recording's, layout and
/// `measured` empty.
[[nodiscard]] RooflinePoint roofline_point(const format::Recording& recording, const Limits& limits,
                                           const Machine& machine);

}  // namespace gemmscope::analysis
