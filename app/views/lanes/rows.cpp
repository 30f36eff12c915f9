// SPDX-License-Identifier: MIT
#include "app/views/lanes/rows.h"

#include <algorithm>

#include "app/session/touched.h"
#include "app/views/parts/array_words.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_words.h"
#include "app/words/number.h"
#include "tracing/analysis/coalescing.h"
#include "tracing/format/place_name.h"

namespace gemmscope::views {
namespace {

using session::Current;
using session::Look;
using session::Touched;

constexpr const char *kDash = "\u2013", *kMore = "\u2026", *kThinSpace = "\u202f";

std::string span_of(std::uint32_t first, std::uint32_t last) {
  return first == last ? std::to_string(first) : std::to_string(first) + kMore + std::to_string(last);
}

struct Spot {
  std::uint32_t row = 0, column = 0;
  bool in_rows = true;
  std::string of{};  ///< the allocation, of an array that is several
};

/// "[8]", "[8…11]"; without `ranges` "[8…]".
std::string index_in_words(std::uint32_t first, std::uint32_t last, bool ranges) {
  return "[" + (ranges || first == last ? span_of(first, last) : std::to_string(first) + kMore) + "]";
}

/// Gives a range to the index along which the places follow each other: "[4][8…11]", in a transposed tile "[8…11][4]".
/// If they follow neither, names the first place and says that there are more.
std::string place_in_words(const std::vector<Spot>& places, bool ranges) {
  if (places.empty()) return kDash;
  const Spot first = places.front(), last = places.back();
  const auto row_in_words = [&](std::uint32_t to, bool with_ranges) {
    return first.of + (first.in_rows ? index_in_words(first.row, to, with_ranges) : "");
  };
  const std::string text = row_in_words(last.row, ranges) + index_in_words(first.column, last.column, ranges);
  const auto more = static_cast<std::uint32_t>(places.size() - 1);
  const bool along_row = last.row == first.row && last.column == first.column + more;
  const bool along_column = last.column == first.column && last.row == first.row + more;
  if (along_row || along_column) return text;
  return row_in_words(first.row, true) + index_in_words(first.column, first.column, true) + kMore;
}

std::vector<Spot> cells_of(const format::Recording& r, const std::vector<Touched>& touch) {
  std::vector<Spot> places;
  for (const Touched& t : touch)
    if (t.cell) places.push_back({t.cell->row, t.cell->column, format::has_rows(r, t.cell->tensor)});
  return places;
}

std::vector<Spot> elements_of(const format::Recording& r, const std::vector<Touched>& touch) {
  std::vector<Spot> places;
  for (const Touched& t : touch) {
    if (!t.element) continue;
    const format::Tensor& array = r.tensors[t.element->tensor];
    const std::uint32_t column = t.element->column;
    const format::Part* const part = format::part_at(array, std::uint64_t{column} * array.element_bytes);
    const std::uint32_t begin = part == nullptr ? 0 : part->offset / array.element_bytes;
    places.push_back({t.element->row, column - begin, format::has_rows(r, t.element->tensor),
                      part != nullptr        ? part->name
                      : !array.parts.empty() ? array.name
                                             : ""});
  }
  return places;
}

/// What `lane` loads from shared memory of a program, or stores to it; none unless all of it is known.
std::vector<Spot> spots_held(const Look& look, const HeldElements& held, int lane, const std::vector<Touched>& touch) {
  const format::Recording& r = *look.recording();
  std::vector<Spot> places;
  for (const Touched& t : touch)
    if (const auto element = held.at(lane, t.byte))  // its whole name, as lanes may have elements of several arrays
      places.push_back({0, 0, false, format::place_name(r, element->tensor, element->row, element->column)});
  if (places.size() != touch.size()) places.clear();
  return places;
}

/// Whether `held` are the elements that belong there, which the column's title names the array of.
bool belong_there(const Look& look, const std::vector<Touched>& touch, const std::vector<Spot>& held) {
  if (look.current->tensor.of.empty() || held.size() != touch.size()) return false;
  for (std::size_t i = 0; i < touch.size(); ++i) {
    const auto& element = touch[i].element;
    if (!element || held[i].of != format::place_name(*look.recording(), element->tensor, element->row, element->column))
      return false;
  }
  return true;
}

/// "A[0][4]", "A[0][4]\u2026" of several.
std::string held_in_words(const std::vector<Spot>& places) {
  return places.empty() ? kDash : places.front().of + (places.size() > 1 ? kMore : "");
}

double key_of(const std::vector<Spot>& places) { return places.empty() ? -1 : places[0].row * 1e6 + places[0].column; }

void add(LaneRow& row, std::string text, double key) {
  row.cells.push_back(row.active ? std::move(text) : kDash);
  row.keys.push_back(key);
}

void add(LaneRow& row, const std::vector<Spot>& places, bool ranges) {
  const bool of_many = !places.empty() && !places[0].of.empty();
  add(row, place_in_words(places, ranges), of_many ? row.byte : key_of(places));
}

LaneRow shared_row(const Look& look, int lane, int ranges, const HeldElements& held) {
  const Current& now = *look.current;
  LaneRow row{
      .lane = lane, .active = now.active(lane), .cells = {std::to_string(lane)}, .keys = {static_cast<double>(lane)}};
  row.byte = row.active ? now.address(lane) : 0;
  row.wavefront = analysis::served_in(now.cost, lane).value_or(-2) + 1;
  const std::uint32_t words = std::max<std::uint32_t>(1, now.site.width / analysis::kBankBytes);
  const std::uint32_t word = row.byte / analysis::kBankBytes, bank = word % analysis::kBanks;
  const std::vector<Touched> touch = session::touched(look, lane);
  add(row, words::thousands(row.byte), row.byte);
  // 16 bytes at no multiple of 16 may go round to the first banks.
  const std::uint32_t last = (bank + words - 1) % analysis::kBanks;
  add(row, words == 1 ? std::to_string(bank) : std::to_string(bank) + kMore + (ranges > 0 ? std::to_string(last) : ""),
      bank);
  add(row, words::thousands(word), word);
  add(row, cells_of(*look.recording(), touch), ranges > 1);
  const std::vector<Spot> spots = spots_held(look, held, lane, touch);
  if (belong_there(look, touch, spots))
    add(row, elements_of(*look.recording(), touch), ranges > 2);
  else
    add(row, held_in_words(spots), lane);
  add(row, row.wavefront < 0 ? kDash : std::to_string(row.wavefront), row.wavefront);
  return row;
}

LaneRow global_row(const Look& look, int lane, int ranges) {
  const Current& now = *look.current;
  LaneRow row{
      .lane = lane, .active = now.active(lane), .cells = {std::to_string(lane)}, .keys = {static_cast<double>(lane)}};
  row.byte = row.active ? now.address(lane) : 0;
  const std::vector<Touched> touch = session::touched(look, lane);
  add(row, words::thousands(row.byte), row.byte);
  const std::uint32_t from_boundary = now.tensor.from_boundary(row.byte);
  for (const std::uint32_t unit : {analysis::kSectorBytes, analysis::kLineBytes})
    add(row, words::thousands(from_boundary / unit), from_boundary / unit);
  add(row, elements_of(*look.recording(), touch), ranges > 0);
  if (look.recording()->shared_bytes != 0) add(row, cells_of(*look.recording(), touch), ranges > 1);
  return row;
}

LaneRow row_of(const Look& look, int lane, int ranges, const HeldElements& held) {
  return look.current->shared() ? shared_row(look, lane, ranges, held) : global_row(look, lane, ranges);
}

/// The tile that holds parts of a matrix, or the matrix a tile is of; empty if there is none.
std::string partner_of(const Look& look) {
  const format::Recording& recording = *look.recording();
  if (look.current->shared()) return look.current->tensor.of;
  const auto tile = analysis::tile_tensor_of(recording, look.current->site.tensor);
  return tile ? recording.tensors[*tile].name : "";
}

}  // namespace

LaneRow lane_row(const Look& look, int lane, int ranges) { return row_of(look, lane, ranges, HeldElements(look)); }

LaneTable lane_table(const Look& look, int ranges) {
  LaneTable table;
  const HeldElements held(look);
  const std::string name = look.current->tensor.name, partner = partner_of(look);
  const std::string other = partner.empty() ? "" : partner + " ";
  if (look.current->shared()) {
    table.titles = {place_word(look), "byte", "bank", "word", name + " cell", other + "element", "wavefront"};
    table.widths =
        ranges > 0 ? std::vector<float>{36, 56, 50, 48, 117, 126, 68} : std::vector<float>{34, 48, 38, 42, 76, 84, 70};
  } else {
    table.titles = {
        place_word(look), "byte", "sector", "line", name + " element", partner.empty() ? "cell" : partner + " cell"};
    table.widths =
        ranges > 0 ? std::vector<float>{36, 72, 60, 52, 126, 117} : std::vector<float>{34, 60, 52, 44, 87, 80};
    if (!look.current->tensor.parts.empty()) table.widths[4] += 90;  // it is named in each row
    if (look.recording()->shared_bytes == 0) table.titles.pop_back(), table.widths.pop_back();
  }
  for (int lane = 0; lane < format::kLanes; ++lane) table.rows.push_back(row_of(look, lane, ranges, held));
  return table;
}

void sort_lanes(LaneTable& table, int column, bool descending) {
  const auto c = static_cast<std::size_t>(std::clamp(column, 0, static_cast<int>(table.titles.size()) - 1));
  std::stable_sort(table.rows.begin(), table.rows.end(), [&](const LaneRow& a, const LaneRow& b) {
    if (c != 0 && a.active != b.active) return a.active;
    return descending ? a.keys[c] > b.keys[c] : a.keys[c] < b.keys[c];
  });
}

std::string text_of(const LaneTable& table) {
  std::string text;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    for (std::size_t c = 0; c < cells.size(); ++c) text += (c == 0 ? "" : "\t") + cells[c];
    text += '\n';
  };
  add_line(table.titles);
  for (const LaneRow& row : table.rows) add_line(row.cells);
  // Other programs read plain digits as numbers.
  for (std::size_t at; (at = text.find(kThinSpace)) != std::string::npos;)
    text.erase(at, std::string(kThinSpace).size());
  return text;
}

}  // namespace gemmscope::views
