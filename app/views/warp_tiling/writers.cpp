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
constexpr float kSqueezed = 150;    // points: of an array that needs more than that
constexpr float kGapAcross = 24, kGapDown = 12;
constexpr float kOfWhole = 0.4f;  // of the width, for the picture of the whole array

/// An array and how high its pictures are.
struct ArrayRow {
  std::uint16_t tensor = 0;
  float wanted = 0;  ///< with more they grow no more
  float height = 0;

  bool is_squeezed() const { return height < std::min(wanted, kSqueezed); }
};

struct ArrayRows {
  std::vector<ArrayRow> rows;
  ArraySlots left_out;
};

float wanted_height(const Look& look, std::uint16_t tensor, float width) {
  const float whole = width * kOfWhole;
  return std::max(block_part_height(look, tensor, width - whole - kGapAcross), slot_height(look, tensor, whole));
}

/// None gets more than it wants, and those that do not get it are equally high.
void share_height(std::vector<ArrayRow>& rows, float height) {
  std::vector<ArrayRow*> by_wish;
  for (ArrayRow& row : rows) by_wish.push_back(&row);
  std::ranges::sort(by_wish, {}, &ArrayRow::wanted);
  float left = height - static_cast<float>(rows.size() - 1) * kGapDown;
  for (std::size_t i = 0; i < by_wish.size(); ++i) {
    by_wish[i]->height = std::min(by_wish[i]->wanted, left / static_cast<float>(by_wish.size() - i));
    left -= by_wish[i]->height;
  }
}

/// Of several arrays that have too little room the last one is left out, otherwise the last of those that take it away.
ArrayRows rows_in(Rect space, const Look& look, const std::vector<std::uint16_t>& arrays) {
  ArrayRows all;
  for (const std::uint16_t tensor : arrays) all.rows.push_back({tensor, wanted_height(look, tensor, space.width)});
  for (share_height(all.rows, space.height); all.rows.size() > 1; share_height(all.rows, space.height)) {
    const auto squeezed = std::ranges::count_if(all.rows, &ArrayRow::is_squeezed);
    if (squeezed == 0) break;
    const auto out = std::find_if(all.rows.rbegin(), all.rows.rend(),
                                  [&](const ArrayRow& row) { return row.is_squeezed() == (squeezed > 1); });
    all.left_out.left_out.push_back(out->tensor);
    all.rows.erase(std::prev(out.base()));
  }
  std::ranges::sort(all.left_out.left_out);  // in the recording's order
  return all;
}

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
  const float width = cell_place(part.slot, 0).width;
  if (width < kNumberWidth) return;
  for (std::uint32_t cell = 0; cell < part.writes.size(); ++cell) {
    const analysis::Write& write = part.writes[cell].write;
    if (!write.written || part.writes[cell].several) continue;
    const draw::TextStyle style{theme::text_on(warp_colour(canvas, write.warp)), draw::Face::kMono,
                                std::min(11.0f, width * 0.55f), draw::Align::kCentre};
    canvas.text_in(cell_place(part.slot, cell).inset(-2), std::to_string(write.lane), style);
  }
}

bool writes_it(const analysis::CellWrite& cell, const Look& look) {
  return cell.write.written && cell.write.warp == look.cursor.warp && cell.write.lane == asking_lane(look);
}

/// What the lane of the cursor's warp that is drawn in detail writes.
void mark_lane(Canvas& canvas, const BlockPart& part, const Look& look) {
  for (std::uint32_t cell = 0; cell < part.writes.size(); ++cell)
    if (writes_it(part.writes[cell], look)) draw::mark(canvas, cell_place(part.slot, cell), draw::Emphasis::kSelected);
}

void draw_by_warp(Canvas& canvas, const BlockPart& part, const Look& look, session::Actions& actions) {
  draw_part_caption(canvas, part, look);
  if (part.writes.empty()) return;  // the block stores nothing to the array
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
  bool outlined = false, several = std::ranges::any_of(by_block, &CellBlock::several);
  bool nobody = !std::ranges::all_of(by_block, [](const CellBlock& each) { return each.block.has_value(); });
  for (const BlockPart& part : parts)
    for (const analysis::CellWrite& each : part.writes) {
      if (each.write.written && !each.several) warps.insert(each.write.warp);
      several |= each.several, nobody |= !each.write.written, outlined |= writes_it(each, look);
    }
  std::vector<Key> keys;
  if (outlined)
    keys.push_back({Key::Swatch::kOutline, canvas.colours.selected,
                    "lane " + std::to_string(asking_lane(look)) + " of warp " + std::to_string(look.cursor.warp)});
  constexpr std::size_t kMostWarps = 8;
  const std::size_t most = keys.size() + kMostWarps;
  for (const std::uint32_t warp : warps)
    if (keys.size() < most)
      keys.push_back({Key::Swatch::kFill, warp_colour(canvas, warp), "warp " + std::to_string(warp)});
  if (warps.size() > kMostWarps) keys.back().label += " \u2026 in turn";
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
  Rect rest = draw::header(canvas, "Writers", part_sentence(look, arrays), request_in_words(look));
  const Rect legend = rest.cut_bottom(rest.width < 600 ? 62 : 44, 8);
  ArrayRows all = rows_in(rest, look, arrays);
  if (!all.left_out.left_out.empty()) {
    const Rect line = rest.cut_bottom(20, 4);
    all = rows_in(rest, look, arrays);
    draw_left_out(canvas, line, look, all.left_out);
  }
  std::vector<BlockPart> parts;
  std::vector<CellBlock> by_block;
  for (const ArrayRow& each : all.rows) {
    Rect row = rest.cut_top(each.height, kGapDown);
    const Rect whole = row.cut_right(row.width * kOfWhole, kGapAcross);
    parts.push_back(block_part(row, look, each.tensor, {look.cursor.block, 0, analysis::kEnd}));
    draw_by_warp(canvas, parts.back(), look, actions);
    for (const ArraySlot& slot : place_arrays(whole, look, {each.tensor}, each.tensor).slots) {
      const std::vector<CellBlock> cells = draw_by_block(canvas, slot, look);
      by_block.insert(by_block.end(), cells.begin(), cells.end());
    }
  }
  draw::legend(canvas, legend, keys(canvas, look, parts, by_block));
}

}  // namespace gemmscope::views
