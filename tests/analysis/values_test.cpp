// SPDX-License-Identifier: MIT
// Which alpha and beta explain the results of a product, how far rounding may lead, and what is like a product.
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "tracing/analysis/values/likeness.h"
#include "tracing/analysis/values/scales.h"

namespace gemmscope::analysis {
namespace {

const Precision kInFloat{.sum = 0x1p-24, .text = "sums in float"};

/// Random numbers from -1 to 1.
class Random {
 public:
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 40) / static_cast<double>(1 << 23) - 1;
  }

 private:
  std::uint64_t state_ = 7;
};

/// 20 x 30 x 40, and C as `result` makes it of A B, of what C held, and of the element's number.
Factors factors(const std::function<double(double sum, double before, std::size_t i)>& result) {
  Factors f;
  f.rows = f.M = 20, f.columns = 30, f.K = 40;
  Random random;
  std::vector<double> A(f.rows * f.K), B(f.K * f.columns);
  for (double& each : A) each = static_cast<float>(random.next());
  for (double& each : B) each = static_cast<float>(random.next());
  for (std::size_t i = 0; i < std::size_t{f.rows} * f.columns; ++i) {
    double sum = 0, magnitude = 0;
    for (std::size_t k = 0; k < f.K; ++k) {
      const double product = A[i / f.columns * f.K + k] * B[k * f.columns + i % f.columns];
      sum += product, magnitude += std::fabs(product);
    }
    f.sum.push_back(sum), f.magnitude.push_back(magnitude), f.before.push_back(static_cast<float>(random.next()));
    f.after.push_back(static_cast<float>(result(sum, f.before.back(), i)));
  }
  return f;
}

format::KeptScalar scalar(const std::string& name, float value) {
  return {name, "float", std::bit_cast<std::uint32_t>(value)};
}

Scales scales(const Factors& f, const std::vector<format::KeptScalar>& scalars) {
  return scales_of(f, sample_of(f), kInFloat, scalars);
}

TEST(Scales, OfPlainProductsAreOneAndZero) {
  const Scales plain = scales(factors([](double sum, double, std::size_t) { return sum; }), {scalar("eps", 3)});
  EXPECT_EQ(plain.share, 1);
  EXPECT_EQ(plain.alpha.value, 1);
  EXPECT_EQ(plain.beta.value, 0);
  const Scales added = scales(factors([](double sum, double before, std::size_t) { return before - sum; }), {});
  EXPECT_EQ(added.alpha.value, -1);
  EXPECT_EQ(added.beta.value, 1);
}

TEST(Scales, AreParametersWhateverTheyAreCalled) {
  const Factors f = factors([](double sum, double before, std::size_t) { return 1.5 * sum - 0.25 * before; });
  const Scales found = scales(f, {scalar("n", 40), scalar("first", -0.25f), scalar("second", 1.5f)});
  EXPECT_EQ(found.share, 1);
  EXPECT_EQ(found.alpha.name, "second");
  EXPECT_EQ(found.beta.name, "first");
}

TEST(Scales, AreSolvedForWhereNoParameterIsIt) {
  const Factors f = factors([](double sum, double before, std::size_t) { return 0.7 * sum + 0.3 * before; });
  const Scales found = scales(f, {scalar("alpha", 2)});
  EXPECT_EQ(found.share, 1);
  EXPECT_EQ(found.alpha.from, Scale::From::kFitted);
  EXPECT_NEAR(found.alpha.value, 0.7, 1e-6);
  EXPECT_NEAR(found.beta.value, 0.3, 1e-6);
}

TEST(Scales, AreThoseOfMostElementsWhereSomeAreWrong) {
  const Factors f = factors([](double sum, double, std::size_t i) { return i % 3 == 0 ? 7 : 2 * sum; });
  const Scales found = scales(f, {scalar("s.alpha", 2)});
  EXPECT_EQ(found.alpha.name, "s.alpha");
  EXPECT_NEAR(found.share, 2.0 / 3, 0.01);
}

TEST(Scales, AreNotSolvedForWhereOnlyTheElementThatIsSolvedAgrees) {
  Random random;
  const Factors f = factors([&](double, double, std::size_t) { return 5 * random.next(); });
  const Scales found = scales(f, {scalar("alpha", 3)});
  EXPECT_EQ(found.alpha.value, 3);
  EXPECT_LT(found.share, 0.01);
}

TEST(Scales, AreNotSoLargeThatEverythingAgrees) {
  const Factors leaky = factors([](double sum, double, std::size_t) { return sum > 0 ? sum : sum / 100; });
  const Scales found = scales(leaky, {});
  EXPECT_LT(std::fabs(found.alpha.value), 2);
  EXPECT_LT(found.share, 0.7);
}

TEST(Precision, AnErrorOfOneProductIsMoreThanRounding) {
  const Factors f = factors([](double sum, double, std::size_t i) { return i == 77 ? sum + 1e-3 : sum; });
  for (std::size_t i = 0; i < f.elements(); ++i) EXPECT_EQ(agrees(f, i, {}, kInFloat), i != 77) << i;
}

