// SPDX-License-Identifier: MIT
/// @file warp_access.h
/// One memory instruction of one warp, as the models of this folder see it.
///
/// A recording's Request says where an access came from (site, k-tile, step); a WarpAccess is only what its cost
/// depends on. It is a plain value of 136 bytes, so that tests can write one down and static_assert on its cost.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

inline constexpr int kLanes = format::kLanes;                          ///< lanes of a warp
inline constexpr int kBanks = 32;                                      ///< banks of shared memory
inline constexpr int kBankBytes = 4;                                   ///< bytes a bank delivers per wavefront
inline constexpr std::uint64_t kWavefrontBytes = kBanks * kBankBytes;  ///< what a wavefront can move at most
inline constexpr std::uint32_t kAllLanes = 0xffffffff;

/// kLoadMatrix is ldmatrix: lane l gives the address of a 16-byte row, lanes 8i .. 8i+7 those of 8x8 matrix i.
/// kAtomic: any atomic operation but kCount, adding the constant 1 without using the old value, and kCompareSwap.
enum class Instruction : std::uint8_t { kLoad, kStore, kLoadMatrix, kAtomic, kCount, kCompareSwap };

/// The 32 lanes of one instruction.
struct WarpAccess {
  Instruction instruction = Instruction::kLoad;
  std::uint8_t width = 4;          ///< bytes per lane: 1, 2, 4, 8, 16
  std::uint32_t mask = kAllLanes;  ///< bit l: lane l takes part
  /// Bytes; in global memory, from a boundary of sectors and lines. Any value for lanes outside mask.
  std::array<std::uint32_t, kLanes> address{};

  constexpr bool active(int lane) const { return (mask >> lane & 1u) != 0; }
};

/// Lanes whose address is not a multiple of the width. The hardware faults on any of these, so the request has no cost.
///
/// Returns  bit l set if lane l is active and misaligned; 0 for a request that can run.
[[nodiscard]] constexpr std::uint32_t misaligned_lanes(const WarpAccess& access) {
  std::uint32_t lanes = 0;
  for (int lane = 0; lane < kLanes; ++lane)
    if (access.active(lane) && access.address[static_cast<std::size_t>(lane)] % access.width != 0) lanes |= 1u << lane;
  return lanes;
}

/// What a site's instruction is to the models. A loop counts as one plain operation.
[[nodiscard]] constexpr Instruction instruction_of(const format::Site& site) {
  if (site.op == format::Op::kLoad) return Instruction::kLoad;
  if (site.op == format::Op::kStore) return Instruction::kStore;
  switch (site.atomic) {
    case format::Atomic::kCount: return Instruction::kCount;
    case format::Atomic::kCompareSwap: return Instruction::kCompareSwap;
    default: return Instruction::kAtomic;
  }
}

/// The access of lanes `mask` at `lanes` + `base`: bytes of the site's tensor, which begins where the recording says.
[[nodiscard]] inline WarpAccess warp_access(const format::Recording& recording, std::uint16_t site, std::uint32_t mask,
                                            std::span<const std::uint32_t, kLanes> lanes, std::uint32_t base = 0) {
  const format::Site& s = recording.sites[site];
  WarpAccess access{.instruction = instruction_of(s), .width = s.width, .mask = mask, .address = {}};
  const std::uint32_t from = recording.tensors[s.tensor].from_boundary(base);
  for (std::size_t lane = 0; lane < kLanes; ++lane) access.address[lane] = from + lanes[lane];
  return access;
}

/// The access of row `row` of a template, moved by `base` (0 for shared memory).
[[nodiscard]] inline WarpAccess warp_access(const format::Recording& recording, const format::Template& coded,
                                            std::size_t row, std::uint32_t base = 0) {
  return warp_access(recording, coded.rows[row].site, coded.rows[row].mask, coded.lanes(row), base);
}

/// The access of a decoded request.
[[nodiscard]] inline WarpAccess warp_access(const format::Recording& recording, const format::Request& request) {
  return warp_access(recording, request.site, request.mask, std::span<const std::uint32_t, kLanes>(request.address));
}

}  // namespace gemmscope::analysis
