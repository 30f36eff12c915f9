// SPDX-License-Identifier: MIT
#include "app/views/parts/stage_words.h"

#include <algorithm>
#include <set>

#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "app/words/tile_words.h"
#include "tracing/format/place_name.h"

namespace gemmscope::views {

std::string span_text(std::uint32_t first, std::uint32_t last) {
  return first == last ? std::to_string(first) : std::to_string(first) + " \u2026 " + std::to_string(last);
}

std::string range_text(const format::Recording& recording, std::uint16_t tensor, std::uint32_t first,
                       std::uint32_t last) {
  const format::Tensor& array = recording.tensors[tensor];
  const auto part_at = [&](std::uint32_t element) {
    return format::part_at(array, std::uint64_t{element} * array.element_bytes);
  };
  if (first == last) return format::place_name(recording, tensor, 0, first);
  const format::Part* const part = part_at(first);
  if (part != part_at(last))
    return format::place_name(recording, tensor, 0, first) + " \u2026 " +
           format::place_name(recording, tensor, 0, last);
  const std::uint32_t begin = part == nullptr ? 0 : part->offset / array.element_bytes;
  return (part == nullptr ? array.name : part->name) + "[" + span_text(first - begin, last - begin) + "]";
}

std::string places_text(const format::Recording& recording, const std::vector<session::Element>& places) {
  if (places.empty()) return {};
  std::uint32_t top = 0xffffffff, bottom = 0, left = 0xffffffff, right = 0;
  for (const session::Element& place : places) {
    top = std::min(top, place.row), bottom = std::max(bottom, place.row);
    left = std::min(left, place.column), right = std::max(right, place.column);
  }
  const std::uint16_t tensor = places[0].tensor;
  if (!format::has_rows(recording, tensor)) return range_text(recording, tensor, left, right);
  return recording.tensors[tensor].name + "[" + span_text(top, bottom) + "][" + span_text(left, right) + "]";
}

std::string every_text(std::uint32_t step) {
  const std::uint32_t last = step % 100 / 10 == 1 ? 0 : step % 10;  // 11th, 12th, 13th
  return "every " + std::to_string(step) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

std::uint32_t common_step(const std::vector<std::uint32_t>& numbers) {
  if (numbers.size() < 2) return 0;
  const std::uint32_t step = numbers[1] - numbers[0];
  for (std::size_t i = 2; i < numbers.size(); ++i)
    if (numbers[i] - numbers[i - 1] != step) return 0;
  return step;
}

std::string spread_text(const format::Recording& recording, const std::vector<session::Element>& places) {
  std::set<std::uint32_t> rows, columns;
  std::set<std::pair<std::uint32_t, std::uint32_t>> elements;
  for (const session::Element& place : places)
    rows.insert(place.row), columns.insert(place.column), elements.insert({place.row, place.column});
  if (places.empty()) return {};
  const bool grid = elements.size() == rows.size() * columns.size();
  const auto filled = [](const std::set<std::uint32_t>& numbers) {
    return *numbers.rbegin() - *numbers.begin() + 1 == numbers.size();
  };
  if (grid && filled(rows) && filled(columns)) return places_text(recording, places);
  const auto axis = [&](const std::string& name, const std::set<std::uint32_t>& numbers) {
    const std::uint32_t step = grid ? common_step({numbers.begin(), numbers.end()}) : 0;
    return (step > 1 ? every_text(step) + " of " : "") + name + (numbers.size() == 1 ? " " : "s ") +
           span_text(*numbers.begin(), *numbers.rbegin());
  };
  return words::count_of(elements.size(), "element") + " of " + recording.tensors[places[0].tensor].name +
         (grid ? ": " : " in ") + axis("row", rows) + ", " + axis("column", columns);
}

std::string share_text(const analysis::Rect& whole, const analysis::Rect& part, std::uint32_t count) {
  const auto inside = [](std::uint32_t first, std::uint32_t size, std::uint32_t end) {
    return std::uint64_t{std::min(first + size, end) - std::min(first, end)};
  };
  const std::uint64_t all = inside(part.row, part.rows, whole.row + whole.rows) *
                            inside(part.column, part.columns, whole.column + whole.columns);
  return words::thousands(count) + " of " + words::thousands(all);
}

analysis::Moment moment_of(const session::Look& look) {
  return {look.cursor.block, look.cursor.warp, look.cursor.request};
}

bool reaches_out_of_c(const format::Recording& recording, const analysis::Rect& tile) {
  return recording.tensor_of(format::Matrix::kC) &&
         !analysis::product_part(recording, tile, format::Matrix::kC)
              .contains(tile.row + tile.rows - 1, tile.column + tile.columns - 1);
}

std::string outside_in_words(const session::Current& now, std::uint32_t byte) {
  return " " + std::string(format::verb_of(now.site.op)) + " byte " + words::byte_text(now.tensor, byte) +
         ", which is outside " + now.tensor.name;
}

bool all_warps_recorded(const format::Recording& recording) {
  return recording.has_all_warps() && recording.dropped == 0;
}

std::string undrawn_tiles(const session::Look& look) {
  if (look.recording()->tiles_known()) return {};
  if (!look.loaded->tiles) return words::no_product_in_words(*look.recording(), look.loaded->check.remarks);
  return "tiles were found, but are not drawn: " + look.loaded->undescribed;
}

std::vector<session::Element> elements_touched(const session::Look& look, int lane) {
  std::vector<session::Element> elements;
  for (const session::Touched& touch : touched(look, lane))
    if (touch.element) elements.push_back(*touch.element);
  return elements;
}

std::vector<session::Element> elements_touched(const session::Look& look) {
  std::vector<session::Element> elements;
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const session::Element& element : elements_touched(look, lane)) elements.push_back(element);
  return elements;
}

}  // namespace gemmscope::views
