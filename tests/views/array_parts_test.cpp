// SPDX-License-Identifier: MIT
// What is said of an array that is many allocations: places are named by theirs. Recorded from
// tests/programs/batched.cu: each lane adds the numbers of a row that is an allocation of its own.
#include <gtest/gtest.h>

#include <memory>

#include "app/session/followed.h"
#include "app/session/refresh.h"
#include "app/session/selecting.h"
#include "app/session/session.h"
#include "app/views/lanes/rows.h"
#include "app/views/parts/array_words.h"
#include "app/views/parts/stage_words.h"
#include "app/words/finding_words.h"
#include "tests/requests.h"
#include "tracing/format/block_name.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

session::Session gather() {
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(*format::read_file("tests/data/recorded/gather.gst")));
  return session;
}

std::uint16_t rows_of(const format::Recording& r) {
  const auto has_parts = [](const format::Tensor& t) { return !t.parts.empty(); };
  return static_cast<std::uint16_t>(std::ranges::find_if(r.tensors, has_parts) - r.tensors.begin());
}

TEST(ArrayParts, NameThePlacesInThem) {
  const session::Session session = gather();
  const format::Recording& r = *session.look.recording();
  const std::uint16_t rows = rows_of(r);
  ASSERT_EQ(r.tensors[rows].parts.size(), 32u);
  const format::Part &first = r.tensors[rows].parts[0], &third = r.tensors[rows].parts[2];
  const std::uint32_t element = third.offset / 4 + 1;
  const analysis::ArrayShape& shape = session.look.loaded->shapes[rows];
  EXPECT_EQ(size_text(r.tensors[rows], shape), "32 of them");
  EXPECT_EQ(element_text(r, rows, shape, element), third.name + "[1]");
  EXPECT_EQ(elements_text(r, rows, shape, {element, element + 2, element + 1}), third.name + "[1 \u2026 3]");
  EXPECT_EQ(elements_text(r, rows, shape, {element, 0}),
            "2 elements of *rows, " + first.name + "[0] \u2026 " + third.name + "[1]");
  EXPECT_EQ(element_text(r, rows, shape, first.bytes / 4), "*rows[" + std::to_string(first.bytes / 4) + "]");
  EXPECT_EQ(places_text(r, {{rows, 0, element}, {rows, 0, 0}}), first.name + "[0] \u2026 " + third.name + "[1]");
  const analysis::Finding finding{.place = analysis::Element{rows, 0, element}, .tensor = rows};
  EXPECT_EQ(words::place_text(r, finding), third.name + "[1]");
}

TEST(ElementsText, NamesOnlyRowsThatAreTouched) {
  format::Recording r;
  r.tensors.resize(1);
  r.tensors[0].name = "a";
  const analysis::ArrayShape shape{.elements = 48, .pitch = 12, .from = analysis::ArrayShape::From::kGuessed};
  const auto text = [&](std::vector<std::uint32_t> elements) {
    return elements_text(r, 0, shape, std::move(elements));
  };
  EXPECT_EQ(text({3, 5}), "2 elements of a in row 0");
  EXPECT_EQ(text({0, 1, 13}), "3 elements of a in rows 0 \u2026 1");
  EXPECT_EQ(text({0, 1, 36, 37}), "4 elements of a in rows 0 and 3");
  EXPECT_EQ(text({0, 12, 36}), "3 elements of a in 3 of rows 0 \u2026 3");
}

TEST(ArrayParts, AreFollowedByTheirNames) {
  const session::Session session = gather();
  const format::Recording& r = *session.look.recording();
  const format::Part& part = r.tensors[rows_of(r)].parts[5];
  const auto element = session::element_from(r, part.name + "[2]");
  ASSERT_TRUE(element);
  EXPECT_EQ(element->column, part.offset / 4 + 2);
  EXPECT_EQ(session::text_of(r, *element), part.name + "[2]");
  EXPECT_FALSE(session::element_from(r, part.name + "[" + std::to_string(part.bytes / 4) + "]"));
}

/// An element of an allocation is not one of the table with the pointer to it, and the other way round.
TEST(ArrayParts, AreToldApartFromTheTableThatLeadsToThem) {
  const session::Session session = gather();
  const format::Recording& r = *session.look.recording();
  const format::Part& part = r.tensors[rows_of(r)].parts[0];
  ASSERT_EQ(part.name, "rows[0]");
  ASSERT_EQ(part.bytes, 12u);
  EXPECT_EQ(session::text_of(r, *session::element_from(r, "rows[0][2]")), "rows[0][2]");
  EXPECT_FALSE(session::element_from(r, "rows[0][3]"));
  const auto pointer = session::element_from(r, "rows[3]");
  ASSERT_TRUE(pointer);
  EXPECT_EQ(r.tensors[pointer->tensor].name, "rows");
  EXPECT_EQ(pointer->column, 3u);
}

TEST(ArrayParts, StandInEachRowOfTheLanes) {
  session::Session session = gather();
  const format::Recording& r = *session.look.recording();
  const std::uint16_t rows = rows_of(r);
  std::uint32_t request = 0;
  const auto all = testing::requests_of(r, 0);
  while (r.sites[all[request].site].tensor != rows) ++request;
  session.look.cursor.request = request;
  session::refresh(session.look);
  const LaneTable table = lane_table(session.look, 0);
  int active = 0;
  for (std::size_t lane = 0; lane < 32; ++lane) {
    if (!table.rows[lane].active) continue;
    ++active;
    const std::string& name = r.tensors[rows].parts[lane].name;  // the host made them in the order of the lanes
    EXPECT_EQ(table.rows[lane].cells[4], name + "[0]");
  }
  EXPECT_GT(active, 16);  // rows are of different lengths
}

/// Of the transpose in tests/data/recorded.
TEST(LanesOfPrograms, SayWhichElementACellHolds) {
  session::Session session;
  session::open(session,
                std::make_shared<const session::Loaded>(*format::read_file("tests/data/recorded/transpose.gst")));
  const format::Recording& r = *session.look.recording();
  bool loaded = false, stored = false;
  const std::uint32_t block = *find_block(r, {2, 1, 0});
  for (std::uint32_t i = 0; i < session::warp_requests(r, block, 0); ++i) {
    session.look.cursor = {block, 0, i};
    session::refresh(session.look);
    const session::Current& now = *session.look.current;
    if (!now.shared()) continue;
    const LaneTable table = lane_table(session.look, 0);
    EXPECT_EQ(table.titles[5], "element");
    // Warp 0 has rows 0, 8, ... of the tile, 32 columns wide; what it loads down a column is what lies there.
    const std::uint32_t cell = now.address(3) / 4, row = 32 + cell / 32, column = 64 + cell % 32;
    EXPECT_EQ(table.rows[3].cells[5], "A[" + std::to_string(row) + "][" + std::to_string(column) + "]");
    (now.site.op == format::Op::kStore ? stored : loaded) = true;
  }
  EXPECT_TRUE(loaded && stored);
}

}  // namespace
}  // namespace gemmscope::views
