// SPDX-License-Identifier: MIT
/// @file coalescing.h
/// How many 32-byte sectors and 128-byte lines one global-memory request touches, and how much of them it uses.
///
/// Equals the sector counter of an H200 for all 48 requests measured on it. Does not model caches: a sector counts
/// once per request, wherever it comes from.
#pragma once

#include <bit>

#include "tracing/analysis/warp_access.h"

namespace gemmscope::analysis {

inline constexpr std::uint32_t kSectorBytes = 32;
inline constexpr std::uint32_t kLineBytes = 128;

/// A touched sector.
struct SectorUse {
  std::uint32_t sector = 0;  ///< address / 32
  std::uint32_t bytes = 0;   ///< bit b: byte b of the sector is asked for; all ones = fully used

  constexpr bool whole() const { return bytes == 0xffffffff; }
};

struct GlobalCost {
  std::uint32_t misaligned = 0;   ///< lanes that make the request a fault; nothing is counted then
  std::uint8_t sector_count = 0;  ///< entries of `sectors`
  std::uint8_t lines = 0;
  std::uint16_t useful_bytes = 0;           ///< distinct bytes asked for
  std::array<SectorUse, kLanes> sectors{};  ///< in order of the first lane that touches them

  constexpr int ideal_sectors() const { return static_cast<int>((useful_bytes + kSectorBytes - 1) / kSectorBytes); }
  constexpr int ideal_lines() const { return static_cast<int>((useful_bytes + kLineBytes - 1) / kLineBytes); }
  /// ideal / touched sectors, 1 for a request that touches none. This is the efficiency of reports.
  constexpr double efficiency() const { return sector_count == 0 ? 1 : double(ideal_sectors()) / sector_count; }
  /// Used / moved bytes: below `efficiency` where not even the ideal request fills its last sector.
  constexpr double byte_efficiency() const {
    return sector_count == 0 ? 1 : double(useful_bytes) / (double(kSectorBytes) * sector_count);
  }
};

/// Counts the sectors and lines of one global-memory request.
///
/// Rule     distinct 32-byte sectors and 128-byte lines touched by active lanes; ideal = ceil(distinct bytes / 32),
///          resp. / 128.
/// Units    addresses in bytes from any multiple of 128 in memory: counts depend on them only through differences and
///          the remainder mod 128.
/// Returns  all zero but `misaligned` if an active lane's address is not a multiple of the width.
/// Cost     about 0.1 us, no allocation.
/// Source   l1tex__t_sectors in tests/data/h200_requests.csv.
/// Example  32 lanes of 16 B in a row: 16 sectors, 4 lines, efficiency 1; 32 B apart: 32 sectors, efficiency 0.5.
[[nodiscard]] constexpr GlobalCost global_cost(const WarpAccess& access) {
  GlobalCost cost;
  cost.misaligned = misaligned_lanes(access);
  if (cost.misaligned != 0) return cost;

  const std::uint32_t run = 0xffffffffu >> (kSectorBytes - access.width);  // `width` ones
  for (std::uint32_t left = access.mask; left != 0; left &= left - 1) {
    const std::uint32_t address = access.address[static_cast<std::size_t>(std::countr_zero(left))];
    const std::uint32_t sector = address / kSectorBytes;
    std::size_t place = 0;
    bool line_seen = false;
    for (; place < cost.sector_count && cost.sectors[place].sector != sector; ++place)
      line_seen |= cost.sectors[place].sector / 4 == sector / 4;
    if (place == cost.sector_count) {
      cost.sectors[place].sector = sector;
      ++cost.sector_count;
      cost.lines = static_cast<std::uint8_t>(cost.lines + !line_seen);
    }
    cost.sectors[place].bytes |= run << address % kSectorBytes;
  }
  for (std::size_t s = 0; s < cost.sector_count; ++s)
    cost.useful_bytes = static_cast<std::uint16_t>(cost.useful_bytes + std::popcount(cost.sectors[s].bytes));
  return cost;
}

}  // namespace gemmscope::analysis
