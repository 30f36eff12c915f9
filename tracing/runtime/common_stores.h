// SPDX-License-Identifier: MIT
/// @file common_stores.h
/// Whether two threads of a block store to one place between two barriers: if they store the same value, that is no
/// error, so the values are needed (lockstep::StoredValues).
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "tracing/lockstep/launch.h"

namespace gemmscope::runtime {

class CommonStores {
 public:
  /// At a barrier of the block, and where a block begins.
  void begin_interval() { threads_.clear(); }
  /// A store request of a warp: each of `lanes` stores `bytes` bytes at byte `at` of the array.
  void add(std::uint32_t array, std::uint32_t warp, lockstep::Mask lanes, std::uint32_t bytes,
           std::span<const std::uint32_t, lockstep::kLanes> at) {
    for (; lanes != 0 && !any_; lanes &= lanes - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
      const std::uint32_t thread = warp * lockstep::kLanes + lane;
      const std::uint32_t last = (at[lane] + bytes - 1) / kWord;
      for (std::uint32_t word = at[lane] / kWord; word <= last; ++word) {
        const std::uint64_t place = (std::uint64_t{array} << 32 | word) << 2 | (bytes < kWord ? at[lane] % kWord : 0);
        any_ = any_ || threads_.try_emplace(place, thread).first->second != thread;
      }
      any_ = any_ || threads_.size() > kMost;
    }
  }
  /// True also where there are too many places to know.
  [[nodiscard]] bool any() const { return any_; }

 private:
  static constexpr std::uint32_t kWord = 4;                   // bytes; narrower stores are compared byte by byte
  static constexpr std::size_t kMost = std::size_t{1} << 20;  // places, of some 50 bytes each
  std::unordered_map<std::uint64_t, std::uint32_t> threads_;  ///< that stored there, by place
  bool any_ = false;
};

}  // namespace gemmscope::runtime
