// SPDX-License-Identifier: MIT
/// @file bases.h
/// What the costs of global requests depend on besides their template: where their bases are in a line of memory.
#pragma once

#include <algorithm>

#include "tracing/format/recording.h"

namespace gemmscope::format {

inline constexpr std::uint32_t kBasePeriod = 128;  ///< bytes of a line: bases as far apart as this cost the same

using Bases = std::array<std::uint32_t, kMaxGlobalTensors>;

/// Arrays in global memory: as many bases have a meaning.
inline std::size_t global_tensors(const Recording& recording) {
  return static_cast<std::size_t>(std::ranges::count(recording.tensors, Space::kGlobal, &Tensor::space));
}

/// Bit t: some row touches global tensor t.
inline std::uint32_t tensors_used(const Template& coded) {
  std::uint32_t used = 0;
  for (const Row& row : coded.rows)
    if (row.base != kSharedBase) used |= 1u << row.base;
  return used;
}

/// The bases of some tensors, mod 128: a byte each.
struct BaseKey {
  std::array<std::uint8_t, kMaxGlobalTensors> base{};
  friend constexpr auto operator<=>(const BaseKey&, const BaseKey&) = default;
};

/// The bases of the tensors in `used`. 0 for the others, so that they make no difference.
constexpr BaseKey base_key(std::uint32_t used, const Bases& base) {
  BaseKey key;
  for (std::size_t t = 0; t < base.size(); ++t)
    if ((used >> t & 1u) != 0) key.base[t] = static_cast<std::uint8_t>(base[t] % kBasePeriod);
  return key;
}

/// What shares the place: a template or a pattern.
struct PlaceKey {
  std::uint32_t owner = 0;
  BaseKey bases{};
  friend constexpr auto operator<=>(const PlaceKey&, const PlaceKey&) = default;
};

}  // namespace gemmscope::format
