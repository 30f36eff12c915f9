// SPDX-License-Identifier: MIT
// `render` from end to end: a picture of the right size, the same each time.
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

class Render : public ProgramTest {
 protected:
  void SetUp() override { step_recording("warp_tile --preset tm1_small --size 128x128x32 -o a.gst"); }

  /// Width and height that a PNG's header states.
  std::pair<unsigned, unsigned> size_of(const std::string& name) const {
    const std::string png = contents(name);
    if (png.size() < 24 || png.compare(0, 8, "\x89PNG\r\n\x1a\n") != 0) return {};
    const auto number = [&](std::size_t at) {
      unsigned value = 0;
      for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(png[at + i]);
      return value;
    };
    return {number(16), number(20)};
  }
};

TEST_F(Render, DrawsAViewWithoutADisplay) {
  RunOptions no_display;
  no_display.environment = {"DISPLAY", "WAYLAND_DISPLAY"};
  const Ran ran = run("render a.gst --view banks --step 4 --pixels 800x600 -o banks.png", no_display);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(size_of("banks.png"), (std::pair{800u, 600u}));
}

TEST_F(Render, TheSameStateGivesTheSamePicture) {
  for (const char* name : {"1.png", "2.png"})
    ASSERT_EQ(run(std::string("render a.gst --view shared --select warp=1/lane=5/theme=light -o ") + name).code, 0);
  EXPECT_EQ(contents("1.png"), contents("2.png"));
}

TEST_F(Render, WritesSvgWhereTheNameAsksForIt) {
  const Ran ran = run("render a.gst --view banks --select lane=5 --pixels 800x600 -o banks.svg");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string svg = contents("banks.svg");
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg.substr(0, 80);
  for (const char* part : {" width=\"800\" height=\"600\"", "<title>Banks", "warp_tile", "lane=5", "</svg>"})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
}

TEST_F(Render, TheWindowOfAProgramHasNoKeyForKTiles) {
  const std::string program = std::filesystem::absolute("tests/data/recorded/transpose.gst").string();
  for (const std::string& file : {std::string("a.gst"), program}) {
    ASSERT_EQ(run("render " + file + " --view window --pixels 1900x1000 -o window.svg").code, 0);
    const std::string svg = contents("window.svg");
    EXPECT_NE(svg.find("N conflict"), std::string::npos);
    EXPECT_EQ(svg.find("Ctrl k-tile") == std::string::npos, file == program) << file;
  }
}

/// Both halves, twice as wide.
TEST_F(Render, ABaselineIsDrawnBesideWhatIsShown) {
  step_recording("warp_tile --preset tm1_small --size 128x128x32 --set PA=4 -o padded.gst");
  ASSERT_EQ(run("render a.gst --view banks --select lane=5 -o alone.png").code, 0);
  ASSERT_EQ(run("render a.gst --view banks --select lane=5 --baseline padded.gst -o both.png").code, 0);
  EXPECT_EQ(size_of("both.png").first, 2 * size_of("alone.png").first);
  EXPECT_EQ(run("render a.gst --view banks --baseline none.gst -o none.png").code, 3);
  for (const char* view : {"banks", "metrics", "check"}) {
    ASSERT_EQ(run(std::string("render a.gst --view ") + view + " --baseline padded.gst -o both.svg").code, 0);
    EXPECT_NE(contents("both.svg").find("PA=4"), std::string::npos) << view;
  }
}

TEST_F(Render, AnotherStepIsAnotherPicture) {
  ASSERT_EQ(run("render a.gst --view banks --step 1 -o 1.png").code, 0);
  ASSERT_EQ(run("render a.gst --view banks --step 10 -o 2.png").code, 0);
  EXPECT_NE(contents("1.png"), contents("2.png"));
}

TEST_F(Render, AViewThatIsNotThereIsBadUsage) {
  const Ran ran = run("render a.gst --view bankz -o a.png");
  expect_error(ran, 2);
  EXPECT_NE(ran.err.find("banks"), std::string::npos) << ran.err;
}

TEST_F(Render, APlaceThatIsNotThereIsBadUsage) {
  expect_error(run("render a.gst --view banks --step 100000000 -o a.png"), 2);
  expect_error(run("render a.gst --view banks --select lane=32 -o a.png"), 2);
}

}  // namespace
}  // namespace gemmscope::cli::testing
