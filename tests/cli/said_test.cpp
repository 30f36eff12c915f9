// SPDX-License-Identifier: MIT
#include "app/cli/said.h"

#include <gtest/gtest.h>

namespace gemmscope::cli {
namespace {

using session::Message;
using Messages = std::vector<Message>;
const std::vector<std::string> kMyCu{"my.cu"};

TEST(Said, ErrorsOfNvccHaveLinesAndWarningsAreLeftOut) {
  const Messages found = messages_in(
      "some/my.cu(12): error: identifier \"zero\" is undefined\n"
      "    float sum = zero;\n                ^\n\n"
      "my.cu(20): warning #12-D: parsing restarts here\n"
      "my.cu(38): error: expected a \";\"\n"
      "my.cu(38): error: expected a \";\"\n"
      "2 errors detected in the compilation of \"my.cu\".\n",
      kMyCu);
  EXPECT_EQ(found, (Messages{{12, "error: identifier \"zero\" is undefined"}, {38, "error: expected a \";\""}}));
}

TEST(Said, ErrorsOfTheHostsCompilerHaveColumnsToo) {
  EXPECT_EQ(messages_in("my.cu:3:10: fatal error: nope.h: No such file or directory\n", kMyCu),
            (Messages{{3, "fatal error: nope.h: No such file or directory"}}));
}

TEST(Said, ErrorsElsewhereHaveNoLine) {
  EXPECT_EQ(messages_in("tests/other_my.cu(7): error: x\nAt end of source: error: expected a \"}\"\n"
                        "a.o:(.text+0x33): undefined reference to `f()'\ncollect2: error: ld returned 1 exit status\n",
                        kMyCu),
            (Messages{{0, "tests/other_my.cu(7): error: x"},
                      {0, "At end of source: error: expected a \"}\""},
                      {0, "a.o:(.text+0x33): undefined reference to `f()'"}}));
}

TEST(Said, ErrorsOfIncludedFilesHaveTheirLines) {
  const std::vector<std::string> files{"src/my.cu", "src/tile.cuh", "src/other/tile.cuh", "lib/my.cuh"};
  EXPECT_EQ(messages_in("src/other/tile.cuh(7): error: a\nsrc/tile.cuh(8): error: b\n/work/lib/my.cuh:9:2: error: c\n"
                        "src/my.cu(10): error: d of lib/my.cuh:11\nelse/where.cuh(12): error: e\n",
                        files),
            (Messages{{7, "error: a", 2},
                      {8, "error: b", 1},
                      {9, "error: c", 3},
                      {10, "error: d of lib/my.cuh:11", 0},
                      {0, "else/where.cuh(12): error: e", 0}}));
}

TEST(Said, WhoIncludesAFileIsNoMessage) {
  EXPECT_EQ(
      messages_in("In file included from my.cu:2:\n                 from my.cu:3:\ngone.h:1:2: error: x\n", kMyCu),
      (Messages{{0, "gone.h:1:2: error: x"}}));
}

TEST(Said, FaultsHaveTheLineOfTheAccess) {
  EXPECT_EQ(messages_in("gemmscope: launch 1 of twice is not recorded: it faulted\n"
                        "gemmscope: /tmp/my.cu:6: in block (1,0,0) thread (36,0,0) loads 4 bytes\n",
                        kMyCu),
            (Messages{{6, "in block (1,0,0) thread (36,0,0) loads 4 bytes"}}));
}

/// Where the function's file is not one of the program's own, the line that calls it.
TEST(Said, FaultsInInlinedFunctionsHaveTheirLine) {
  const std::string said =
      "gemmscope: /tmp/tile.cuh:9: called in /tmp/my.cu:14: in block (0,0,0) thread (4,0,0) loads\n";
  EXPECT_EQ(messages_in(said, {"my.cu", "tile.cuh"}),
            (Messages{{9, "called in /tmp/my.cu:14: in block (0,0,0) thread (4,0,0) loads", 1}}));
  EXPECT_EQ(messages_in(said, kMyCu), (Messages{{14, "in block (0,0,0) thread (4,0,0) loads", 0}}));
}

TEST(Said, TextThatMeansNoLineIsNoMessage) {
  EXPECT_TRUE(messages_in("", kMyCu).empty());
  EXPECT_TRUE(messages_in("my.cu\nmy.cu(\nmy.cu(x): error\nmy.cu:99999999999: y\nmy.cu 3: z\nright\n", kMyCu).empty());
}

TEST(Said, TheLastLineIsTheLastThatSaysSomething) {
  EXPECT_EQ(last_line("one\nC[0][0] is 3, not 4\n \n\n"), "C[0][0] is 3, not 4");
  EXPECT_EQ(last_line("\n\n"), "");
}

TEST(Said, WhyNothingWasRecordedIsTheLastThatOurRuntimeSays) {
  EXPECT_EQ(reason_in("gemmscope: first\ngemmscope: launch 1 of scale is not recorded: it faulted\nright\n"),
            "launch 1 of scale is not recorded: it faulted");
  EXPECT_EQ(reason_in("right\nof gemmscope: nothing\n"), "");
}

}  // namespace
}  // namespace gemmscope::cli
