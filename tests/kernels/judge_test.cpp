// SPDX-License-Identifier: MIT
// The judge of results finds what is wrong.
#include <limits>

#include <gtest/gtest.h>

#include "tracing/record/verification.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::record {
namespace {

const kernels::KernelInfo& kernel() { return *kernels::find_kernel("warp_tile"); }
const Configuration kSmall{"tm1_small", {}};

Judgement judged(const Problem& problem, const Build& build) {
  const auto judgement = judge(kernel(), kSmall, problem, build);
  EXPECT_TRUE(judgement);
  return judgement.value_or(Judgement{});
}

TEST(Judge, ARightBuildIsRight) {
  const Judgement j = judged({65, 66, 9, 2, 3}, simt::run_plain);
  EXPECT_EQ(j.elements, 65 * 66);
  EXPECT_TRUE(j.right());
}

TEST(Judge, CountsNotANumberAsWrong) {
  const Judgement j = judged({8, 8, 8, 1, 0}, [](const record::Plan& plan, kernels::GemmData& data) {
    auto ran = simt::run_plain(plan, data);
    data.C[3] = std::numeric_limits<float>::quiet_NaN();
    return ran;
  });
  EXPECT_EQ(j.wrong, 1);
  EXPECT_FALSE(j.right());
}

TEST(Judge, FindsABuildThatReadsCWhenBetaIsZero) {
  const Judgement j = judged({8, 8, 8, 1, 0}, [](const record::Plan& plan, kernels::GemmData& data) {
    const std::vector<float> before = data.C;
    auto ran = simt::run_plain(plan, data);
    for (std::size_t i = 0; i < before.size(); ++i) data.C[i] += plan.beta * before[i];
    return ran;
  });
  EXPECT_EQ(j.wrong, 64);
}

TEST(Judge, FindsATransposedResult) {
  const Judgement j = judged({8, 8, 8, 1, 0}, [](const record::Plan& plan, kernels::GemmData& data) {
    auto ran = simt::run_plain(plan, data);
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t k = 0; k < i; ++k) std::swap(data.C[i * 8 + k], data.C[k * 8 + i]);
    return ran;
  });
  EXPECT_GT(j.wrong, 40);
}

TEST(Judge, FindsAnotherOrderOfRoundings) {
  const Judgement j = judged({16, 16, 64, 1, 0}, [](const record::Plan&, kernels::GemmData& data) {
    for (std::size_t m = 0; m < 16; ++m)
      for (std::size_t n = 0; n < 16; ++n) {
        float sum = 0;
        for (std::size_t k = 64; k-- > 0;) sum += data.A[m * 64 + k] * data.B[k * 16 + n];
        data.C[m * 16 + n] = sum;
      }
    return Result<void>{};
  });
  EXPECT_EQ(j.wrong, 0);  // whole numbers: no rounding
  EXPECT_GT(j.rounded, 50);
}

}  // namespace
}  // namespace gemmscope::record
