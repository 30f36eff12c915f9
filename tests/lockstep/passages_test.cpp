// SPDX-License-Identifier: MIT
// Instructions that a warp does in batches, against the same ones done one by one.
#include <random>

#include <gtest/gtest.h>

#include "tests/lockstep/written.h"
#include "tracing/lockstep/touches.h"

namespace gemmscope::lockstep {
namespace {

using testing::decoded, testing::run;

/// How many instructions each batch of the operation has, in order.
std::vector<std::uint32_t> batches_of(const std::string& body, std::string_view mnemonic) {
  const auto program = decoded(body);
  EXPECT_TRUE(program) << program.error().message;
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; program && i < program->fast.size(); ++i) {
    if (program->fast[i].passage == kNowhere) continue;
    const Passage& passage = program->passages[program->fast[i].passage];
    for (const Batch& batch : std::span(program->batches).subspan(passage.first, passage.batches))
      if (batch.does == Does::kOperate && operation_of(batch.run)->mnemonic == mnemonic) all.push_back(batch.count);
  }
  return all;
}

using Counts = std::vector<std::uint32_t>;

TEST(Passages, BringTogetherWhatNothingKeepsApart) {
  const std::string mixed =
      "mul.lo.s32 %r2, %r0, 3; xor.b32 %r5, %r0, 9; mul.lo.s32 %r3, %r0, 5; xor.b32 %r6, %r0, 6; mul.lo.s32 %r4, %r3, 7;"
      "st.global.u32 [%rd1], %r2; st.global.u32 [%rd1], %r4; st.global.u32 [%rd1], %r5; st.global.u32 [%rd1], %r6; st.global.u32 [%rd1], %r0;";
  EXPECT_EQ(batches_of(mixed, "mul.lo.s32"), Counts{3});
  EXPECT_EQ(batches_of(mixed, "xor.b32"), Counts{2});
}

TEST(Passages, EndWhereLanesComeFromElsewhere) {
  EXPECT_EQ(batches_of("setp.lt.u32 %p0, %r0, 7; mul.lo.s32 %r2, %r0, 3; mul.lo.s32 %r3, %r2, %r0; @%p0 bra L;"
                       "mul.lo.s32 %r3, %r3, 5;\nL:\nmul.lo.s32 %r3, %r3, 7; st.global.u32 [%rd1], %r3;",
                       "mul.lo.s32"),
            (Counts{2, 1, 1}));
}

TEST(Passages, KeepPredicatesApart) {
  EXPECT_EQ(batches_of("setp.lt.u32 %p0, %r0, 7; mul.lo.s32 %r2, %r0, 3; @%p0 mul.lo.s32 %r2, %r2, 5;"
                       "@!%p0 mul.lo.s32 %r2, %r2, 9; @%p0 mul.lo.s32 %r3, %r0, 2; @!%p0 mov.u32 %r3, 0;"
                       "add.u32 %r2, %r2, %r3; st.global.u32 [%rd1], %r2;",
                       "mul.lo.s32"),
            (Counts{1, 2, 1}));
}

/// Straight code on few registers, so that much depends on much else: operations, loads and stores of a few words that
/// the lane has, each perhaps for some lanes only.
std::string random_body(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const auto r = [&] { return "%r" + std::to_string(2 + below(6)); };
  const auto p = [&] { return "%p" + std::to_string(below(3)); };
  const auto place = [&] { return "[%rd1+" + std::to_string(4 * kLanes * below(4)) + "]"; };
  std::string body = "setp.lt.u32 %p0, %r0, 20; setp.gt.u32 %p1, %r0, 3; setp.ne.u32 %p2, %r0, 9;";
  for (int i = 2; i < 8; ++i)
    body += "mad.lo.u32 %r" + std::to_string(i) + ", %r0, " + std::to_string(7 * i) + ", " + std::to_string(i) + ";";
  for (int w = 0; w < 4; ++w) body += "st.global.u32 [%rd1+" + std::to_string(4 * kLanes * w) + "], %r0;";
  for (int i = 0; i < 60; ++i) {
    if (below(3) == 0) body += (below(2) == 0 ? "@" : "@!") + p() + " ";
    switch (below(7)) {
      case 0: body += "ld.global.u32 " + r() + ", " + place(); break;
      case 1: body += "st.global.u32 " + place() + ", " + r(); break;
      case 2: body += "setp.lt.u32 " + p() + ", " + r() + ", " + r(); break;
      case 3: body += "xor.b32 " + r() + ", " + r() + ", " + r(); break;
      case 4: body += "selp.b32 " + r() + ", " + r() + ", " + r() + ", " + p(); break;
      default: body += "mad.lo.u32 " + r() + ", " + r() + ", 5, " + r();
    }
    body += ";\n";
  }
  for (int w = 0; w < 6; ++w)
    body += "st.global.u32 [%rd1+" + std::to_string(4 * kLanes * (4 + w)) + "], %r" + std::to_string(2 + w) + ";";
  return body;
}

TEST(Passages, GiveWhatTheirInstructionsGiveOneByOne) {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    const std::string body = random_body(random);
    ASSERT_EQ(run(body, {.words = 10}), run(body, {.words = 10, .one_by_one = true})) << body;
  }
}

/// Sums of products, each of which the next one adds to; also of what is no number.
TEST(Passages, AddToSumsThatAreNoNumbers) {
  const std::uint32_t kinds[] = {0x7fc01234, 0xff800000, 0x7f800000, 0x3f800000, 0xbf8ccccd, 0x00000001, 0x7f7fffff, 0};
  testing::Words in;
  for (std::uint32_t i = 0; i < 3 * kLanes; ++i) in.push_back(kinds[(i * 5 + i / 8 * 3 + i / kLanes) % 8]);
  const std::string body =
      "add.s64 %rd4, %rd0, %rd3; ld.global.f32 %f2, [%rd4]; ld.global.f32 %f3, [%rd4+128];"
      "ld.global.f32 %f4, [%rd4+256]; fma.rn.f32 %f5, %f2, %f3, %f4; fma.rn.f32 %f6, %f3, %f4, %f5;"
      "fma.rn.f32 %f7, %f5, %f2, %f6; fma.rn.f32 %f8, %f2, %f3, %f5; st.global.f32 [%rd1], %f5;"
      "st.global.f32 [%rd1+128], %f6; st.global.f32 [%rd1+256], %f7; st.global.f32 [%rd1+384], %f8;";
  EXPECT_EQ(batches_of(body, "fma.f32"), Counts{4});
  EXPECT_EQ(run(body, {.in = in, .words = 4}), run(body, {.in = in, .words = 4, .one_by_one = true}));
}

}  // namespace
}  // namespace gemmscope::lockstep
