// SPDX-License-Identifier: MIT
#include "app/views/stores/picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "app/session/findings.h"
#include "app/views/parts/block_part.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/finding_place.h"
#include "tests/stage_views/moments.h"

namespace gemmscope::views {
namespace {

/// The block's tile of C, an element in each cell, the request at the cursor included.
BlockPart tile_so_far(const session::Session& session) {
  const std::uint16_t C = *session.look.recording()->tensor_of(format::Matrix::kC);
  BlockPart part = block_part({0, 0, 2000, 2000}, session.look, C, moment_of(session.look));
  add_request(part, session.look);
  return part;
}

std::ptrdiff_t written(const session::Session& session) {
  return std::ranges::count_if(tile_so_far(session).writes,
                               [](const analysis::CellWrite& each) { return each.write.written; });
}

TEST(StoreRows, ARequestIsRowsOfLanesOverSectors) {
  session::Session session = at_first();
  EXPECT_EQ(written(session), 0);
  session::go_to_k_tile(session.look, format::kEpilogue);
  const auto rows = request_rows(session.look);
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_EQ(rows[2].row, 16u);
  ASSERT_EQ(rows[2].lanes.size(), 4u);
  EXPECT_EQ(rows[2].lanes[1].lane, 9);
  EXPECT_EQ(rows[2].lanes[1].column, 4u);
  ASSERT_EQ(rows[2].sectors.size(), 2u);
  EXPECT_EQ(rows[2].sectors[1].column, 8);
  EXPECT_EQ(rows[2].sectors[1].bytes, 32u);
  EXPECT_EQ(written(session), 128);
  session::go_end(session.look);
  EXPECT_EQ(written(session), 64 * 64);  // of one warp; higher warps of the interval come later
}

TEST(StoreRows, AnElementNamesTheLaneThatWritesItNowAndAfterwards) {
  session::Session session = at_first();
  session::go_to_k_tile(session.look, format::kEpilogue);
  const auto lane_at = [&](std::size_t row, std::size_t column) {
    const BlockPart part = tile_so_far(session);
    const analysis::Write write = part.writes[row * part.slot.grid.columns() + column].write;
    return write.written ? int{write.lane} : -1;
  };
  EXPECT_EQ(lane_at(0, 0), 0);
  EXPECT_EQ(lane_at(16, 4), 9);
  EXPECT_EQ(lane_at(16, 7), 9);
  EXPECT_EQ(lane_at(17, 4), -1);
  session::step_request(session.look, +1);  // the next row of each thread tile
  EXPECT_EQ(lane_at(16, 7), 9);
  EXPECT_EQ(lane_at(17, 4), 9);
}

/// A deliberately broken kernel, at finding `number`.
session::Session at_finding(const std::string& kernel, std::size_t number) {
  session::Session session = recorded("kernel=" + kernel);
  session::open_finding(session, number);
  return session;
}

TEST(StoreRows, TheOtherAccessIsMarkedInItsBlockToo) {
  session::Session session = at_finding("vectorized_roles_swapped", 0);
  const auto element = marked_element(session.look);
  ASSERT_TRUE(element);
  session::go_to_other_access(session.look);
  EXPECT_EQ(session.look.block().y, 0u);
  EXPECT_EQ(marked_element(session.look), element);
  EXPECT_NE(finding_note(session.look)
                .find("thread 0 (warp 0, lane 0) writes it, line " + line_text(session, "C_store") + ", request "),
            std::string::npos)
      << finding_note(session.look);
}

TEST(FindingMarks, AreWhatTheLegendShows) {
  const auto mark = [](const char* kernel, std::size_t number) {
    return finding_mark(at_finding(kernel, number).look);
  };
  EXPECT_EQ(mark("vectorized_roles_swapped", 0), FindingMark::kElsewhere);
  EXPECT_EQ(mark("coalesced_reads_C", 0), FindingMark::kFrame);
  EXPECT_EQ(mark("block_tile_half_copied", 0), FindingMark::kCross);
  EXPECT_EQ(mark("block_tile_spilled", 0), FindingMark::kOutside);
  session::Session session = at_finding("block_tile_spilled", 0);
  session::step_request(session.look, -1);
  EXPECT_EQ(finding_mark(session.look), FindingMark::kNone);
}

TEST(StoreRows, HalfUsedSectorsTakeTwiceTheRoom) {
  session::Session session = recorded("preset=tm1_wniter1/size=256x256x64");
  session::go_to_k_tile(session.look, format::kEpilogue);
  const auto rows = request_rows(session.look);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].sectors.size(), 8u);
  EXPECT_EQ(columns_of(rows).end, 64);
}

/// Two lanes a sector, sixteen columns: cut in the middle, at the sectors, and through them.
TEST(StoreRows, RowsAreCutIntoPiecesThatLeaveLanesAndSectorsWhole) {
  session::Session session = at_first();
  session::go_to_k_tile(session.look, format::kEpilogue);
  const auto rows = request_rows(session.look);
  ASSERT_EQ(columns_of(rows).end, 16);
  const auto lines = folded(rows, 2);
  ASSERT_EQ(lines.size(), 16u);
  EXPECT_EQ(lines[5].row.row, 16u);
  EXPECT_FALSE(lines[5].begins);
  EXPECT_TRUE(lines[4].begins);
  EXPECT_EQ(lines[5].columns.first, 8);
  ASSERT_EQ(lines[5].row.lanes.size(), 2u);
  EXPECT_EQ(lines[5].row.lanes[0].lane, 10);
  ASSERT_EQ(lines[5].row.sectors.size(), 1u);
  EXPECT_TRUE(folded(rows, 4).empty());
  EXPECT_EQ(folded(rows, 1).size(), rows.size());
}

