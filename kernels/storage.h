// SPDX-License-Identifier: MIT
/// @file storage.h
/// How a kernel's matrices are stored: conversion from and to the row-major floats that everything else uses.
#pragma once

#include <cstddef>
#include <span>

namespace gemmscope::kernels {

struct Storage {
  int element_bytes = 4;      ///< 4: float; 2: half, rounded to nearest
  bool column_major = false;  ///< columns one after the other
};

/// Writes a matrix of rows x columns, given row by row, to `to`, which has room for it.
void store_matrix(std::span<const float> from, std::size_t rows, std::size_t columns, Storage storage, void* to);

/// Rounds each number to what an element of that many bytes can hold.
void round_to_elements(std::span<float> values, int element_bytes);

/// The reverse.
void load_matrix(const void* from, std::size_t rows, std::size_t columns, Storage storage, std::span<float> to);

}  // namespace gemmscope::kernels
