// SPDX-License-Identifier: MIT
// Sums on their way through shared memory, where a lane loads several at once and stores them one by one.
#include "tracing/analysis/departures.h"

#include <gtest/gtest.h>

#include "tests/analysis/recording_builder.h"
#include "tests/found_tile.h"
#include "tests/layout/layouts.h"
#include "tracing/analysis/life_of.h"

namespace gemmscope::analysis::testing {
namespace {

constexpr std::uint16_t kOutput = 0, kCs = 1, kStage = 0, kFetch = 1, kWriteBack = 2;

format::Request request(std::uint16_t site) {
  format::Request request{.site = site, .k_tile = format::kEpilogue, .phase = format::Phase::kWriteBack, .mask = 0xf};
  request.address.fill(format::kInactive);
  return request;
}

/// Lane l stages row l of a tile of 4 x 4, loads the row after it and stores that to C, 4 bytes at a time.
format::Recording rows_taken_by_the_lane_before() {
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = r.grid_x = 1, r.threads = 32, r.shared_bytes = 64;
  r.tensors.resize(2);
  for (format::Tensor& tensor : r.tensors) tensor.element_bytes = 4, tensor.layout = padded_rows(4, 4);
  r.tensors[kOutput].name = "C", r.tensors[kOutput].space = format::Space::kGlobal;
  r.tensors[kCs].name = "Cs", r.tensors[kCs].space = format::Space::kShared;
  r.sites = {{.name = "cs_store", .tensor = kCs, .op = format::Op::kStore, .width = 16},
             {.name = "cs_load", .tensor = kCs, .op = format::Op::kLoad, .width = 16},
             {.name = "C_store", .tensor = kOutput, .op = format::Op::kStore, .width = 4}};
  std::vector<format::Request> requests{request(kStage), request(kFetch)};
  for (std::uint32_t lane = 0; lane < 4; ++lane)
    requests[0].address[lane] = 16 * lane, requests[1].address[lane] = 16 * ((lane + 1) % 4);
  for (std::uint32_t column = 0; column < 4; ++column) {
    requests.push_back(request(kWriteBack));
    for (std::uint32_t lane = 0; lane < 4; ++lane) requests.back().address[lane] = 16 * ((lane + 1) % 4) + 4 * column;
  }
  builder.add_block(0, 0, requests);
  format::Recording described = builder.finish();
  gemmscope::testing::put_tile(described, {{4, 4, 4}}, 4, 4, 4);
  return described;
}

TEST(Departures, AWideLoadFeedsAsManyStoresAsItHasElements) {
  const format::Recording r = rows_taken_by_the_lane_before();
  Ownership owners{.rows = 4, .columns = 4, .lanes = std::vector<LaneShare>(32), .owners = {}};
  for (int element = 0; element < 16; ++element) owners.owners.push_back(element / 4);
  Pace pace(1000, {});
  const auto found = departures(r, 0, owners, std::vector<char>(16, 1), pace);
  ASSERT_EQ(found.size(), 16u);
  for (const Departure& each : found) {
    const auto& [tensor, row, column] = each.element;
    SCOPED_TRACE(std::to_string(row) + ", " + std::to_string(column));
    ASSERT_TRUE(each.staged && each.fetched);
    EXPECT_EQ(each.staged->lane, row);
    EXPECT_EQ(each.staged->byte, 16 * row + 4 * column);
    EXPECT_EQ(each.fetched->byte, 16 * row + 4 * column);
    EXPECT_EQ(each.stored.when.request, 2 + column);
    EXPECT_EQ(each.stored.lane, (row + 3) % 4);
    EXPECT_TRUE(each.by_owner);
  }
}

TEST(Departures, EachRegisterOfAWideLoadIsFollowedToItsOwnElement) {
  const format::Recording r = rows_taken_by_the_lane_before();
  for (std::uint8_t part = 0; part < 4; ++part) {
    const auto life = life_of(r, 0, Register{.warp = 0, .request = 1, .lane = 2, .part = part});
    EXPECT_EQ(life->element, (Element{kOutput, 3, part}));
  }
}

}  // namespace
}  // namespace gemmscope::analysis::testing
