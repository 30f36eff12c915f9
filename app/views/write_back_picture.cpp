// SPDX-License-Identifier: MIT
#include "app/views/write_back_picture.h"

#include <algorithm>
#include <bit>
#include <map>

namespace gemmscope::views {

std::vector<RequestRow> request_rows(const session::Session& session) {
  const session::Current& now = *session.current;
  if (now.tensor.name != "C" || now.tensor.pitch == 0) return {};
  const std::uint32_t bytes = now.tensor.element_bytes;
  std::map<std::uint32_t, RequestRow> rows;
  for (int lane = 0; lane < format::kLanes; ++lane) {
    if (!now.active(lane)) continue;
    const std::uint32_t first = now.address(lane) / bytes;
    RequestRow& row = rows[first / now.tensor.pitch];
    row.row = first / now.tensor.pitch;
    row.lanes.push_back({lane, first % now.tensor.pitch, std::max(1u, now.site.width / bytes)});
  }
  // A sector that crosses the end of a row belongs to the row of its first touched byte.
  for (std::size_t s = 0; s < now.global.sector_count; ++s) {
    const analysis::SectorUse& use = now.global.sectors[s];
    const std::uint32_t touched =
        use.sector * analysis::kSectorBytes + static_cast<std::uint32_t>(std::countr_zero(use.bytes));
    const std::uint32_t row = touched / bytes / now.tensor.pitch;
    rows[row].sectors.push_back(
        {std::int64_t{use.sector} * analysis::kSectorBytes / bytes - std::int64_t{row} * now.tensor.pitch,
         analysis::kSectorBytes / bytes, static_cast<std::uint32_t>(std::popcount(use.bytes))});
  }
  std::vector<RequestRow> list;
  for (auto& [number, row] : rows) list.push_back(std::move(row));
  return list;
}

ColumnRange columns_of(const std::vector<RequestRow>& rows) {
  ColumnRange range{INT64_MAX, INT64_MIN};
  for (const RequestRow& row : rows) {
    for (const LaneSpan& lane : row.lanes)
      range.first = std::min<std::int64_t>(range.first, lane.column),
      range.end = std::max<std::int64_t>(range.end, lane.column + lane.columns);
    for (const SectorSpan& sector : row.sectors)
      range.first = std::min(range.first, sector.column),
      range.end = std::max(range.end, sector.column + sector.columns);
  }
  return range.first > range.end ? ColumnRange{} : range;
}

std::vector<analysis::Write> c_writers(const session::Session& session, const analysis::Rect& tile) {
  const format::Recording& recording = *session.recording();
  const auto C = analysis::tensor_named(recording, "C");
  if (!C) return {};
  auto writers = analysis::matrix_writers(recording, *C, tile, moment_of(session));
  const session::Current& now = *session.current;
  if (now.site.tensor != *C || now.site.op != format::Op::kStore) return writers;
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const session::Element& element : elements_touched(session, lane)) {
      if (!tile.contains(element.row, element.column)) continue;
      writers[std::size_t{element.row - tile.row} * tile.columns + (element.column - tile.column)] = {
          .written = true,
          .lane = static_cast<std::uint8_t>(lane),
          .warp = now.request.warp,
          .site = now.request.site,
          .request = session.cursor.request,
          .interval = now.request.interval,
          .k_tile = now.request.k_tile};
    }
  return writers;
}

}  // namespace gemmscope::views
