// SPDX-License-Identifier: MIT
/// @file selected.h
/// Where one looks in a recording, and what is picked out there. Plain values.
#pragma once

#include <cstdint>
#include <optional>

#include "tracing/analysis/geometry.h"

namespace gemmscope::session {

using analysis::Element;

/// One request: block, warp, and the request's number in the warp's program order.
struct Cursor {
  std::uint32_t block = 0;  ///< index into Recording::blocks
  std::uint32_t warp = 0;
  std::uint32_t request = 0;
  friend bool operator==(const Cursor&, const Cursor&) = default;
};

/// What was picked last; the rest of Selected follows from it.
enum class Anchor : std::uint8_t { kNone, kLane, kCell, kElement };

/// What is picked out (or, for the hover, pointed at). Every view highlights the same thing, so a lane, the shared cell
/// and the matrix element that it touches in the current request are set together: resolve() does it. Stepping keeps
/// the anchor and follows it.
struct Selected {
  Anchor anchor = Anchor::kNone;
  std::optional<int> lane;            ///< 0..31 of the cursor's warp
  std::optional<Element> cell;        ///< of a shared tile, row and column as the kernel means them (swizzle undone)
  std::optional<Element> element;     ///< of A, B or C
  std::optional<std::uint32_t> bank;  ///< 0..31; on its own
  std::optional<std::uint16_t> site;  ///< index into Recording::sites; selecting one moves the cursor there
  std::optional<std::uint32_t> line;  ///< of the source text; the same
  friend bool operator==(const Selected&, const Selected&) = default;
};

}  // namespace gemmscope::session
