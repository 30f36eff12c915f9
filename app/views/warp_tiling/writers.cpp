// SPDX-License-Identifier: MIT
// The part of each array that the block stores to, by warp and lane; and the whole array, by block.
#include "app/views/warp_tiling/writers.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/views/parts/block_part.h"
#include "app/views/parts/site_words.h"
#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {
namespace {

using analysis::CellBlock;
using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;
using session::Look;

constexpr int kSteps = 48;          // colours between the first block's and the last one's
constexpr float kNumberWidth = 15;  // points across: of a cell that its lane's number fits into

Colour warp_colour(const Canvas& canvas, std::uint32_t warp) {
  return canvas.colours.warps[warp % canvas.colours.warps.size()];
}

Colour block_colour(const Look& look, std::uint32_t block) {
  const auto last = static_cast<float>(std::max<std::size_t>(2, look.recording()->blocks.size()) - 1);
  return theme::viridis(std::round(static_cast<float>(block) / last * kSteps) / kSteps);
}

std::string name_of(const Look& look, std::uint32_t block) {
  return block_name(*look.recording(), look.recording()->blocks[block]);
}

void draw_lanes(Canvas& canvas, const BlockPart& part) {
  const Rect first = cell_place(part.slot, 0);
  if (first.width < kNumberWidth) return;
  for (std::uint32_t cell = 0; cell < part.writes.size(); ++cell) {
    const analysis::Write& write = part.writes[cell].write;
    if (!write.written) continue;
    const draw::TextStyle style{theme::text_on(warp_colour(canvas, write.warp)), draw::Face::kMono,
                                std::min(11.0f, first.width * 0.55f), draw::Align::kCentre};
    canvas.text_in(cell_place(part.slot, cell).inset(-2), std::to_string(write.lane), style);
  }
}

/// What the lane of the cursor's warp that is drawn in detail writes.
void mark_lane(Canvas& canvas, const BlockPart& part, const Look& look) {
  const int lane = asking_lane(look);
  for (std::uint32_t cell = 0; cell < part.writes.size(); ++cell) {
    const analysis::Write& write = part.writes[cell].write;
    if (write.written && write.warp == look.cursor.warp && write.lane == lane)
      draw::mark(canvas, cell_place(part.slot, cell), draw::Emphasis::kSelected);
  }
}

void draw_by_warp(Canvas& canvas, const BlockPart& part, const Look& look, session::Actions& actions) {
  draw_part_caption(canvas, part, look);
  auto image = array_image(canvas, part.slot, canvas.colours.ground);
  for (std::uint32_t cell = 0; cell < part.writes.size(); ++cell)
    if (const analysis::CellWrite& each = part.writes[cell]; each.write.written)
      image.cells[cell][0] =
          draw::palette_index(image, each.several ? canvas.colours.secondary : warp_colour(canvas, each.write.warp));
  const std::string id = "by warp " + std::to_string(part.slot.tensor);
  canvas.matrix(id, part.slot.cells, std::move(image));
  draw_lanes(canvas, part);
  mark_lane(canvas, part, look);
  draw::Hit hit;
  const auto under = cell_under(canvas, part.slot, id, hit);
  if (!under) return;
  canvas.tooltip(write_story(look, part, *under));
  const analysis::Write& write = part.writes[*under].write;
  if (hit.clicked && write.written)
    actions.add([write](Look& to) {
      session::go_to(to, {to.cursor.block, write.warp, write.request});
      session::select_lane(to, write.lane);
    });
}

/// Returns what it draws.
std::vector<CellBlock> draw_by_block(Canvas& canvas, const ArraySlot& slot, const Look& look) {
  draw::TextStyle title = canvas.small();
  canvas.text_in({slot.caption.x, slot.caption.y, slot.caption.width, 17}, "all of it, by block", title);
  draw::text_that_fits(canvas, {slot.caption.x, slot.caption.y + 17, slot.caption.width, 16}, picture_notes(slot.grid),
                       title);
  auto blocks = analysis::storing_blocks(*look.recording(), look.loaded->footprints, slot.tensor, slot.grid);
  auto image = array_image(canvas, slot, canvas.colours.ground);
  for (std::uint32_t cell = 0; cell < blocks.size(); ++cell)
    if (const CellBlock& each = blocks[cell]; each.block)
      image.cells[cell][0] =
          draw::palette_index(image, each.several                       ? canvas.colours.secondary
                                     : *each.block == look.cursor.block ? canvas.colours.text
                                                                        : block_colour(look, *each.block));
  const std::string id = "by block " + std::to_string(slot.tensor);
  canvas.matrix(id, slot.cells, std::move(image));
  draw::Hit hit;
  const auto under = cell_under(canvas, slot, id, hit);
  if (!under) return blocks;
  const CellBlock& each = blocks[*under];
  canvas.tooltip(element_text(*look.recording(), slot.tensor, slot.grid.shape, slot.grid.first(*under)) +
                 (!each.block
                      ? ": nobody writes it"
                      : ": written by block " + name_of(look, *each.block) + (each.several ? " and others" : "")));
  return blocks;
}

/// The blocks whose colours are drawn, from the first to the last of them.
void add_keys_of_blocks(std::vector<Key>& keys, const Canvas& canvas, const Look& look,
                        const std::vector<CellBlock>& cells) {
  std::set<std::uint32_t> others;
  bool is_here = false;
  for (const CellBlock& each : cells) {
    if (!each.block || each.several) continue;
    is_here |= *each.block == look.cursor.block;
    if (*each.block != look.cursor.block) others.insert(*each.block);
  }
  if (look.recording()->blocks.size() == 1) return;
  if (is_here) keys.push_back({Key::Swatch::kFill, canvas.colours.text, "this block"});
  if (others.empty()) return;
  keys.push_back({Key::Swatch::kFill, block_colour(look, *others.begin()), "block " + name_of(look, *others.begin())});
  if (others.size() > 1)
    keys.push_back({Key::Swatch::kFill, block_colour(look, *others.rbegin()), "to " + name_of(look, *others.rbegin())});
}

/// Only what occurs.
std::vector<Key> keys(const Canvas& canvas, const Look& look, const std::vector<BlockPart>& parts,
                      const std::vector<CellBlock>& by_block) {
  std::set<std::uint32_t> warps;
  bool several = std::ranges::any_of(by_block, &CellBlock::several);
  bool nobody = !std::ranges::all_of(by_block, [](const CellBlock& each) { return each.block.has_value(); });
  for (const BlockPart& part : parts)
    for (const analysis::CellWrite& each : part.writes) {
      if (each.write.written) warps.insert(each.write.warp);
      several |= each.several, nobody |= !each.write.written;
    }
  std::vector<Key> keys;
  constexpr std::size_t kMost = 8;
  for (const std::uint32_t warp : warps)
    if (keys.size() < kMost)
      keys.push_back({Key::Swatch::kFill, warp_colour(canvas, warp), "warp " + std::to_string(warp)});
  if (warps.size() > kMost) keys.back().label += " \u2026 in turn";
  if (several) keys.push_back({Key::Swatch::kFill, canvas.colours.secondary, "several"});
  if (nobody) keys.push_back({Key::Swatch::kFill, canvas.colours.ground, "not written"});
  add_keys_of_blocks(keys, canvas, look, by_block);
  return keys;
}

}  // namespace

