// SPDX-License-Identifier: MIT
/// @file byte_ranges.h
/// Bytes of memory, and how a launch, a copy or a fill touches them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace gemmscope::lockstep {

/// Bytes [begin, end).
struct ByteRange {
  std::uint64_t begin = 0, end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};
/// In order, with a gap behind each.
using ByteRanges = std::vector<ByteRange>;

/// How bytes are touched.
enum class Way : std::uint8_t {
  kLoad,
  kStore,
  kAtomic,  ///< does not race with others of its kind
  kSignal,  ///< by accesses that make an order themselves, so that nothing is claimed about them: volatile, acquire, ..
};
inline constexpr std::size_t kWays = 4;
using TouchedBytes = std::array<ByteRanges, kWays>;

/// The first bytes that are in both; nothing: there are none.
[[nodiscard]] std::optional<ByteRange> common(const ByteRanges& a, const ByteRanges& b);
/// The range that has the byte; null: none has.
[[nodiscard]] const ByteRange* range_at(const ByteRanges& ranges, std::uint64_t byte);

}  // namespace gemmscope::lockstep
