// SPDX-License-Identifier: MIT
/// @file hash.h
/// Hashes of what a recording is made of, to find equal ones fast. Only ever compared inside one process.
#pragma once

#include <cstdint>

#include "tracing/format/recording.h"

namespace gemmscope::record {

inline constexpr std::uint64_t kHashSeed = 0x9e3779b97f4a7c15;

/// One multiply-xorshift step.
inline std::uint64_t hash_mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * kHashSeed;
  return hash ^ hash >> 29;
}

inline std::uint64_t hash_of(const format::Template& t) {
  std::uint64_t hash = hash_mix(kHashSeed, t.rows.size());
  for (const format::Row& r : t.rows) {
    hash = hash_mix(hash, std::uint64_t{r.mask} << 32 | std::uint32_t{r.site} << 16 | r.step);
    hash = hash_mix(hash, std::uint64_t{r.bulk} << 1 | std::uint64_t{r.continues});
    hash = hash_mix(hash, std::uint64_t{r.k_tile} << 16 | static_cast<std::uint32_t>(r.phase) << 8 | r.base |
                              std::uint64_t{r.after_syncwarp} << 32 | std::uint64_t{r.unused} << 33 |
                              std::uint64_t{r.origin_byte} << 40 | std::uint64_t{r.origin} << 48);
  }
  for (const format::OriginPart& p : t.parts)
    hash = hash_mix(hash, std::uint64_t{p.row} << 32 | std::uint64_t{p.origin} << 16 | std::uint64_t{p.computed} << 63 |
                              std::uint32_t{p.origin_byte} << 8 | std::uint32_t{p.first} << 4 | p.bytes);
  for (const std::uint32_t a : t.addresses) hash = hash_mix(hash, a);
  return hash;
}

inline std::uint64_t hash_of(const format::Pattern& p) {
  std::uint64_t hash = hash_mix(kHashSeed, p.segments.size());
  for (const format::Segment& s : p.segments) {
    hash = hash_mix(hash, std::uint64_t{s.warp} << 32 | s.interval);
    hash = hash_mix(hash, std::uint64_t{s.template_id} << 32 | s.k_tile);
    for (const std::uint32_t b : s.base) hash = hash_mix(hash, b);
  }
  for (const std::uint32_t line : p.barrier_lines) hash = hash_mix(hash, line);
  for (const format::SyncEvent& e : p.sync_events) {
    hash = hash_mix(hash, std::uint64_t{e.request} << 32 | e.interval);
    hash = hash_mix(hash, std::uint64_t{e.lanes} << 32 | e.warp << 3 | static_cast<std::uint32_t>(e.kind));
    hash = hash_mix(hash, e.pending);
  }
  return hash;
}

}  // namespace gemmscope::record
