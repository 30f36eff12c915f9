// SPDX-License-Identifier: MIT
/// @file bases.h
/// What the costs of global requests depend on besides their template: where their bases lie in a line of memory.
#pragma once

#include "tracing/format/recording.h"

namespace gemmscope::format {

inline constexpr std::uint32_t kBasePeriod = 128;  ///< bytes of a line: bases as far apart as this cost the same

using Bases = std::array<std::uint32_t, kMaxGlobalTensors>;

/// Bit t: some row touches global tensor t.
inline std::uint32_t tensors_used(const Template& coded) {
  std::uint32_t used = 0;
  for (const Row& row : coded.rows)
    if (row.base != kSharedBase) used |= 1u << row.base;
  return used;
}

/// The bases of the tensors in `used`, mod 128; 7 bits each. 0 for the others, so that they make no difference.
constexpr std::uint32_t base_key(std::uint32_t used, const Bases& base) {
  std::uint32_t key = 0;
  for (std::size_t t = 0; t < base.size(); ++t)
    if ((used >> t & 1u) != 0) key |= base[t] % kBasePeriod << (7 * t);
  return key;
}

/// The base of one tensor in a key.
constexpr std::uint32_t base_from_key(std::uint32_t key, std::uint8_t tensor) {
  return key >> (7 * tensor) & (kBasePeriod - 1);
}

}  // namespace gemmscope::format
