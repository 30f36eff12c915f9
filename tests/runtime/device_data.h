// SPDX-License-Identifier: MIT
/// @file device_data.h
/// Numbers in the emulated device's memory, for the stand-ins' tests.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tracing/runtime/runtime.h"

namespace gemmscope::runtime {

template <class T>
class Device {
 public:
  explicit Device(const std::vector<T>& data)
      : data_(reinterpret_cast<T*>(runtime().memory.allocate(data.size() * sizeof(T)))), size_(data.size()) {
    std::ranges::copy(data, data_);
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { runtime().memory.free(data_); }

  operator T*() const { return data_; }
  std::vector<T> read() const { return {data_, data_ + size_}; }

 private:
  T* data_;
  std::size_t size_;
};

/// Small whole numbers, so that sums are exact; no row or column is another's.
inline float element(std::int64_t i, std::int64_t j) { return static_cast<float>((i * 7 + j * 13 + i * j) % 23 - 11); }

/// `columns` columns, `ld` apart; 1000 in what is between.
template <class T>
std::vector<T> matrix(std::int64_t rows, std::int64_t columns, std::int64_t ld, std::int64_t seed) {
  std::vector<T> m(static_cast<std::size_t>(ld * columns), T(1000));
  for (std::int64_t j = 0; j < columns; ++j)
    for (std::int64_t i = 0; i < rows; ++i) m[i + j * ld] = static_cast<T>(element(i + seed, j + 3 * seed));
  return m;
}

}  // namespace gemmscope::runtime
