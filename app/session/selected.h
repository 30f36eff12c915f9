// SPDX-License-Identifier: MIT
/// @file selected.h
/// Where one looks in a recording, and what is picked out there. Plain values.
#pragma once

#include <cstdint>
#include <optional>

namespace gemmscope::session {

/// One request: block, warp, and the request's number in the warp's program order.
struct Cursor {
  std::uint32_t block = 0;    ///< index into Recording::blocks
  std::uint32_t warp = 0;
  std::uint32_t request = 0;
  friend bool operator==(const Cursor&, const Cursor&) = default;
};

/// One element of a matrix or a shared tile; row and column as the kernel addresses it (padding columns included).
struct Cell {
  std::uint16_t tensor = 0;   ///< index into Recording::tensors
  std::uint32_t row = 0, column = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// What is picked out (or, for the hover, pointed at). Every view highlights the same thing.
struct Selected {
  std::optional<int> lane;              ///< 0..31 of the cursor's warp
  std::optional<std::uint16_t> site;    ///< index into Recording::sites
  std::optional<std::uint32_t> line;    ///< of the source text
  std::optional<std::uint32_t> bank;    ///< 0..31
  std::optional<Cell> cell;             ///< a cell of a shared tile
  std::optional<Cell> element;          ///< an element of A, B or C
  friend bool operator==(const Selected&, const Selected&) = default;
};

}  // namespace gemmscope::session
