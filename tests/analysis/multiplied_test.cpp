// SPDX-License-Identifier: MIT
#include "tracing/analysis/multiplied.h"

#include <gtest/gtest.h>

namespace gemmscope::analysis {
namespace {

/// A recording of the kernel `mine` with this body. The kernels before and after it multiply other types.
format::Recording kernel(const std::string& body) {
  format::Recording recording;
  recording.code.entry = "mine";
  recording.code.ptx =
      ".visible .entry mine2(\n.param .u64 p\n)\n{\nwmma.mma.sync bf16\n}\n.visible .entry mine(\n.param "
      ".u64 p\n)\n{\n" +
      body + "\n}\n.visible .entry other(\n)\n{\nmma.sync.aligned bf16\n}\n";
  return recording;
}

std::string_view element(const std::string& body, std::uint32_t bytes) {
  return element_multiplied(kernel(body), bytes);
}

TEST(ElementMultiplied, IsTakenFromTheKernelsOwnInstructions) {
  EXPECT_EQ(element("fma.rn.f32 %f1, %f2, %f3, %f1;", 4), "float");
  EXPECT_EQ(element("fma.rn.ftz.f32 %f1, %f2, %f3, %f1;", 4), "float");
  EXPECT_EQ(element("{ // callseq\ncall.uni fail;\n}\nfma.rn.f32 %f1, %f2, %f3, %f1;", 4), "float");
  EXPECT_EQ(element("fma.rn.f16x2 %r1, %r2, %r3, %r1;", 2), "half");
  EXPECT_EQ(element("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1}, {%r1};", 2), "half");
}

TEST(NumbersMultiplied, AreOfTheOnlyKindThatIsMultipliedAndAdded) {
  const auto numbers = [](const std::string& body) { return numbers_multiplied(kernel(body)); };
  const std::string doubles = "fma.rn.f64 %fd1, %fd2, %fd3, %fd1;\n", pairs = "{fma.rn.f16x2 %r1,%r2,%r3,%r1;}\n";
  EXPECT_EQ(numbers(doubles), Numbers::kDouble);
  EXPECT_EQ(numbers(pairs), Numbers::kHalfPairs);
  EXPECT_EQ(numbers("fma.rn.relu.bf16x2 %r1, %r2, %r3, %r1;"), Numbers::kHalfPairs);
  EXPECT_EQ(numbers("fma.rn.f16 %rs1, %rs2, %rs3, %rs1;"), Numbers::kFloat);
  for (const char* other : {"fma.rn.f32 %f1, %f2, %f3, %f1;", "fma.rn.ftz.f32 %f1, %f2, %f3, %f1;"}) {
    EXPECT_EQ(numbers(other), Numbers::kFloat);
    EXPECT_EQ(numbers(doubles + other), Numbers::kFloat);
    EXPECT_EQ(numbers(pairs + other), Numbers::kFloat);
  }
  EXPECT_EQ(numbers(""), Numbers::kFloat);
  EXPECT_EQ(numbers_multiplied({}), Numbers::kFloat);
}

TEST(ElementMultiplied, IsNotGuessed) {
  EXPECT_EQ(element("mad.lo.s32 %r1, %r2, %r3, %r1;", 4), "");
  EXPECT_EQ(element("fma.rn.f64 %fd1, %fd2, %fd3, %fd1;", 8), "");
  EXPECT_EQ(element("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32; fma.rn.f32 %f1, %f2, %f3, %f1;", 4), "");
  EXPECT_EQ(element("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32; cvt.f16.f32", 2), "");
  format::Recording without;
  without.code.entry = "mine";
  EXPECT_EQ(element_multiplied(without, 4), "");
}

/// A lane may store what others have summed.
TEST(MaySwapAnIndex, NotWhereLanesPassOnValues) {
  Tiles tiles;
  tiles.stores_for_others = true;
  EXPECT_TRUE(may_swap_an_index(kernel("fma.rn.f32 %f1, %f2, %f3, %f1;"), tiles));
  EXPECT_FALSE(may_swap_an_index(kernel("shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;"), tiles));
  EXPECT_FALSE(may_swap_an_index(kernel("redux.sync.add.s32 %r1, %r2, -1;"), tiles));
  EXPECT_FALSE(may_swap_an_index(kernel("mma.sync.aligned.m16n8k8 {%f1}, {%r1};"), tiles));
  EXPECT_FALSE(may_swap_an_index(kernel("shfl.idle"), Tiles{}));
}

}  // namespace
}  // namespace gemmscope::analysis
