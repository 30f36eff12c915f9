// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/ranges.h"

#include <algorithm>
#include <bit>

namespace gemmscope::analysis {
namespace {

using format::Range;

constexpr std::uint32_t kBits = 64;   ///< of a word
constexpr std::size_t kFewWords = 4;  ///< for each range: then a bit for each number is faster than sorting

Ranges joined_in_order(const std::vector<Range>& all) {
  Ranges joined;
  for (const Range& each : all)
    if (!joined.empty() && each.begin <= joined.back().end)
      joined.back().end = std::max(joined.back().end, each.end);
    else
      joined.push_back(each);
  return joined;
}

/// Bit i of the result: number first + i is in one of the ranges.
std::vector<std::uint64_t> bits_of(const std::vector<Range>& all, std::uint32_t first, std::size_t words) {
  std::vector<std::uint64_t> bits(words, 0);
  for (const Range& each : all)
    for (std::uint32_t at = each.begin - first, end = each.end - first; at < end;) {
      const std::uint32_t size = std::min(end - at, kBits - at % kBits);
      bits[at / kBits] |= (~std::uint64_t{0} >> (kBits - size)) << at % kBits;
      at += size;
    }
  return bits;
}

/// The next number from `at` on whose bit is `value`, or the end.
std::uint32_t next(const std::vector<std::uint64_t>& bits, std::uint32_t at, bool value) {
  for (std::size_t word = at / kBits; word < bits.size(); ++word, at = static_cast<std::uint32_t>(word) * kBits) {
    const std::uint64_t rest = (value ? bits[word] : ~bits[word]) >> at % kBits;
    if (rest != 0) return at + static_cast<std::uint32_t>(std::countr_zero(rest));
  }
  return static_cast<std::uint32_t>(bits.size()) * kBits;
}

}  // namespace

Ranges joined(std::vector<Range> all) {
  std::erase_if(all, [](const Range& each) { return each.begin >= each.end; });  // beyond 32 bits, in a damaged file
  if (std::ranges::is_sorted(all, {}, &Range::begin)) return joined_in_order(all);
  const std::uint32_t first = std::ranges::min(all, {}, &Range::begin).begin;
  const std::uint32_t end = std::ranges::max(all, {}, &Range::end).end;
  const std::size_t words = (end - first) / kBits + 1;
  if (words > kFewWords * all.size()) {
    std::ranges::sort(all, {}, &Range::begin);
    return joined_in_order(all);
  }
  const std::vector<std::uint64_t> bits = bits_of(all, first, words);
  Ranges joined;
  const auto past = static_cast<std::uint32_t>(words * kBits);
  for (std::uint32_t at = next(bits, 0, true); at < past; at = next(bits, joined.back().end - first, true))
    joined.push_back({first + at, first + next(bits, at, false)});
  return joined;
}

}  // namespace gemmscope::analysis
