// SPDX-License-Identifier: MIT
// What views show for an array that begins inside a sector: each lane at its place in memory.
#include <gtest/gtest.h>

#include <memory>

#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/session/session.h"
#include "app/views/banks/sector_picture.h"
#include "app/views/lanes/rows.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/excess_words.h"
#include "app/views/stores/picture.h"
#include "app/views/view.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

/// A store of 32 floats in a row, from the array's first element on.
session::Session at_store(std::optional<std::uint8_t> past_boundary) {
  auto recording = format::read_file("tests/data/recorded/transpose.gst");
  EXPECT_TRUE(recording);
  for (format::Tensor& tensor : recording->tensors)
    if (tensor.space == format::Space::kGlobal) tensor.past_boundary = past_boundary;
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(*std::move(recording)));
  const format::Recording& r = *session.look.recording();
  for (const format::Site& site : r.sites)
    if (site.op == format::Op::kStore && r.tensors[site.tensor].space == format::Space::kGlobal) {
      EXPECT_TRUE(session::follow(session, *session::parse_link("site=" + site.name)));
    }
  EXPECT_EQ(session.look.current->request.mask, 0xffffffffu);
  EXPECT_EQ(session.look.current->address(31), 31u * 4);
  return session;
}

TEST(PastBoundary, PutsEachLaneInItsSectorAndLine) {
  for (const std::uint32_t past : {0u, 16u, 32u, 116u, 132u}) {
    const session::Session s = at_store(static_cast<std::uint8_t>(past));
    const LaneTable table = lane_table(s.look, kAllRanges);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      EXPECT_EQ(table.rows[lane].cells[1], std::to_string(4 * lane));  // of the array
      EXPECT_EQ(table.rows[lane].cells[2], std::to_string((past + 4 * lane) / 32));
      EXPECT_EQ(table.rows[lane].cells[3], std::to_string((past + 4 * lane) / 128));
    }
  }
  EXPECT_EQ(lane_table(at_store({}).look, 0).rows[8].cells[2], "1");  // for a file that does not say
}

TEST(PastBoundary, MovesTheLanesInThePictureOfLines) {
  const session::Session s = at_store(16);
  const std::vector<LineBox> lines = lines_of(s.look.current->access, s.look.current->global);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].moved(), 4);
  EXPECT_EQ(lines[1].moved(), 1);
  EXPECT_EQ(lines[0].sectors[0].used_bytes, 16);
  ASSERT_EQ(lines[0].sectors[0].capsules.size(), 4u);
  EXPECT_EQ(lines[0].sectors[0].capsules[0].column, 4);  // words of the line
  EXPECT_EQ(lines[1].sectors[0].capsules[0].lanes, 1u << 28);
}

TEST(PastBoundary, PutsSectorsAroundTheElementsThatAreStored) {
  const session::Session s = at_store(16);
  const std::vector<RequestRow> rows = request_rows(s.look);
  ASSERT_EQ(rows.size(), 1u);
  ASSERT_EQ(rows[0].sectors.size(), 5u);
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(rows[0].sectors[i].column, 8 * static_cast<std::int64_t>(i) - 4);
    EXPECT_EQ(rows[0].sectors[i].bytes, i % 4 == 0 ? 16u : 32u);
  }
}

TEST(PastBoundary, IsSaidWhereItCosts) {
  format::Tensor x;
  x.name = "x";
  EXPECT_EQ(begin_in_words(x), "");
  x.past_boundary = 128;
  EXPECT_EQ(begin_in_words(x), "");
  x.past_boundary = 144;
  EXPECT_EQ(begin_in_words(x), "x begins 16 bytes into a sector");
  x.past_boundary = 64;
  EXPECT_EQ(begin_in_words(x), "x begins 64 bytes into a line");
}

TEST(PastBoundary, IsSaidInEveryViewThatCountsSectors) {
  const std::string words = "begins 16 bytes into a sector";
  for (const char* view : {"lanes", "banks"}) {
    const auto text = find_view(view)->texts.front().of;
    EXPECT_NE(text(at_store(16).look).value().find(words), std::string::npos) << view;
    EXPECT_EQ(text(at_store(0).look).value().find(words), std::string::npos) << view;
  }
  EXPECT_NE(losses_in_words(at_store(16).look).find(words), std::string::npos);  // in Metrics
  EXPECT_EQ(losses_in_words(at_store(0).look).find(words), std::string::npos);
}

}  // namespace
}  // namespace gemmscope::views