TEST(StoreRows, TheFirstShownPieceOfARowHasItsName) {
  const std::vector<RequestRow> rows{{0, {{.lane = 0, .column = 0}}, {}}, {1, {{.lane = 1, .column = 9}}, {}}};
  const auto lines = folded(rows, 2);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].begins && lines[1].begins);
}

TEST(StoreRows, ColumnsAskedForAreNotThoseOfTheSectors) {
  session::Session session = recorded("kernel=naive/k_tile=end");  // its warps stand down a column of C
  const auto rows = request_rows(session.look);
  ASSERT_EQ(rows.size(), 32u);
  EXPECT_EQ(columns_asked_for(rows).end - columns_asked_for(rows).first, 1);
  EXPECT_EQ(columns_of(rows).end - columns_of(rows).first, 8);
}

/// Of the store to C number `number` of warp 0.
std::string part(const char* link, std::uint32_t number = 0) {
  session::Session session = recorded(link);
  session::go_to_k_tile(session.look, format::kEpilogue);
  const auto is_store = [&] {
    return session.look.current->tensor.name == "C" && session.look.current->site.op == format::Op::kStore;
  };
  for (int left = 100; left > 0 && (!is_store() || number-- > 0); --left) session::step_request(session.look, 1);
  EXPECT_TRUE(is_store()) << link;
  return part_in_words(session.look,
                       analysis::block_tiles(*session.look.recording(), session.look.block(), format::kEpilogue)->C);
}

TEST(StoreRows, ThePartOfEachLaneIsNamedWhereAllStoreTheirOwn) {
  EXPECT_EQ(part("size=128x128x16", 3), "subtile 0,0 of 1 \u00d7 4, row 3 of each thread tile");
  EXPECT_EQ(part("kernel=block_tile/size=128x128x16"), "row 0 of each thread tile");
  EXPECT_EQ(part("kernel=naive/size=64x64x4"), "");
  // Column-major: a float4 lies along a column.
  EXPECT_EQ(part("kernel=direct_store/size=64x64x16", 2), "subtile 0,0 of 2 \u00d7 2, column 1 of each thread tile");
  // Staged: lane 0 happens to store an element of its own, lane 1 one of lane 0's.
  EXPECT_EQ(part("kernel=sgemm64/size=64x64x16"), "");
}

TEST(StoreRows, OnlyRequestsToGlobalMemoryHaveRows) {
  session::Session session = at_first();
  ASSERT_EQ(session.look.current->tensor.name, "A");
  EXPECT_FALSE(request_rows(session.look).empty());
  session::step_request(session.look, 1);
  ASSERT_TRUE(session.look.current->shared());
  EXPECT_TRUE(request_rows(session.look).empty());
}

/// In tests/data/recorded, at the first request that meets the condition.
session::Session program_at(const std::string& name, const std::function<bool(const session::Current&)>& meets) {
  session::Session session = recorded_program(name);
  for (std::uint32_t request = 0; !meets(*session.look.current); ++request)
    session::go_to_request(session.look, request);
  return session;
}

TEST(StoreRows, ARequestToSeveralAllocationsHasARowForEach) {
  const session::Session session =
      program_at("gather", [](const session::Current& now) { return !now.tensor.parts.empty(); });
  const auto rows = request_rows(session.look);
  const auto& parts = session.look.current->tensor.parts;
  ASSERT_GT(rows.size(), 16u);  // some lanes have nothing to load
  for (const RequestRow& row : rows) {
    ASSERT_EQ(row.lanes.size(), 1u);
    EXPECT_EQ(row.name, parts[static_cast<std::size_t>(row.lanes[0].lane)].name);  // in the order of the lanes
    EXPECT_EQ(row.lanes[0].column, 0u);
    ASSERT_EQ(row.sectors.size(), 1u);
    EXPECT_EQ(row.sectors[0].column, 0);
  }
  const RequestWords said = request_in_rows(session.look, rows);
  EXPECT_EQ(said.asked, std::to_string(rows.size()) + " allocations, element 0");
  EXPECT_EQ(said.moved, "elements 0 \u2026 7");
}

TEST(StoreRows, ARequestToAnArrayWithoutRowsIsCountedInItsElements) {
  const session::Session session =
      program_at("gemv", [](const session::Current& now) { return now.tensor.name == "x" && now.address(0) > 0; });
  const auto rows = request_rows(session.look);
  const session::Current& now = *session.look.current;
  const std::uint32_t first = now.address(0) / 4;
  std::uint32_t end = first;
  for (int lane = 0; lane < format::kLanes; ++lane)
    if (now.active(lane)) end = std::max(end, (now.address(lane) + now.site.width) / 4);
  EXPECT_EQ(rows.at(0).name, "");
  EXPECT_EQ(rows.at(0).first + rows.at(0).lanes.at(0).column, first);
  const RequestWords said = request_in_rows(session.look, rows);
  EXPECT_EQ(said.asked, "elements " + std::to_string(first) + " \u2026 " + std::to_string(end - 1) + " of x");
}

/// Rows of 100 floats end inside a sector.
TEST(StoreRows, ASectorThatGoesOnBehindARowHasNoColumnsThatTheRowHasNot) {
  session::Session last = program_at("tiled", [](const session::Current&) { return true; });
  ASSERT_TRUE(session::follow(last, *session::parse_link("block=0,3/site=B_load")));
  const RequestWords said = request_in_rows(last.look, request_rows(last.look));
  EXPECT_EQ(said.asked, "1 row of B, columns 96 \u2026 99");
  EXPECT_EQ(said.moved, "columns 96 \u2026 99 and 4 beyond the row");
}

}  // namespace
}  // namespace gemmscope::views
