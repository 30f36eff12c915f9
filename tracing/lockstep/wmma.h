// SPDX-License-Identifier: MIT
/// @file wmma.h
/// What decoding knows of a wmma instruction.
#pragma once

#include <string_view>
#include <vector>

#include "tracing/lockstep/draft.h"

namespace gemmscope::lockstep {

/// What its opcode says.
struct WmmaForm {
  char matrix = 0;            ///< a, b, c, d of a load or store
  std::vector<bool> layouts;  ///< true: rows follow each other
  std::vector<std::string_view> types;
  Space space = Space::kGeneric;
};

/// 16 x 16 elements in memory.
struct WmmaTile {
  bool is_row_major;
  std::uint32_t bytes;  ///< of an element
  DraftAccess base;     ///< of the first
  Ref stride;           ///< elements from a row to the next one, or from a column
};

}  // namespace gemmscope::lockstep
