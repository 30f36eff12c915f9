// SPDX-License-Identifier: MIT
// The judge must be right, and must not be fooled.
#include "kernels/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

namespace gemmscope::kernels {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(Reference, IsTheProductWorkedOutByHand) {
  const GemmData d{2, 2, 3, {1, 2, 3, 4, 5, 6}, {1, 0, 0, 1, 2, -1}, {10, 20, 30, 40}};
  EXPECT_EQ(reference_gemm(d, 1, 0), (std::vector<double>{7, -1, 16, -1}));
  EXPECT_EQ(reference_gemm(d, 2, 0.5f), (std::vector<double>{19, 8, 47, 18}));
  EXPECT_EQ(sequential_fma_gemm(d, 2, 0.5f), (std::vector<float>{19, 8, 47, 18}));
}

TEST(Reference, DoesNotReadCWhenBetaIsZero) {
  GemmData d = make_data(3, 4, 5);
  std::fill(d.C.begin(), d.C.end(), kNaN);
  for (const double c : reference_gemm(d, 1, 0)) EXPECT_TRUE(std::isfinite(c));
  for (const float c : sequential_fma_gemm(d, 1, 0)) EXPECT_TRUE(std::isfinite(c));
}

TEST(Reference, WithoutKIsBetaC) {
  const GemmData d = make_data(2, 3, 0);
  const std::vector<double> result = reference_gemm(d, 1, 2);
  for (std::size_t i = 0; i < result.size(); ++i) EXPECT_EQ(result[i], 2 * static_cast<double>(d.C[i]));
}

TEST(Reference, ChainOfWholeNumbersIsExact) {
  const GemmData d = make_data(9, 11, 300);
  const std::vector<double> exact = reference_gemm(d, 1, 1);
  EXPECT_EQ(count_wrong(sequential_fma_gemm(d, 1, 1), exact, 0), 0);
}

TEST(Reference, ChainOfFractionsRounds) {
  const GemmData d = make_fractions(9, 11, 300);
  const std::vector<double> exact = reference_gemm(d, 1, 1);
  const std::vector<float> chain = sequential_fma_gemm(d, 1, 1);
  EXPECT_GT(count_wrong(chain, exact, 0), 50);
  EXPECT_EQ(count_wrong(chain, exact, 1e-4), 0);
}

TEST(CountWrong, CountsNotANumberAndInfinity) {
  EXPECT_EQ(count_wrong({kNaN, 1, std::numeric_limits<float>::infinity()}, {0, 1, 0}, 1e30), 2);
  EXPECT_EQ(count_wrong({kNaN}, {std::numeric_limits<double>::quiet_NaN()}, 1), 1);
}

TEST(CountWrong, CountsATransposedResult) {
  const GemmData d = make_data(16, 16, 16);
  std::vector<float> result = sequential_fma_gemm(d, 1, 0);
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t k = 0; k < i; ++k) std::swap(result[i * 16 + k], result[k * 16 + i]);
  EXPECT_GT(count_wrong(result, reference_gemm(d, 1, 0), 0), 200);
}

TEST(Data, IsTheSameEveryTimeAndHasNoPattern) {
  const GemmData d = make_data(40, 40, 40);
  EXPECT_EQ(d.A, make_data(40, 40, 40).A);
  EXPECT_NE(d.A, d.B);
  std::set<std::vector<float>> rows, columns;
  for (std::size_t i = 0; i < 40; ++i) {
    rows.insert(
        {d.A.begin() + static_cast<std::ptrdiff_t>(i * 40), d.A.begin() + static_cast<std::ptrdiff_t>(i * 40 + 40)});
    std::vector<float> column;
    for (std::size_t k = 0; k < 40; ++k) column.push_back(d.A[k * 40 + i]);
    columns.insert(column);
  }
  EXPECT_EQ(rows.size(), 40u);
  EXPECT_EQ(columns.size(), 40u);
  for (const float a : d.A) EXPECT_TRUE(std::abs(a) <= 8 && a == std::floor(a));
}

}  // namespace
}  // namespace gemmscope::kernels
