// SPDX-License-Identifier: MIT
// What is written into cells of shared memory. Recorded from tests/programs/transpose.cu: a block copies a tile of 32 x
// 32 elements of a matrix, and stores what it reads column by column.
#include "app/views/shared/held_names.h"

#include <gtest/gtest.h>

#include "app/session/refresh.h"
#include "app/session/session.h"
#include "app/session/stepping.h"
#include "app/theme/colours.h"
#include "tests/views/plain_surface.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

class HeldNamesOf : public ::testing::Test {
 protected:
  void SetUp() override { open("transpose"); }
  /// `stores`: without them to global memory no matrix product is found in it; then the source, whose indices say how
  /// long rows are, is left out, too.
  void open(const std::string& program, bool stores = true) {
    auto recording = format::read_file("tests/data/recorded/" + program + ".gst");
    ASSERT_TRUE(recording) << recording.error().message;
    for (format::Site& site : recording->sites)
      if (!stores && recording->tensors[site.tensor].space == format::Space::kGlobal) site.op = format::Op::kLoad;
    if (!stores) recording->source.text.clear(), recording->included.clear();
    session::open(session_, std::make_shared<const session::Loaded>(std::move(*recording)));
    session::go_end(session_.look);
  }
  HeldNames names(float width, float height, float beside = 100) {
    PlainSurface surface;
    draw::Drawing drawing{"", {}, {400, 400}, {}};
    const draw::Canvas canvas({theme::colours(session_.desk.theme), 1, true}, surface, drawing);
    return held_names(canvas, session_.look, lines_, {0, 0, width, height}, beside);
  }
  void look(int requests) {
    session::step_request(session_.look, requests);
    lines_ = memory_lines(session_.look, {100});
  }

  session::Session session_;
  MemoryLines lines_;
};

TEST_F(HeldNamesOf, AreWholeWhereAllHaveRoom) {
  look(0);
  const HeldNames found = names(100, 22);
  ASSERT_GT(found.cells.size(), 500u);
  EXPECT_TRUE(found.sources.empty() && !found.rows && !found.numbers);
  for (const HeldName& each : found.cells) {
    const std::string story = word_story(session_.look, lines_, each.word);
    EXPECT_NE(story.find("\nholds " + each.lower + ", stored"), std::string::npos) << story;
    EXPECT_EQ(each.upper, "");
  }
}

/// A tile of 16 x 16 has two rows in a line of memory. Which rows A has is known only if the product is found.
class HeldNamesOfTwoRows : public HeldNamesOf, public ::testing::WithParamInterface<bool> {};
INSTANTIATE_TEST_SUITE_P(Found, HeldNamesOfTwoRows, ::testing::Bool());
TEST_P(HeldNamesOfTwoRows, AreRowOverColumnWhereAnArrayAtTheSideSaysTheRest) {
  open("two_files", GetParam());
  look(0);
  const HeldNames found = names(26, 22);
  EXPECT_TRUE(found.rows && found.lines.empty());
  EXPECT_NE(found.numbers, GetParam());
  ASSERT_EQ(found.sources.size(), 2u);
  ASSERT_EQ(found.cells.size(), 512u);
  for (const HeldName& each : found.cells) {
    const std::string array = found.sources.at(*array_at(*session_.look.recording(), each.word * 4));
    const std::string held = array + (each.upper.empty() ? "" : "[" + each.upper + "]") + "[" + each.lower + "]";
    const std::string story = word_story(session_.look, lines_, each.word);
    EXPECT_NE(story.find("\nholds " + held + ", stored"), std::string::npos) << story << "\n" << held;
  }
  EXPECT_TRUE(names(18, 22, 20).cells.empty());  // nothing would say of which array they are
}

TEST_F(HeldNamesOf, AreColumnsWhereARowOfTheArrayIsALine) {
  look(0);
  const HeldNames whole = names(100, 22), found = names(18, 12);
  ASSERT_EQ(found.cells.size(), whole.cells.size());
  EXPECT_TRUE(found.sources.empty());
  for (std::size_t i = 0; i < found.cells.size(); ++i)
    EXPECT_EQ(found.lines.at(found.cells[i].word / 32) + "[" + found.cells[i].lower + "]", whole.cells[i].lower);
}

TEST_F(HeldNamesOf, AreNotThereWithoutRoom) {
  look(0);
  EXPECT_TRUE(names(8, 22).cells.empty());
  EXPECT_TRUE(names(18, 11).cells.empty());  // digits of less than 9 points cannot be read
  EXPECT_TRUE(names(100, 5).cells.empty());
  EXPECT_TRUE(names(18, 22, 20).cells.empty());  // nothing would say of which row they are
}

TEST_F(HeldNamesOf, AreNotThereBeforeAnythingIsWritten) {
  session::go_to_request(session_.look, 0);
  look(0);
  EXPECT_TRUE(names(100, 22).cells.empty());
}

}  // namespace
}  // namespace gemmscope::views
