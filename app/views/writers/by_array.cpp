// SPDX-License-Identifier: MIT
/// The part of each array that the block stores to, by warp and lane; and the whole array, by block.
#include <algorithm>
#include <cmath>
#include <set>

#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/views/parts/block_part.h"
#include "app/views/parts/site_words.h"
#include "app/views/writers/draw.h"
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
constexpr float kOutlined = 8;      // points: of a cell that has an outline
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

/// Arrays that have no room are left out: the last of several that are squeezed; if only one is, the last of the
/// others.
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

Colour block_colour(const Look& look, std::uint32_t block) {
  const auto last = static_cast<float>(std::max<std::size_t>(2, look.recording()->blocks.size()) - 1);
  return theme::viridis(std::round(static_cast<float>(block) / last * kSteps) / kSteps);
}

std::string name_of(const Look& look, std::uint32_t block) {
  return block_name(*look.recording(), look.recording()->blocks[block]);
}

bool writes_it(const analysis::CellWrite& cell, const Look& look) {
  return cell.write.written && !cell.several && cell.write.warp == look.cursor.warp &&
         cell.write.lane == asking_lane(look);
}

Colour writer_colour_of(const Canvas& canvas, const analysis::CellWrite& cell, const Look& look) {
  if (cell.several) return canvas.colours.secondary;
  if (cell.write.warp != look.cursor.warp) return warp_colour(canvas, cell.write.warp);
  return writes_it(cell, look) ? own_lane_colour(canvas) : own_warp_colour(canvas);
}

/// Their numbers, where cells have room for them, and an outline around what the lane that is drawn in detail writes.
void draw_lanes(Canvas& canvas, const BlockPart& part, const Look& look) {
  const float width = cell_place(part.slot, 0).width;
  for (std::uint32_t cell = 0; cell < part.writes.size(); ++cell) {
    const analysis::CellWrite& each = part.writes[cell];
    if (!each.write.written || each.several) continue;
    const Rect place = cell_place(part.slot, cell);
    const draw::TextStyle style{theme::text_on(writer_colour_of(canvas, each, look)), draw::Face::kMono,
                                std::min(11.0f, width * 0.55f), draw::Align::kCentre};
    if (width >= kNumberWidth) canvas.text_in(place.inset(-2), std::to_string(each.write.lane), style);
    if (writes_it(each, look) && std::min(width, place.height) >= kOutlined)
      draw::mark(canvas, place, draw::Emphasis::kSelected);
  }
}

void draw_by_warp(Canvas& canvas, const BlockPart& part, const Look& look, session::Actions& actions) {
  draw_part_caption(canvas, part, look);
  if (part.writes.empty()) return;  // the block stores nothing to the array
  auto image = array_image(canvas, part.slot, canvas.colours.ground);
  for (std::uint32_t cell = 0; cell < part.writes.size(); ++cell)
    if (const analysis::CellWrite& each = part.writes[cell]; each.write.written)
      image.cells[part.slot.drawn(cell)][0] = draw::palette_index(image, writer_colour_of(canvas, each, look));
  const std::string id = "by warp " + std::to_string(part.slot.tensor);
  canvas.matrix(id, part.slot.cells, std::move(image));
  draw_lanes(canvas, part, look);
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

std::vector<CellBlock> draw_slot_by_block(Canvas& canvas, const ArraySlot& slot, const Look& look) {
  draw::TextStyle title = canvas.small();
  canvas.text_in({slot.caption.x, slot.caption.y, slot.caption.width, 17},
                 "all of " + look.recording()->tensors[slot.tensor].name + ", by block", title);
  draw::text_that_fits(canvas, {slot.caption.x, slot.caption.y + 17, slot.caption.width, 16}, picture_notes(slot.grid),
                       title);
  auto blocks = analysis::storing_blocks(*look.recording(), look.loaded->footprints, slot.tensor, slot.grid);
  auto image = array_image(canvas, slot, canvas.colours.ground);
  for (std::uint32_t cell = 0; cell < blocks.size(); ++cell)
    if (const CellBlock& each = blocks[cell]; each.block)
      image.cells[slot.drawn(cell)][0] =
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
                      ? ": not written"
                      : ": written by block " + name_of(look, *each.block) + (each.several ? " and others" : "")));
  return blocks;
}

/// Only what occurs.
std::vector<Key> keys(const Canvas& canvas, const Look& look, const std::vector<BlockPart>& parts,
                      const std::vector<CellBlock>& by_block) {
  std::set<std::uint32_t> warps;
  bool own_lane = false, own_warp = false, several = std::ranges::any_of(by_block, &CellBlock::several);
  bool unwritten = !std::ranges::all_of(by_block, [](const CellBlock& each) { return each.block.has_value(); });
  for (const BlockPart& part : parts)
    for (const analysis::CellWrite& each : part.writes) {
      several |= each.several, unwritten |= !each.write.written;
      if (!each.write.written || each.several) continue;
      const bool own = each.write.warp == look.cursor.warp, its = writes_it(each, look);
      own_lane |= its, own_warp |= own && !its;
      if (!own) warps.insert(each.write.warp);
    }
  std::vector<Key> keys;
  const std::string warp = "warp " + std::to_string(look.cursor.warp);
  if (own_lane)
    keys.push_back(
        {Key::Swatch::kFill, own_lane_colour(canvas), "lane " + std::to_string(asking_lane(look)) + " of " + warp});
  if (own_warp)
    keys.push_back({Key::Swatch::kFill, own_warp_colour(canvas), own_lane ? "the other lanes of the warp" : warp});
  constexpr std::size_t kMostWarps = 7;
  const std::size_t most = keys.size() + kMostWarps;
  for (const std::uint32_t other : warps)
    if (keys.size() < most)
      keys.push_back({Key::Swatch::kFill, warp_colour(canvas, other), "warp " + std::to_string(other)});
  if (warps.size() > kMostWarps) keys.back().label += " and so on";
  if (several) keys.push_back({Key::Swatch::kFill, canvas.colours.secondary, "several"});
  if (unwritten) keys.push_back({Key::Swatch::kFill, canvas.colours.ground, "not written"});
  add_keys_of_blocks(keys, canvas, look, by_block);
  return keys;
}

}  // namespace

Colour warp_colour(const Canvas& canvas, std::uint32_t warp) {
  return canvas.colours.warps[warp % canvas.colours.warps.size()];
}

std::vector<CellBlock> draw_by_block(Canvas& canvas, Rect space, const Look& look, std::uint16_t tensor) {
  std::vector<CellBlock> cells;
  for (const ArraySlot& slot : place_arrays(space, look, {tensor}, tensor).slots)
    cells = draw_slot_by_block(canvas, slot, look);
  return cells;
}

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

void draw_by_array(Canvas& canvas, Rect rest, const Look& look, const std::vector<std::uint16_t>& arrays,
                   session::Actions& actions) {
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
    const std::vector<CellBlock> cells = draw_by_block(canvas, whole, look, each.tensor);
    by_block.insert(by_block.end(), cells.begin(), cells.end());
  }
  draw::legend(canvas, legend, keys(canvas, look, parts, by_block));
}

}  // namespace gemmscope::views
