// SPDX-License-Identifier: MIT
/// @file place_name.h
/// How elements and cells are named: A[3][5]; x[5] in an array without rows; total, which has only one element; and
/// rows[3][5] and allocation 7[5] in allocations that are parts of one array.
#pragma once

#include <algorithm>
#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::format {

/// Whether the array has rows: a program's text says them, or they are guessed.
inline bool has_rows(const Recording& r, std::uint16_t tensor) { return r.tensors[tensor].layout.rows != 1; }

/// Whether it is a single number, which needs no index.
inline bool is_scalar(const Recording& r, std::uint16_t tensor) {
  const Tensor& t = r.tensors[tensor];
  return t.parts.empty() && t.layout.buffers == 1 && t.layout.rows == 1 && t.layout.columns == 1;
}

inline std::uint32_t elements_of(const Part& part, const Tensor& tensor) {
  return (part.bytes - 1) / tensor.element_bytes + 1;
}

/// For an array of several allocations, the one with the byte. Null: it is a single one, or none has the byte.
inline const Part* part_at(const Tensor& tensor, std::uint64_t byte) {
  const auto behind = std::ranges::upper_bound(tensor.parts, byte, {}, [](const Part& p) { return p.offset; });
  if (behind == tensor.parts.begin()) return nullptr;
  const Part& part = *(behind - 1);
  return byte - part.offset < part.bytes ? &part : nullptr;
}

inline std::string place_name(const Recording& r, std::uint16_t tensor, std::uint32_t row, std::uint32_t column) {
  const Tensor& t = r.tensors[tensor];
  if (const Part* const part = part_at(t, std::uint64_t{column} * t.element_bytes))
    return part->name + "[" + std::to_string(column - part->offset / t.element_bytes) + "]";
  if (row == 0 && column == 0 && is_scalar(r, tensor)) return t.name;
  return t.name + (has_rows(r, tensor) ? "[" + std::to_string(row) + "]" : "") + "[" + std::to_string(column) + "]";
}

}  // namespace gemmscope::format
