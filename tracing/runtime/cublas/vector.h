// SPDX-License-Identifier: MIT
/// @file vector.h
#pragma once

#include <cstdint>

namespace gemmscope::runtime::cublas {

/// BLAS's vector: `size` elements, `step` apart. With a negative step the first of them is last in memory.
template <class T>
struct Vector {
  T* data;
  std::int64_t size, step;
  T& operator[](std::int64_t i) const { return data[step >= 0 ? i * step : (i + 1 - size) * step]; }
};

}  // namespace gemmscope::runtime::cublas
