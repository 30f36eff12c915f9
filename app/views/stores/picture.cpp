// SPDX-License-Identifier: MIT
#include "app/views/stores/picture.h"

#include <algorithm>
#include <bit>
#include <map>

#include "app/views/parts/pieces.h"
#include "app/words/number.h"
#include "tracing/format/block_name.h"
#include "tracing/format/place_name.h"

namespace gemmscope::views {
namespace {

/// What a lane stores, of all it owns: subtile (i, j), and in it line `line` of `lines`.
struct Part {
  std::size_t i = 0, j = 0, of_rows = 0, of_columns = 0;
  std::uint32_t line = 0, lines = 0;
  friend bool operator==(const Part&, const Part&) = default;
};

/// nullopt if the first element that it stores is not its own.
std::optional<Part> part_of(const session::Look& look, const analysis::Ownership& owners, const analysis::Rect& tile,
                            int lane) {
  const auto elements = elements_touched(look, lane);
  if (elements.empty()) return std::nullopt;
  const std::uint32_t row = elements[0].row - tile.row, column = elements[0].column - tile.column;
  const bool by_columns = look.current->tensor.layout.column_major;
  const Pieces pieces = pieces_of(owners.share(look.cursor.warp, lane));
  for (std::size_t i = 0; i < pieces.rows.size(); ++i)
    for (std::size_t j = 0; j < pieces.columns.size(); ++j)
      if (const analysis::Rect part = pieces.of(i, j); part.contains(row, column))
        return Part{i,
                    j,
                    pieces.rows.size(),
                    pieces.columns.size(),
                    by_columns ? column - part.column : row - part.row,
                    by_columns ? part.columns : part.rows};
  return std::nullopt;
}

}  // namespace

namespace {

/// Where an element is among the rows of a request.
struct InRow {
  std::uint32_t row = 0, column = 0;
};

InRow in_row(const format::Tensor& array, std::uint32_t pitch, std::uint32_t element) {
  const format::Part* const part = format::part_at(array, std::uint64_t{element} * array.element_bytes);
  if (part == nullptr && !array.parts.empty()) return {static_cast<std::uint32_t>(array.parts.size()), element};
  if (part == nullptr) return {element / pitch, element % pitch};
  return {static_cast<std::uint32_t>(part - array.parts.data()), element - part->offset / array.element_bytes};
}

/// The array has no known rows: what a row of its picture is means nothing.
bool is_folded(const session::Look& look) {
  return look.loaded->shapes[look.current->site.tensor].from == analysis::ArrayShape::From::kFolded;
}

void name_row(RequestRow& row, const session::Look& look, std::uint32_t pitch) {
  const format::Tensor& array = look.current->tensor;
  if (row.row < array.parts.size())
    row.name = array.parts[row.row].name;
  else if (!array.parts.empty())
    row.name = "outside";  // of all allocations
  else if (is_folded(look))
    row.first = row.row * pitch;
  else
    row.name = (array.layout.column_major ? "col " : "row ") + std::to_string(row.row),
    row.across = array.layout.column_major ? "row " : "col ";
}

}  // namespace

std::vector<RequestRow> request_rows(const session::Look& look) {
  const session::Current& now = *look.current;
  if (now.shared()) return {};
  const std::uint32_t bytes = now.tensor.element_bytes, pitch = look.loaded->shapes[now.site.tensor].pitch;
  if (pitch == 0) return {};
  std::map<std::uint32_t, RequestRow> rows;
  for (int lane = 0; lane < format::kLanes; ++lane) {
    if (!now.active(lane)) continue;
    const InRow at = in_row(now.tensor, pitch, now.address(lane) / bytes);
    rows[at.row].lanes.push_back({lane, at.column, std::max(1u, now.site.width / bytes)});
  }
  // A sector that crosses the end of a row belongs to the row of its first touched byte.
  for (std::size_t s = 0; s < now.global.sector_count; ++s) {
    const analysis::SectorUse& use = now.global.sectors[s];
    const std::int64_t begin = std::int64_t{use.sector} * analysis::kSectorBytes - now.tensor.from_boundary(0);
    const auto touched = static_cast<std::uint32_t>(begin + std::countr_zero(use.bytes)) / bytes;
    const InRow at = in_row(now.tensor, pitch, touched);
    const std::int64_t row_begin = std::int64_t{touched} - at.column;
    const std::int64_t column = (begin - (begin < 0 ? bytes - 1 : 0)) / bytes - row_begin;
    rows[at.row].sectors.push_back(
        {column, analysis::kSectorBytes / bytes, static_cast<std::uint32_t>(std::popcount(use.bytes))});
  }
  std::vector<RequestRow> list;
  for (auto& [number, row] : rows) {
    row.row = number;
    name_row(row, look, pitch);
    list.push_back(std::move(row));
  }
  return list;
}

ColumnRange columns_asked_for(const std::vector<RequestRow>& rows) {
  ColumnRange range{INT64_MAX, INT64_MIN};
  for (const RequestRow& row : rows)
    for (const LaneSpan& lane : row.lanes)
      range.first = std::min<std::int64_t>(range.first, lane.column),
      range.end = std::max<std::int64_t>(range.end, lane.column + lane.columns);
  return range.first > range.end ? ColumnRange{} : range;
}

ColumnRange columns_of(const std::vector<RequestRow>& rows) {
  ColumnRange range = columns_asked_for(rows);
  for (const RequestRow& row : rows)
    for (const SectorSpan& sector : row.sectors)
      range.first = std::min(range.first, sector.column),
      range.end = std::max(range.end, sector.column + sector.columns);
  return range;
}

namespace {

/// "column 0", "rows 0 ... 7"; of sectors that go on behind the `length` of a row "columns 58 ... 69 and 4 beyond
/// the row".
std::string range_in_words(ColumnRange range, const std::string& of, std::int64_t length = INT64_MAX) {
  const std::int64_t end = std::min(range.end, length);
  const auto first = static_cast<std::uint32_t>(std::max<std::int64_t>(0, range.first)),
             last = static_cast<std::uint32_t>(std::max<std::int64_t>(1, end) - 1);
  const std::string text = of + (first == last ? " " : "s ") + span_text(first, last);
  if (end == range.end) return text;
  return text + " and " + std::to_string(range.end - end) + " beyond the " + (of == "row" ? "column" : "row");
}

/// All as one row, whose columns are elements of the array.
RequestRow joined(const std::vector<RequestRow>& rows) {
  RequestRow all;
  for (const RequestRow& row : rows) {
    for (LaneSpan lane : row.lanes) lane.column += row.first, all.lanes.push_back(lane);
    for (SectorSpan sector : row.sectors) sector.column += row.first, all.sectors.push_back(sector);
  }
  return all;
}

}  // namespace

RequestWords request_in_rows(const session::Look& look, const std::vector<RequestRow>& rows) {
  const format::Tensor& array = look.current->tensor;
  const bool by_columns = array.layout.column_major, parts = !array.parts.empty(), folded = !parts && is_folded(look);
  const std::vector<RequestRow> counted = folded ? std::vector{joined(rows)} : rows;
  // Across what is contiguous in memory.
  const std::string each = parts || folded ? "element" : by_columns ? "row" : "column";
  const std::int64_t length =
      parts || folded ? INT64_MAX : std::int64_t{look.loaded->shapes[look.current->site.tensor].pitch};
  RequestWords said{"", range_in_words(columns_asked_for(counted), each),
                    range_in_words(columns_of(counted), each, length)};
  if (folded)
    said.asked = said.range + " of " + array.name;
  else if (parts)
    said.asked = words::count_of(rows.size(), "allocation") + ", " + said.range;
  else
    said.asked = words::count_of(rows.size(), by_columns ? "column" : "row") + " of " + array.name + ", " + said.range;
  return said;
}

namespace {

/// Moves what `piece` holds of `from` to `to`. False if something crosses one of its ends.
template <class Spans>
bool take(const Spans& from, ColumnRange piece, Spans& to) {
  for (const auto& span : from) {
    const std::int64_t begin = span.column, end = begin + span.columns;
    if (end <= piece.first || begin >= piece.end) continue;
    if (begin < piece.first || end > piece.end) return false;
    to.push_back(span);
  }
  return true;
}

}  // namespace

std::vector<FoldedRow> folded(const std::vector<RequestRow>& rows, std::uint32_t pieces) {
  const ColumnRange all = columns_of(rows);
  const std::int64_t each = (all.end - all.first + pieces - 1) / pieces;
  std::vector<FoldedRow> lines;
  for (const RequestRow& row : rows) {
    bool begins = true;
    for (std::int64_t first = all.first; first < all.end; first += each) {
      FoldedRow line{{row.row, {}, {}, row.name, row.first, row.across}, {first, first + each}, begins};
      if (!take(row.lanes, line.columns, line.row.lanes) || !take(row.sectors, line.columns, line.row.sectors))
        return {};
      if (line.row.lanes.empty()) continue;
      lines.push_back(std::move(line));
      begins = false;
    }
  }
  return lines;
}

std::string part_in_words(const session::Look& look, const analysis::Rect& tile) {
  const auto owners = analysis::ownership(*look.recording(), look.cursor.block);
  if (!owners || look.k_tile() != format::kEpilogue) return {};
  std::optional<Part> all;
  for (int lane = 0; lane < format::kLanes; ++lane) {
    if (!look.current->active(lane)) continue;
    const auto part = part_of(look, *owners, tile, lane);
    if (!part || (all && *part != *all)) return {};
    all = part;
  }
  if (!all) return {};
  std::string text;
  if (all->of_rows * all->of_columns > 1)
    text = "subtile " + std::to_string(all->i) + "," + std::to_string(all->j) + " of " + std::to_string(all->of_rows) +
           " \u00d7 " + std::to_string(all->of_columns);
  if (all->lines > 1)
    text += std::string(text.empty() ? "" : ", ") + (look.current->tensor.layout.column_major ? "column " : "row ") +
            std::to_string(all->line) + " of each thread tile";
  return text;
}

std::uint32_t lanes_beyond(const session::Look& look, const analysis::Rect& tile) {
  const format::Recording& recording = *look.recording();
  const session::Current& now = *look.current;
  const auto C = recording.tensor_of(format::Matrix::kC);
  if (!C || now.site.tensor != *C || now.site.op != format::Op::kStore) return 0;
  const analysis::Rect product = analysis::product_part(recording, tile, format::Matrix::kC);
  const std::uint32_t lines = now.tensor.layout.column_major ? now.tensor.layout.columns : now.tensor.layout.rows;
  std::uint32_t beyond = 0;
  for (int lane = 0; lane < format::kLanes; ++lane) {
    const bool is_in_C =
        now.active(lane) && now.address(lane) / now.tensor.element_bytes / now.tensor.layout.pitch < lines;
    const std::vector<session::Element> elements = elements_touched(look, lane);
    if (is_in_C &&
        std::ranges::none_of(elements, [&](const session::Element& e) { return product.contains(e.row, e.column); }))
      beyond |= 1u << lane;
  }
  return beyond;
}

}  // namespace gemmscope::views
