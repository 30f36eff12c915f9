// SPDX-License-Identifier: MIT
/// @file marks.h
/// A bit for each element of an array, or for each piece of it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace gemmscope::analysis {

/// A bit for each number from `begin` to before `end`: memory of an eighth of a byte each.
class Marks {
 public:
  Marks(std::uint64_t begin, std::uint64_t end) : begin_(begin), end_(end), bits_((end - begin + 63) / 64) {}

  bool covers(std::uint64_t n) const { return begin_ <= n && n < end_; }
  /// `n` is covered. False if it was set before.
  bool set(std::uint64_t n) {
    std::uint64_t& word = bits_[(n - begin_) / 64];
    const std::uint64_t bit = std::uint64_t{1} << (n - begin_) % 64, before = word;
    word |= bit;
    return (before & bit) == 0;
  }
  bool has(std::uint64_t n) const { return (bits_[(n - begin_) / 64] >> (n - begin_) % 64 & 1u) != 0; }

  /// Sets `count` numbers from `first`, as far as they are covered. Cost: some ns for each 64.
  void set(std::uint64_t first, std::uint64_t count) {
    over(first, count, [&](std::size_t word, std::uint64_t mask) { return bits_[word] |= mask, true; });
  }
  /// Whether one of them is set.
  bool any(std::uint64_t first, std::uint64_t count) const {
    return !over(first, count, [&](std::size_t word, std::uint64_t mask) { return (bits_[word] & mask) == 0; });
  }
  /// Calls visit(first, count) for each stretch of numbers that are set, ascending and apart.
  void for_each_stretch(const auto& visit) const {
    const std::uint64_t size = end_ - begin_;
    for (std::uint64_t first = next(0, true); first < size;) {
      const std::uint64_t end = next(first, false);
      visit(begin_ + first, end - first);
      first = next(end, true);
    }
  }
  std::size_t words() const { return bits_.size(); }

 private:
  /// Calls visit(word, mask) for the words that have them, until it returns false; then returns false.
  bool over(std::uint64_t first, std::uint64_t count, const auto& visit) const {
    std::uint64_t at = std::clamp(first, begin_, end_) - begin_;
    const std::uint64_t end = std::clamp(first + count, begin_, end_) - begin_;
    while (at < end) {
      const std::uint64_t bits = std::min(64 - at % 64, end - at);
      const std::uint64_t mask = (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1) << at % 64;
      if (!visit(static_cast<std::size_t>(at / 64), mask)) return false;
      at += bits;
    }
    return true;
  }
  /// The first from `at` that is set, or is not; their number if there is none.
  std::uint64_t next(std::uint64_t at, bool set) const {
    const std::uint64_t size = end_ - begin_;
    while (at < size) {
      const std::uint64_t word = set ? bits_[at / 64] : ~bits_[at / 64], left = word >> at % 64;
      if (left != 0) return std::min(size, at + static_cast<std::uint64_t>(std::countr_zero(left)));
      at += 64 - at % 64;
    }
    return size;
  }

  std::uint64_t begin_, end_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace gemmscope::analysis
