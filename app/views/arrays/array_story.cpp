// SPDX-License-Identifier: MIT
#include "app/views/arrays/array_story.h"

#include <algorithm>
#include <bit>

#include "app/views/parts/array_words.h"
#include "app/words/number.h"
#include "tracing/analysis/touches.h"

namespace gemmscope::views {
namespace {

constexpr std::size_t kMostNamed = 5;  // requests that a tooltip names

/// "warp 3, lane 5" or "warp 3, 4 lanes".
std::string who(const analysis::Touch& touch) {
  const int lanes = std::popcount(touch.lanes);
  return "warp " + std::to_string(touch.when.warp) +
         (lanes == 1 ? ", lane " + std::to_string(std::countr_zero(touch.lanes))
                     : ", " + std::to_string(lanes) + " lanes");
}

std::string line_of(const session::Look& look, const analysis::Touch& touch) {
  const format::Recording& recording = *look.recording();
  const format::Pattern& pattern = recording.patterns[look.block().pattern];
  const format::Template& coded = recording.templates[pattern.segments[touch.segment].template_id];
  const format::Site& site = recording.sites[coded.rows[touch.row].site];
  const analysis::When now = look.now();
  return std::string(site.op == format::Op::kLoad    ? "loaded by "
                     : site.op == format::Op::kStore ? "stored by "
                                                     : "updated by ") +
         who(touch) + ", line " + std::to_string(site.line) +
         (touch.when == now  ? ": now"
          : touch.when < now ? ": before"
                             : ": later");
}

/// The first row's elements of the cell.
std::string elements_of_cell(const format::Recording& recording, std::uint16_t tensor, const analysis::ArrayGrid& grid,
                             std::uint32_t cell) {
  const std::uint32_t first = grid.first(cell), bytes = recording.tensors[tensor].element_bytes;
  const std::string place =
      element_text(recording, tensor, grid.shape, first) + ", byte " + words::thousands(std::uint64_t{first} * bytes);
  if (grid.across * grid.down == 1)
    return place + (grid.shape.two_dimensional() ? ", element " + words::thousands(first) : "");
  return std::to_string(grid.down) + " \u00d7 " + std::to_string(grid.across) + " elements from " + place;
}

}  // namespace

std::string array_story(const session::Look& look, std::uint16_t tensor, const analysis::ArrayGrid& grid,
                        std::uint32_t cell) {
  const format::Recording& recording = *look.recording();
  const std::uint32_t bytes = recording.tensors[tensor].element_bytes, first = grid.first(cell) * bytes;
  std::string text = elements_of_cell(recording, tensor, grid, cell);
  analysis::Pace pace(1);
  const auto touches =
      analysis::touches_of(recording, look.cursor.block, {.matrix = tensor, .first = first, .count = bytes}, pace);
  const std::string of = grid.across * grid.down == 1 ? "" : "; its first element:";
  if (touches.empty()) return text + "\nnot touched by this block" + (of.empty() ? "" : " in its first element");
  text += of;
  // Around the cursor: what was last, is now, and comes next.
  const auto next = std::ranges::lower_bound(touches, look.now(), {}, &analysis::Touch::when);
  auto from = next - std::min<std::ptrdiff_t>(2, next - touches.begin());
  from = std::max(touches.begin(),
                  std::min(from, touches.end() - std::min<std::ptrdiff_t>(kMostNamed, std::ssize(touches))));
  const auto to = from + std::min<std::ptrdiff_t>(kMostNamed, touches.end() - from);
  for (auto touch = from; touch != to; ++touch) text += "\n" + line_of(look, *touch);
  const auto others = touches.size() - static_cast<std::size_t>(to - from);
  if (others != 0) text += "\nand " + words::thousands(others) + (others == 1 ? " request more" : " requests more");
  return text;
}

}  // namespace gemmscope::views
