// SPDX-License-Identifier: MIT
// Where the values of a store to shared memory are from, if several requests gave them.
#include <gtest/gtest.h>

#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using format::kLanes;
using format::OriginPart;

/// `body` may load from %rd7, a word of its own for each lane, and store to %r5, eight bytes for each.
format::Template recorded(const std::string& body) {
  OneWarp warp = OneWarp::of(
      "  .shared .align 8 .b8 cells[256];\n  mov.u32 %r5, cells;\n  shl.b32 %r6, %r1, 3;\n  add.u32 %r5, %r5, %r6;\n"
      "  add.u64 %rd7, %rd2, %rd1;\n" +
      body);
  const auto done = warp.run({warp.words(2 * kLanes), warp.words(kLanes)});
  EXPECT_TRUE(done.recording) << done.recording.error().message;
  return done.recording ? done.recording->templates.at(0) : format::Template{};
}

/// The second element is loaded by some lanes only: the others store zero there.
TEST(OriginParts, OfAVectorWhoseElementsAreLoadedOneByOne) {
  const format::Template coded = recorded(
      "  setp.lt.u32 %p1, %r1, 20;\n  ld.global.u32 %r3, [%rd7];\n  mov.u32 %r4, 0;\n"
      "  @%p1 ld.global.u32 %r4, [%rd7+4];\n  st.shared.v2.u32 [%r5], {%r3, %r4};\n");
  ASSERT_EQ(coded.rows.size(), 3u);
  EXPECT_EQ(coded.rows[1].mask, (1u << 20) - 1);
  EXPECT_EQ(coded.rows[2].origin, 0u);
  EXPECT_EQ(coded.parts, (std::vector<OriginPart>{{2, 1, 0, 4, 4}, {2, 2, 0, 0, 4}}));
}

TEST(OriginParts, SayThatAValueWasComputedFromWhatWasLoaded) {
  const format::Template coded =
      recorded("  ld.global.u32 %r3, [%rd7];\n  add.u32 %r4, %r3, 1;\n  st.shared.u32 [%r5], %r4;\n");
  ASSERT_EQ(coded.rows.size(), 2u);
  EXPECT_EQ(coded.rows[1].origin, 0u);
  EXPECT_EQ(coded.parts, (std::vector<OriginPart>{{1, 1, 0, 0, 4, true}}));
}

/// In a second pass half of the lanes load again. The others keep what they got in the first, and not what they loaded
/// before the loop.
TEST(OriginParts, AreNotThoseOfLanesThatHaveLoadedElsewhereSince) {
  const format::Template coded = recorded(
      "  ld.global.u32 %r3, [%rd7];\n  mov.u32 %r4, 0;\n$L:\n  shl.b32 %r6, %r4, 4;\n"
      "  setp.ge.u32 %p1, %r1, %r6;\n  @%p1 ld.global.u32 %r3, [%rd7+4];\n  add.u32 %r4, %r4, 1;\n"
      "  setp.lt.u32 %p2, %r4, 2;\n  @%p2 bra $L;\n  st.shared.u32 [%r5], %r3;\n");
  ASSERT_EQ(coded.rows.size(), 4u);
  EXPECT_EQ(coded.rows[2].mask, 0xffff0000u);
  EXPECT_EQ(coded.rows[3].origin, 1u);
  EXPECT_EQ(coded.parts, std::vector<OriginPart>());
}

}  // namespace
}  // namespace gemmscope::runtime
