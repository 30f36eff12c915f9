// SPDX-License-Identifier: MIT
/// @file columns.h
/// Numbers as columns of bytes that a general compressor does well on.
///
/// A column of n integers of w bytes is stored as n zigzag-coded differences, first all their lowest bytes, then all
/// second bytes, and so on (n * w bytes in all). What goes up steadily, as addresses do, becomes runs of equal bytes.
///
///   difference   d = v[i] - v[i-1] mod 2^(8w), v[-1] = 0
///   zigzag       z = (d << 1) ^ (d negative ? all ones : 0)       0 -1 1 -2 2 .. become 0 1 2 3 4 ..
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gemmscope::format {

template <std::unsigned_integral T>
constexpr T zigzag(T difference) {
  const bool negative = (difference >> (8 * sizeof(T) - 1) & 1u) != 0;
  return static_cast<T>(static_cast<T>(difference << 1) ^ static_cast<T>(negative ? ~T{0} : T{0}));
}
template <std::unsigned_integral T>
constexpr T unzigzag(T coded) {
  return static_cast<T>(static_cast<T>(coded >> 1) ^ static_cast<T>((coded & 1u) != 0 ? ~T{0} : T{0}));
}

/// Appends little-endian numbers and columns.
class ByteWriter {
 public:
  template <std::unsigned_integral T>
  void number(T value) {
    for (std::size_t b = 0; b < sizeof(T); ++b) bytes_.push_back(static_cast<std::byte>(value >> (8 * b) & 0xffu));
  }
  /// A column of the n numbers value(0) .. value(n-1), called in this order.
  template <std::unsigned_integral T, class Value>
  void column(std::size_t n, Value value) {
    const std::size_t first = bytes_.size();
    bytes_.insert(bytes_.end(), n * sizeof(T), std::byte{0});
    T before = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const T v = value(i);
      const T coded = zigzag(static_cast<T>(v - before));
      before = v;
      for (std::size_t b = 0; b < sizeof(T); ++b)
        bytes_[first + b * n + i] = static_cast<std::byte>(coded >> (8 * b) & 0xffu);
    }
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads a column's numbers one after the other, from where they are.
template <std::unsigned_integral T>
class Column {
 public:
  Column() = default;  ///< zeros
  explicit Column(std::span<const std::byte> bytes) : bytes_(bytes), n_(bytes.size() / sizeof(T)) {}
  T next() {
    if (at_ >= n_) return 0;
    T coded = 0;
    for (std::size_t b = 0; b < sizeof(T); ++b)
      coded = static_cast<T>(coded | std::to_integer<T>(bytes_[b * n_ + at_]) << (8 * b));
    ++at_;
    return before_ = static_cast<T>(before_ + unzigzag(coded));
  }

 private:
  std::span<const std::byte> bytes_{};
  std::size_t n_ = 0, at_ = 0;
  T before_ = 0;
};

/// Reads what a ByteWriter wrote. After the first read beyond the end it is failed and gives zeros and empty columns.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <std::unsigned_integral T>
  T number() {
    T value = 0;
    if (!has(1, sizeof(T))) return value;
    for (std::size_t b = 0; b < sizeof(T); ++b)
      value = static_cast<T>(value | std::to_integer<T>(bytes_[b]) << (8 * b));
    bytes_ = bytes_.subspan(sizeof(T));
    return value;
  }
  /// A column of n numbers, which stay where they are; an empty one, if not all are there.
  template <std::unsigned_integral T>
  Column<T> numbers(std::size_t n) {
    if (!has(n, sizeof(T))) return {};
    const auto bytes = bytes_.first(n * sizeof(T));
    bytes_ = bytes_.subspan(n * sizeof(T));
    return Column<T>(bytes);
  }
  /// The same, copied. Allocates only if all n numbers are there.
  template <std::unsigned_integral T>
  std::vector<T> column(std::size_t n) {
    std::vector<T> values;
    if (!has(n, sizeof(T))) return values;
    Column<T> from = numbers<T>(n);
    values.resize(n);
    for (T& value : values) value = from.next();
    return values;
  }
  bool failed() const { return failed_; }
  /// Whether everything was read and nothing is left.
  bool finished() const { return !failed_ && bytes_.empty(); }

 private:
  bool has(std::size_t n, std::size_t size) {
    failed_ = failed_ || n > bytes_.size() / size;
    return !failed_;
  }

  std::span<const std::byte> bytes_;
  bool failed_ = false;
};

}  // namespace gemmscope::format
