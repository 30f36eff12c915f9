// SPDX-License-Identifier: MIT
/// @file philox.h
/// Philox 4x32-10: four random words from a counter and a key, without state.
///
/// Source: J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011, section 3.3 and figure 3.
#pragma once

#include <array>
#include <cstdint>

namespace gemmscope::runtime::curand {

using Words = std::array<std::uint32_t, 4>;
using Key = std::array<std::uint32_t, 2>;

constexpr Words philox(Words counter, Key key) {
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t left = std::uint64_t{0xd2511f53} * counter[0], right = std::uint64_t{0xcd9e8d57} * counter[2];
    counter = {static_cast<std::uint32_t>(right >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(right),
               static_cast<std::uint32_t>(left >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(left)};
    key[0] += 0x9e3779b9;  // the golden ratio
    key[1] += 0xbb67ae85;  // the root of 3, less 1
  }
  return counter;
}

}  // namespace gemmscope::runtime::curand
