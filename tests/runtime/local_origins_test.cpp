// SPDX-License-Identifier: MIT
// Where the values of a store to shared memory are from, if they have waited in local memory.
#include <gtest/gtest.h>

#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using format::OriginPart;

/// `body` may load from %rd7, 16 bytes for each lane, store to %r5, 16 bytes for each, and keep 16 bytes at %rd8.
format::Template recorded(const std::string& body) {
  OneWarp warp = OneWarp::of(
      "  .shared .align 16 .b8 cells[512];\n  .local .align 16 .b8 kept[32];\n  mov.u32 %r5, cells;\n"
      "  shl.b32 %r6, %r1, 4;\n  add.u32 %r5, %r5, %r6;\n  cvt.u64.u32 %rd6, %r6;\n  add.u64 %rd7, %rd2, %rd6;\n"
      "  mov.u64 %rd8, kept;\n" +
      body);
  const auto done = warp.run({warp.words(4 * format::kLanes), warp.words(format::kLanes)});
  EXPECT_TRUE(done.recording) << done.recording.error().message;
  return done.recording ? done.recording->templates.at(0) : format::Template{};
}

/// Stores word %r4, or the half of that number, of what waits.
const char* const kStoreWord =
    "  mul.wide.u32 %rd9, %r4, 4;\n  add.u64 %rd9, %rd8, %rd9;\n  ld.local.u32 %r3, [%rd9];\n"
    "  st.shared.u32 [%r5], %r3;\n";
std::string four_times(const std::string& body) {
  static int label = 0;
  const std::string name = "$T" + std::to_string(label++);
  return "  mov.u32 %r4, 0;\n" + name + ":\n" + body +
         "  add.u32 %r4, %r4, 1;\n  setp.lt.u32 %p1, %r4, 4;\n  @%p1 bra " + name + ";\n";
}

/// Value i waits in word (3 i + 1) mod 4.
const std::string kPermuted = four_times(
    "  mul.wide.u32 %rd9, %r4, 4;\n  add.u64 %rd9, %rd7, %rd9;\n  ld.global.u32 %r3, [%rd9];\n"
    "  mad.lo.u32 %r7, %r4, 3, 1;\n  and.b32 %r7, %r7, 3;\n  mul.wide.u32 %rd9, %r7, 4;\n"
    "  add.u64 %rd9, %rd8, %rd9;\n  st.local.u32 [%rd9], %r3;\n");

std::vector<int> origins(const format::Template& coded) {
  std::vector<int> all;
  for (const format::Row& row : coded.rows) all.push_back(row.origin);
  return all;
}

TEST(LocalOrigins, AreThoseOfTheElementThatTheIndexTakes) {
  const format::Template coded = recorded(kPermuted + four_times(kStoreWord));
  EXPECT_EQ(origins(coded), (std::vector<int>{0, 0, 0, 0, 3, 5, 3, 5}));
  EXPECT_TRUE(coded.parts.empty());
}

TEST(LocalOrigins, AreTheSameAfterASecondWait) {
  const std::string copy = four_times(
      "  mul.wide.u32 %rd9, %r4, 4;\n  add.u64 %rd10, %rd8, %rd9;\n  ld.local.u32 %r3, [%rd10];\n"
      "  sub.u64 %rd10, %rd8, %rd9;\n  st.local.u32 [%rd10+28], %r3;\n");  // backwards
  const format::Template coded = recorded(kPermuted + copy + "  add.u64 %rd8, %rd8, 16;\n" + four_times(kStoreWord));
  EXPECT_EQ(origins(coded), (std::vector<int>{0, 0, 0, 0, 2, 2, 6, 6}));
}

TEST(LocalOrigins, AreOfBytesOfAVector) {
  const std::string half =
      "  mul.wide.u32 %rd9, %r4, 2;\n  add.u64 %rd9, %rd8, %rd9;\n  ld.local.u16 %h1, [%rd9+6];\n"
      "  st.shared.u16 [%r5], %h1;\n";
  const format::Template coded = recorded(
      "  ld.global.v4.u32 {%r8, %r9, %r10, %r11}, [%rd7];\n  st.local.v4.u32 [%rd8], {%r8, %r9, %r10, %r11};\n" +
      four_times(half));
  EXPECT_EQ(origins(coded), (std::vector<int>{0, 1, 2, 3, 4}));
  for (std::uint8_t i = 0; i < 4; ++i) EXPECT_EQ(coded.rows[i + 1u].origin_byte, 6 + 2 * i);
}

TEST(LocalOrigins, AreOfTwoLoadsThatAreOneVectorThere) {
  const format::Template coded = recorded(
      "  ld.global.v2.u32 {%r8, %r9}, [%rd7];\n  st.local.v2.u32 [%rd8+8], {%r8, %r9};\n"
      "  ld.global.v2.u32 {%r8, %r9}, [%rd7+8];\n  st.local.v2.u32 [%rd8], {%r8, %r9};\n"
      "  ld.local.v4.u32 {%r8, %r9, %r10, %r11}, [%rd8];\n  st.shared.v4.u32 [%r5], {%r8, %r9, %r10, %r11};\n");
  EXPECT_EQ(origins(coded), (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(coded.parts, (std::vector<OriginPart>{{2, 1, 0, 0, 8}, {2, 2, 0, 8, 8}}));
}

/// Lanes from 20 on keep a zero.
TEST(LocalOrigins, AreNotOfLanesThatHaveNotLoaded) {
  const std::string load = "  mov.u32 %r3, 0;\n  setp.lt.u32 %p2, %r1, 20;\n  @%p2 ld.global.u32 %r3, [%rd7];\n";
  const format::Template coded =
      recorded(load + "  st.local.u32 [%rd8], %r3;\n  ld.local.u32 %r9, [%rd8];\n  st.shared.u32 [%r5], %r9;\n");
  EXPECT_EQ(origins(coded), (std::vector<int>{0, 1}));
  EXPECT_EQ(coded.rows[0].mask, (1u << 20) - 1);
}

TEST(LocalOrigins, OfWhatIsComputedSaySo) {
  const format::Template coded = recorded(
      "  ld.global.u32 %r3, [%rd7];\n  add.u32 %r3, %r3, 1;\n  st.local.u32 [%rd8], %r3;\n  mov.u32 %r4, 0;\n" +
      std::string(kStoreWord));
  EXPECT_EQ(coded.parts, (std::vector<OriginPart>{{1, 1, 0, 0, 4, true}}));
}

/// Lanes of one request have different elements of it, or some have something else: a recording cannot say so.
TEST(LocalOrigins, AreNotKnownWhereLanesDiffer) {
  const std::string loaded = "  ld.global.v2.u32 {%r8, %r9}, [%rd7];\n  st.local.v2.u32 [%rd8], {%r8, %r9};\n";
  EXPECT_EQ(origins(recorded(loaded + "  and.b32 %r4, %r1, 1;\n" + kStoreWord)), (std::vector<int>{0, 0}));
  const std::string replaced = "  setp.lt.u32 %p2, %r1, 7;\n  mov.u32 %r10, 0;\n  @%p2 st.local.u32 [%rd8], %r10;\n";
  const format::Template coded = recorded(loaded + replaced + "  mov.u32 %r4, 0;\n" + kStoreWord);
  EXPECT_EQ(origins(coded), (std::vector<int>{0, 0}));
  EXPECT_TRUE(coded.parts.empty());
}

}  // namespace
}  // namespace gemmscope::runtime
