// SPDX-License-Identifier: MIT
#include "tracing/lockstep/byte_ranges.h"

#include <algorithm>

namespace gemmscope::lockstep {

std::optional<ByteRange> common(const ByteRanges& a, const ByteRanges& b) {
  if (a.empty() || b.empty()) return std::nullopt;
  const auto first_in = [](const ByteRanges& all, std::uint64_t at) {
    return std::ranges::upper_bound(all, at, {}, &ByteRange::end);
  };
  for (auto i = first_in(a, b.front().begin), j = first_in(b, a.front().begin); i != a.end() && j != b.end();) {
    const ByteRange both{std::max(i->begin, j->begin), std::min(i->end, j->end)};
    if (both.begin < both.end) return both;
    (i->end <= j->end) ? static_cast<void>(++i) : static_cast<void>(++j);
  }
  return std::nullopt;
}

const ByteRange* range_at(const ByteRanges& ranges, std::uint64_t byte) {
  const auto behind = std::ranges::upper_bound(ranges, byte, {}, &ByteRange::begin);
  if (behind == ranges.begin()) return nullptr;
  return byte < std::prev(behind)->end ? &*std::prev(behind) : nullptr;
}

}  // namespace gemmscope::lockstep