void draw_writers(const Look& look, session::Actions& actions, Canvas& canvas) {
  const auto arrays = arrays_of(*look.recording(), true);
  if (arrays.empty())
    return draw::empty_state(canvas, "This kernel stores to no array in global memory", "Arrays shows what it loads.");
  const int asks = asking_lane(look);
  const std::string lane =
      asks < 0 ? "" : "outlined: lane " + std::to_string(asks) + " of warp " + std::to_string(look.cursor.warp) + "; ";
  Rect rest = draw::header(canvas, "Writers", part_sentence(look, arrays), lane + request_in_words(look));
  const Rect legend = rest.cut_bottom(rest.width < 600 ? 62 : 44, 8);
  const auto count = static_cast<float>(std::min<std::size_t>(arrays.size(), rest.height < 420 ? 1 : 2));
  if (static_cast<float>(arrays.size()) > count) {
    ArraySlots slots;
    slots.left_out.assign(arrays.begin() + static_cast<std::ptrdiff_t>(count), arrays.end());
    draw_left_out(canvas, rest.cut_bottom(20, 4), look, slots);
  }
  std::vector<BlockPart> parts;
  std::vector<CellBlock> by_block;
  const float height = (rest.height - (count - 1) * 12) / count;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    Rect row = rest.cut_top(height, 12);
    const Rect whole = row.cut_right(row.width * 0.4f, 24);
    parts.push_back(block_part(row, look, arrays[i], {look.cursor.block, 0, analysis::kEnd}));
    draw_by_warp(canvas, parts.back(), look, actions);
    for (const ArraySlot& slot : place_arrays(whole, look, {arrays[i]}, arrays[i]).slots) {
      const std::vector<CellBlock> cells = draw_by_block(canvas, slot, look);
      by_block.insert(by_block.end(), cells.begin(), cells.end());
    }
  }
  draw::legend(canvas, legend, keys(canvas, look, parts, by_block));
}

}  // namespace gemmscope::views
