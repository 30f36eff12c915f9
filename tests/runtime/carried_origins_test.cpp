// SPDX-License-Identifier: MIT
// Where the values of a store to shared memory are from, if only the run tells by how much their bytes are shifted.
#include <gtest/gtest.h>

#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using format::OriginPart;

/// `body` has words of its lane in %r8 and %r9, loaded from %rd7, a number from 0 to 3 that no memory gives in %r4, and
/// may store to %r5, 8 bytes for each lane, and keep 16 bytes at %rd8.
format::Template carrying(const std::string& body) {
  OneWarp warp = OneWarp::of(
      "  .shared .align 16 .b8 cells[256];\n  .local .align 16 .b8 kept[16];\n  mov.u32 %r5, cells;\n"
      "  shl.b32 %r6, %r1, 3;\n  add.u32 %r5, %r5, %r6;\n  cvt.u64.u32 %rd6, %r6;\n  add.u64 %rd7, %rd2, %rd6;\n"
      "  mov.u64 %rd8, kept;\n  mov.u32 %r4, 0;\nagain:\n  ld.global.v2.u32 {%r8, %r9}, [%rd7];\n" +
      body + "  add.u32 %r4, %r4, 1;\n  setp.lt.u32 %p1, %r4, 4;\n  @%p1 bra again;\n");
  const auto done = warp.run({warp.words(4 * format::kLanes), warp.words(format::kLanes)});
  EXPECT_TRUE(done.recording) << done.recording.error().message;
  return done.recording ? done.recording->templates.at(0) : format::Template{};
}

/// The byte of each store's origin, which is the load before it; -1: a store has none.
std::vector<int> first_bytes(const std::string& body) {
  const format::Template coded = carrying(body);
  EXPECT_TRUE(coded.parts.empty());
  std::vector<int> all;
  for (std::size_t i = 1; i < coded.rows.size(); i += 2)
    all.push_back(coded.rows[i].origin == 1 ? coded.rows[i].origin_byte : -1);
  return all;
}
using Firsts = std::vector<int>;

/// Bits: 16 times the number's lowest one.
const char* const kHalfBits = "  and.b32 %r10, %r4, 1;\n  shl.b32 %r10, %r10, 4;\n";
const char* const kEightTimes = "  shl.b32 %r10, %r4, 3;\n";
const char* const kStoreHalf = "  cvt.u16.u32 %h1, %r11;\n  st.shared.u16 [%r5], %h1;\n";
const char* const kStoreByte = "  st.shared.u8 [%r5], %r11;\n";
const char* const kStoreAll = "  st.shared.u32 [%r5], %r11;\n";

TEST(CarriedOrigins, AreOfTheHalfThatAComputedShiftTakes) {
  EXPECT_EQ(first_bytes(std::string(kHalfBits) + "  shr.u32 %r11, %r9, %r10;\n" + kStoreHalf), (Firsts{4, 6, 4, 6}));
  EXPECT_EQ(first_bytes(std::string(kEightTimes) + "  shr.u32 %r11, %r9, %r10;\n" + kStoreByte), (Firsts{4, 5, 6, 7}));
}

/// Zeros come from above.
TEST(CarriedOrigins, AreOfNothingThatAShiftBringsIn) {
  const format::Template coded = carrying(std::string(kHalfBits) + "  shr.u32 %r11, %r9, %r10;\n" + kStoreAll);
  EXPECT_EQ(coded.rows[1].origin_byte, 4);
  EXPECT_EQ(coded.parts, (std::vector<OriginPart>{{3, 1, 6, 0, 2}, {7, 1, 6, 0, 2}}));
}

TEST(CarriedOrigins, AreNotKnownWhereBytesAreCut) {
  EXPECT_EQ(first_bytes("  shl.b32 %r10, %r4, 2;\n  shr.u32 %r11, %r9, %r10;\n" + std::string(kStoreByte)),
            (Firsts{4, -1, 5, -1}));
  EXPECT_EQ(first_bytes("  shl.b32 %r10, %r4, 3;\n  shr.u32 %r11, %r9, %r10;\n  add.u32 %r11, %r11, 1;\n" +
                        std::string(kStoreByte)),
            (Firsts{-1, -1, -1, -1}));
}

/// What decides the bytes was loaded.
TEST(CarriedOrigins, AreNotKnownIfTheAmountIsLoaded) {
  EXPECT_EQ(first_bytes("  shr.u32 %r11, %r9, %r8;\n" + std::string(kStoreByte)), (Firsts{-1, -1, -1, -1}));
}