TEST(Precision, NoRoundingOfFloatIsMoreThanItsBound) {
  const Factors f = factors([](double sum, double, std::size_t) { return sum * (1 + 0x1p-23); });
  for (std::size_t i = 0; i < f.elements(); ++i) EXPECT_TRUE(agrees(f, i, {}, kInFloat)) << i;
}

TEST(Precision, OnlyWhatShouldBeNaNMayBe) {
  Factors f = factors([](double sum, double, std::size_t) { return sum; });
  f.after[5] = std::nan(""), f.sum[6] = f.after[6] = std::nan(""), f.sum[7] = std::nan("");
  EXPECT_FALSE(agrees(f, 5, {}, kInFloat));
  EXPECT_TRUE(agrees(f, 6, {}, kInFloat));
  EXPECT_FALSE(agrees(f, 7, {}, kInFloat));
}

TEST(Precision, IsThatOfTheArithmeticInTheCode) {
  Factors f = factors([](double sum, double, std::size_t) { return sum; });
  const auto least = [&](const char* ptx) { return precisions_of(f, ptx).back().sum; };
  EXPECT_EQ(least("fma.rn.f32 %f1, %f2, %f3, %f1;"), 0x1p-24);
  EXPECT_EQ(least("cvt.f32.f16 %f1, %rs1;\nfma.rn.f32 %f1, %f2, %f3, %f1;"), 0x1p-24);  // that is no arithmetic in half
  EXPECT_EQ(least("{fma.rn.f16x2 %r1,%r2,%r3,%r4;\n}"), 0x1p-11);
  EXPECT_EQ(least("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f1};"), 0x1p-23);
  EXPECT_EQ(least("wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%r1}, {%r2}, {%r3}, {%r4};"), 0x1p-11);
}

TEST(Likeness, AnActivationIsAFunctionOfTheProductAndAMistakeIsNot) {
  const Factors clamped = factors([](double sum, double, std::size_t) { return std::min(std::max(sum, 0.0), 2.0); });
  EXPECT_EQ(dependence_on_product(clamped, {}, kInFloat), OfProduct::kAlone);
  const Factors leaky = factors([](double sum, double, std::size_t) { return sum > 0 ? sum : sum / 100; });
  EXPECT_EQ(dependence_on_product(leaky, {.activation = Activation::kRelu}, kInFloat), OfProduct::kAlone);
  const Factors zeroed = factors([](double sum, double, std::size_t i) { return i % 64 < 32 ? 0 : sum; });
  EXPECT_EQ(dependence_on_product(zeroed, {}, kInFloat), OfProduct::kNot);
  Random random;
  const Factors noisy = factors([&](double sum, double, std::size_t) { return sum + 0.1 * random.next(); });
  EXPECT_EQ(dependence_on_product(noisy, {}, kInFloat), OfProduct::kNot);
  EXPECT_GT(correlation_of(noisy, {}), 0.95);
}

/// Whatever is small differs from the product by about the product.
TEST(Likeness, WhatIsSmallBesideTheProductIsNoFunctionOfIt) {
  Random random;
  const Factors small = factors([&](double, double, std::size_t) { return 0.01 * random.next(); });
  EXPECT_EQ(dependence_on_product(small, {}, kInFloat), OfProduct::kNot);
  const Factors last = factors([](double, double before, std::size_t) { return 0.1 * before; });
  EXPECT_EQ(dependence_on_product(last, {}, kInFloat), OfProduct::kNot);
  const Factors constant = factors([](double, double, std::size_t) { return 0.5; });
  EXPECT_EQ(dependence_on_product(constant, {}, kInFloat), OfProduct::kNot);
}

/// As where norms of rows and columns divide it.
TEST(Likeness, OfAFunctionOfTheProductAndLittleElseIsMostly) {
  const Factors divided = factors([](double sum, double, std::size_t i) {
    return sum / (5 + 0.5 * std::sin(double(i / 30)) + 0.5 * std::sin(double(i % 30)));
  });
  EXPECT_EQ(dependence_on_product(divided, {}, kInFloat), OfProduct::kMostly);
}

TEST(Likeness, ZeroPointsAreANumberForEachRowAndColumn) {
  const Factors shifted = factors(
      [](double sum, double, std::size_t i) { return sum + 3.0 * static_cast<double>(i / 30) - std::sqrt(i % 30); });
  EXPECT_TRUE(is_row_and_column(shifted, {}, kInFloat));
  const Factors wrong = factors([](double sum, double, std::size_t i) { return i == 95 ? sum + 1 : sum; });
  EXPECT_FALSE(is_row_and_column(wrong, {}, kInFloat));
}

TEST(Likeness, ATriangleIsWholeAndOnOneSide) {
  EXPECT_TRUE(is_triangle(factors([](double sum, double, std::size_t i) { return i % 30 > i / 30 ? -1e30 : sum; }), {},
                          kInFloat));
  EXPECT_FALSE(is_triangle(factors([](double sum, double, std::size_t i) { return i == 29    ? 0
                                                                                  : i == 200 ? 1
                                                                                             : sum; }),
                           {}, kInFloat));
}

}  // namespace
}  // namespace gemmscope::analysis
