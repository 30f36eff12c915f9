// SPDX-License-Identifier: MIT
// What a text says of its numbers.
#include "tracing/cxx/knob_notes.h"

#include <gtest/gtest.h>

namespace gemmscope::cxx {
namespace {

using Values = std::vector<std::int64_t>;
using Names = std::vector<std::string>;

KnobNote note(const std::string& text, const char* name) {
  const Knobs knobs = knobs_of(text);
  const Knob* knob = knobs.find(name);
  return knob == nullptr ? KnobNote{.comment = "no such number", .values = {}, .pads = {}} : note_of(text, *knob);
}

const std::string kText = R"(
constexpr int BM = 64, BK = 16;     // block tile: 64 x 16
constexpr int vec = 4;              // most floats of one load: 4, 2 or 1
constexpr int odd = 3;              // one of: 4, 2 or 1
constexpr int gap = 3, both = 0;
#define kRowPad 12                  // bytes
constexpr int P = 1, PC = 0;
__global__ void kernel() {
  __shared__ alignas(16) float As[BK][BM + gap], Bs[BK + both][BK];
  __shared__ float Cs[BM][BM + BM / 64 * both];
  int last = BM + BK;
}
)";

TEST(KnobNotes, AreTheCommentOfTheLine) {
  EXPECT_EQ(note(kText, "BK").comment, "block tile: 64 x 16");
  EXPECT_EQ(note(kText, "kRowPad").comment, "bytes");
  EXPECT_EQ(note(kText, "gap").comment, "");
}

TEST(KnobNotes, HaveTheValuesThatACommentLists) {
  EXPECT_EQ(note(kText, "vec").values, (Values{1, 2, 4}));
  EXPECT_EQ(note(kText, "odd").values, Values{});  // 3 is none of them
  EXPECT_EQ(note(kText, "BM").values, Values{});
  EXPECT_EQ(note("#define N 1  // 0 or 1", "N").values, (Values{0, 1}));
  EXPECT_EQ(note("#define N 1  // rows: 1 2", "N").values, Values{});
}

TEST(KnobNotes, SayWhichTilesANumberPads) {
  EXPECT_EQ(note(kText, "gap").pads, Names{"As"});
  EXPECT_EQ(note(kText, "both").pads, (Names{"Bs", "Cs"}));
  EXPECT_EQ(note(kText, "gap").values, (Values{0, 1, 2, 3, 4, 8}));
  for (const char* none : {"BM", "BK", "vec", "P"}) EXPECT_FALSE(note(kText, none).padding) << none;
}

TEST(KnobNotes, TakeANameForAPadding) {
  for (const char* padding : {"kRowPad", "PC"}) EXPECT_TRUE(note(kText, padding).padding) << padding;
  EXPECT_EQ(note(kText, "kRowPad").values, (Values{0, 1, 2, 4, 8, 12}));
}

}  // namespace
}  // namespace gemmscope::cxx