TEST(CarriedOrigins, AreOfOtherWaysToTakeBytes) {
  EXPECT_EQ(first_bytes(std::string(kEightTimes) + "  bfe.u32 %r11, %r9, %r10, 8;\n" + kStoreByte),
            (Firsts{4, 5, 6, 7}));
  EXPECT_EQ(first_bytes(std::string(kEightTimes) + "  shf.r.wrap.b32 %r11, %r8, %r9, %r10;\n" + kStoreAll),
            (Firsts{0, 1, 2, 3}));
  EXPECT_EQ(first_bytes(std::string(kEightTimes) + "  shf.l.clamp.b32 %r11, %r8, %r9, %r10;\n" + kStoreAll),
            (Firsts{4, 3, 2, 1}));
  EXPECT_EQ(first_bytes("  add.u32 %r10, %r4, 2;\n  prmt.b32 %r11, %r8, %r9, %r10;\n" + std::string(kStoreByte)),
            (Firsts{2, 3, 4, 5}));
  EXPECT_EQ(first_bytes("  shl.b32 %r10, %r4, 4;\n  cvt.u64.u32 %rd9, %r8;\n  cvt.u64.u32 %rd10, %r9;\n"
                        "  shl.b64 %rd10, %rd10, 32;\n  or.b64 %rd9, %rd9, %rd10;\n  shr.u64 %rd9, %rd9, %r10;\n"
                        "  st.shared.u16 [%r5], %rd9;\n"),
            (Firsts{0, 2, 4, 6}));
}

/// Half8::set of the ladder: a half of a word is replaced.
TEST(CarriedOrigins, AreOfHalvesThatAreInsertedOneByOne) {
  const std::string insert = std::string(kHalfBits) +
                             "  mov.u32 %r12, 65535;\n  shl.b32 %r12, %r12, %r10;\n  not.b32 %r12, %r12;\n"
                             "  and.b32 %r13, %r8, %r12;\n  cvt.u16.u32 %h1, %r9;\n  cvt.u32.u16 %r14, %h1;\n"
                             "  shl.b32 %r14, %r14, %r10;\n  or.b32 %r11, %r13, %r14;\n";
  const std::vector<OriginPart> parts{{1, 1, 4, 0, 2}, {1, 1, 2, 2, 2}, {3, 1, 0, 0, 2}, {3, 1, 4, 2, 2},
                                      {5, 1, 4, 0, 2}, {5, 1, 2, 2, 2}, {7, 1, 0, 0, 2}, {7, 1, 4, 2, 2}};
  EXPECT_EQ(carrying(insert + kStoreAll).parts, parts);
  EXPECT_EQ(carrying(insert + "  st.local.u32 [%rd8], %r11;\n  ld.local.u32 %r15, [%rd8];\n"
                              "  st.shared.u32 [%r5], %r15;\n")
                .parts,
            parts);
  const std::string field = std::string(kHalfBits) + "  bfi.b32 %r11, %r9, %r8, %r10, 16;\n";
  EXPECT_EQ(carrying(field + kStoreAll).parts, parts);
}

TEST(CarriedOrigins, AreNoneOfANumberThatReplacesThem) {
  EXPECT_EQ(first_bytes(std::string(kEightTimes) +
                        "  shr.u32 %r11, %r9, %r10;\n  and.b32 %r12, %r4, 1;\n  setp.eq.u32 %p2, %r12, 0;\n"
                        "  @%p2 mov.u32 %r11, 7;\n" +
                        kStoreByte),
            (Firsts{-1, 5, -1, 7}));
}

TEST(CarriedOrigins, AreNotKnownWhereTwoValuesMeet) {
  EXPECT_EQ(
      first_bytes(std::string(kEightTimes) + "  shr.u32 %r11, %r9, %r10;\n  or.b32 %r11, %r11, %r8;\n" + kStoreByte),
      (Firsts{-1, -1, -1, -1}));
}

/// Each lane shifts by another amount: a recording cannot say that.
TEST(CarriedOrigins, AreNotKnownWhereLanesDiffer) {
  EXPECT_EQ(first_bytes("  and.b32 %r10, %r1, 1;\n  shl.b32 %r10, %r10, 4;\n  shr.u32 %r11, %r9, %r10;\n" +
                        std::string(kStoreHalf)),
            (Firsts{-1, -1, -1, -1}));
}

/// Blocks that make the same requests, but take another half of what they load, are not recorded as alike.
TEST(CarriedOrigins, AreThoseOfEachBlock) {
  OneWarp warp = OneWarp::of(
      "  .shared .align 16 .b8 cells[128];\n  mov.u32 %r5, cells;\n  cvt.u32.u64 %r6, %rd1;\n"
      "  add.u32 %r5, %r5, %r6;\n  add.u64 %rd7, %rd2, %rd4;\n  ld.global.u32 %r9, [%rd7];\n"
      "  and.b32 %r10, %r2, 1;\n  shl.b32 %r10, %r10, 4;\n  shr.u32 %r11, %r9, %r10;\n" +
      std::string(kStoreHalf));
  warp.launch.grid = {8, 1, 1};
  const auto done = warp.run({warp.words(8 * format::kLanes), warp.words(format::kLanes)}, Results::kLeftOut);
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  const format::Recording& r = *done.recording;
  for (std::size_t b = 0; b < r.blocks.size(); ++b) {
    const format::Segment& segment = r.patterns[r.blocks[b].pattern].segments.at(0);
    EXPECT_EQ(r.templates[segment.template_id].rows.at(1).origin_byte, 2 * (b % 2)) << "block " << b;
  }
}

}  // namespace
}  // namespace gemmscope::runtime
