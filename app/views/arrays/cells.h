// SPDX-License-Identifier: MIT
/// @file cells.h
/// Pictures of arrays in global memory, or of parts of them: each cell coloured by when the cursor's block touches it.
#pragma once

#include <string>
#include <vector>

#include "app/session/actions.h"
#include "app/views/parts/array_slots.h"
#include "tracing/analysis/array_turns.h"

namespace gemmscope::views {

/// What a cell is drawn as, the first that holds. kNever: no block of the launch touches it; kNotRecorded: nothing that
/// was recorded does, but not all was.
enum class CellTurn : std::uint8_t { kNow, kBeside, kBefore, kLater, kOtherBlocks, kNever, kNotRecorded };
/// What gives the colour: the matrix that the array is in a product, else what is done to the cell.
enum class CellHue : std::uint8_t { kLoad, kStore, kBoth, kMatrix };

/// What the pictures of one frame share.
struct ArrayScene {
  const session::Look& look;
  std::vector<session::Element> touched;  ///< by the request, also by way of shared memory
  bool whole = true;                      ///< all of the launch is recorded
  std::uint32_t seen = 0;                 ///< which of the following occur, bit 4 * turn + hue

  explicit ArrayScene(const session::Look& of);
  void saw(CellTurn turn, CellHue hue) { seen |= 1u << (4 * static_cast<int>(turn) + static_cast<int>(hue)); }
  bool has(CellTurn turn, CellHue hue) const {
    return (seen >> (4 * static_cast<int>(turn) + static_cast<int>(hue)) & 1u) != 0;
  }
  bool has(CellTurn turn) const { return (seen >> 4 * static_cast<int>(turn) & 15u) != 0; }
};

/// Elements of a slot of single elements that the block has loaded and stored, up to and with the request.
struct SoFar {
  std::uint32_t loaded = 0, stored = 0;
};

/// The cells alone; and over them what is selected in them and the mark of the chosen finding, if it is there: then
/// true.
SoFar draw_cells(draw::Canvas& canvas, const ArraySlot& slot, const std::string& id, ArrayScene& scene);
bool draw_marks(draw::Canvas& canvas, const ArraySlot& slot, const ArrayScene& scene);
/// What the request touches, over something that covers the cells.
void draw_touched(draw::Canvas& canvas, const ArraySlot& slot, const ArrayScene& scene);
/// What is known of a cell that is pointed at, and what a click on it does.
void point_at_cell(draw::Canvas& canvas, const ArraySlot& slot, std::uint32_t cell, const draw::Hit& hit,
                   const session::Look& look, session::Actions& actions);
/// All of that with a frame, and the name over it. True: the chosen finding is marked.
bool draw_array(draw::Canvas& canvas, const ArraySlot& slot, ArrayScene& scene, session::Actions& actions);
/// Only what occurs.
std::vector<draw::Key> keys_of_cells(const draw::Canvas& canvas, const ArrayScene& scene);

}  // namespace gemmscope::views
