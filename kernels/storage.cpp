// SPDX-License-Identifier: MIT
#include "kernels/storage.h"

#include "kernels/half.h"

namespace gemmscope::kernels {

namespace {

/// Calls move(place of an element row by row, its place in storage) for all.
template <class Move>
void for_each_place(std::size_t rows, std::size_t columns, bool column_major, const Move& move) {
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      move(row * columns + column, column_major ? column * rows + row : row * columns + column);
}

}  // namespace

void store_matrix(std::span<const float> from, std::size_t rows, std::size_t columns, Storage storage, void* to) {
  for_each_place(rows, columns, storage.column_major, [&](std::size_t i, std::size_t at) {
    if (storage.element_bytes == 2)
      static_cast<Half*>(to)[at] = rounded_half(from[i]);
    else
      static_cast<float*>(to)[at] = from[i];
  });
}

void round_to_elements(std::span<float> values, int element_bytes) {
  if (element_bytes == 2)
    for (float& v : values) v = exact_float(rounded_half(v));
}

void load_matrix(const void* from, std::size_t rows, std::size_t columns, Storage storage, std::span<float> to) {
  for_each_place(rows, columns, storage.column_major, [&](std::size_t i, std::size_t at) {
    to[i] = storage.element_bytes == 2 ? exact_float(static_cast<const Half*>(from)[at])
                                       : static_cast<const float*>(from)[at];
  });
}

}  // namespace gemmscope::kernels
