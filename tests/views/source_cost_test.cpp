// SPDX-License-Identifier: MIT
#include "app/views/source/cost.h"

#include "app/draw/canvas.h"
#include "app/session/selecting.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

TEST(SourceBars, AreOfExcessWavefrontsWhereThereIsSharedMemory) {
  const session::Session session = recorded("scope=k_tile/site=As_store");
  EXPECT_EQ(excess_of(session.look, *count_of_line(session.look, {0, line_of(session, "As_store")})), 48u);
}

/// A line that copies from global to shared memory has a cost in either; its two numbers are of the same one.
TEST(SourceCost, OfALineThatTouchesBothMemoriesIsOfTheWorseOne) {
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(*format::read_file("tests/data/recorded/tiled.gst")));
  const format::Recording& recording = *session.look.recording();
  std::uint32_t line = 0;
  for (const format::Site& site : recording.sites)
    if (site.name == "As_store") line = site.line;
  analysis::Count count = *count_of_line(session.look, {0, line});
  ASSERT_NE(count.sectors, 0u);
  count.sectors = 2 * count.ideal_sectors;
  const analysis::SharedCount& shared = count.by(session.look.rule);
  ASSERT_EQ(shared.max_nway, 1);
  const LineCost cost = cost_of_line(session.look, count);
  EXPECT_TRUE(cost.in_sectors);
  EXPECT_EQ(cost.passes, count.sectors);
  EXPECT_EQ(cost.factor, static_cast<double>(count.sectors) / static_cast<double>(count.ideal_sectors));
  count.sectors = count.ideal_sectors;
  EXPECT_FALSE(cost_of_line(session.look, count).in_sectors);
  EXPECT_EQ(cost_of_line(session.look, count).passes, shared.wavefronts);
}

TEST(SourceAnswer, OfALineWhoseRequestsFaultSaysSoAndNotThatItIsFree) {
  const session::Session session = recorded("kernel=half_padded_misaligned/size=128x128x32");
  std::string text;
  session::Session there = session;
  for (const analysis::LineCount& line : session.look.summary.lines) {
    if (line.count.misaligned == 0) continue;
    session::select_line(there.look, line.line);
    text = line_answer(there.look);
  }
  EXPECT_NE(text.find("misaligned"), std::string::npos) << text;
  EXPECT_EQ(text.find("no conflict"), std::string::npos) << text;
}

/// "12.3k s" must not read as one number.
TEST(SourceCost, KeepsTheUnitOfSectorsApartFromTheNumber) {
  const session::Session session = recorded("kernel=shared_tile/size=512x512x256/site=A_load");
  PlainSurface surface;
  for (const float width : {330.0f, 400.0f, 700.0f}) {
    draw::Drawing drawing{"", {}, {width, 600}, {}};
    session::Actions actions;
    draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
    draw(*find_view("source"), session, actions, canvas);
    std::size_t units = 0;
    const draw::Text* before = nullptr;
    for (const draw::Shape& shape : drawing.shapes) {
      const auto* text = std::get_if<draw::Text>(&shape);
      if (text == nullptr) continue;
      if (text->text == "s") {
        ++units;
        ASSERT_NE(before, nullptr);
        EXPECT_GE(text->left() - (before->left() + before->width), 4) << before->text << ", " << width;
        EXPECT_EQ(before->whole, "") << before->text << ", " << width;
      }
      before = text;
    }
    EXPECT_GT(units, 0u) << width;
  }
}

/// Rows of A and of C are 32 sectors a request, where 4 would do.
TEST(SourceBars, AreOfExcessSectorsWhereThereIsNone) {
  const session::Session session = recorded("kernel=naive/size=32x32x32");
  std::uint64_t sum = 0;
  for (const char* site : {"A_load", "C_store"}) {
    const analysis::Count* count = count_of_line(session.look, {0, line_of(session, site)});
    ASSERT_NE(count, nullptr) << site;
    EXPECT_GT(excess_of(session.look, *count), 0u) << site;
    sum += excess_of(session.look, *count);
  }
  EXPECT_EQ(excess_of(session.look, session.look.summary.total), sum);
}

}  // namespace
}  // namespace gemmscope::views
