// SPDX-License-Identifier: MIT
// Halfs: every one of them, and every way to round to one.
#include "kernels/half.h"

#include <bit>
#include <cmath>
#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <gtest/gtest.h>

namespace gemmscope::kernels {
namespace {

constexpr std::uint32_t kHalfs = 65536;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Half half(std::uint32_t bits) { return {static_cast<std::uint16_t>(bits)}; }
bool is_nan(Half h) { return (h.bits & 0x7fffu) > 0x7c00u; }

/// As the standard says it, in double precision.
double value_of(Half h) {
  const int exponent = h.bits >> 10 & 31, fraction = h.bits & 1023;
  double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 31) magnitude = fraction == 0 ? HUGE_VAL : std::nan("");
  return h.bits >> 15 != 0 ? -magnitude : magnitude;
}

TEST(Half, EveryOneIsItsFloatAndBackAgain) {
  for (std::uint32_t bits = 0; bits < kHalfs; ++bits) {
    const Half h = half(bits);
    const float f = exact_float(h);
    if (is_nan(h)) {
      EXPECT_TRUE(std::isnan(f) && is_nan(rounded_half(f))) << bits;
      continue;
    }
    ASSERT_EQ(f, value_of(h)) << bits;
    ASSERT_EQ(std::signbit(f), bits >> 15 != 0) << bits;
    ASSERT_EQ(rounded_half(f), h) << bits;
  }
}

/// Between two neighbours, subnormals and the step to infinity (65520) among them: up to the middle it is the lower
/// one, from there on the upper; the middle itself goes to the even one.
TEST(Half, RoundsToTheNearestAndTiesToEven) {
  for (std::uint32_t bits = 0; bits < 0x7c00u; ++bits) {
    const double below = value_of(half(bits)), above = bits == 0x7bffu ? 65536 : value_of(half(bits + 1));
    const auto middle = static_cast<float>((below + above) / 2);  // exact: a float has 13 bits more
    const Half low = half(bits), high = half(bits + 1);
    ASSERT_EQ(rounded_half(std::nextafter(middle, 0.0f)), low) << bits;
    ASSERT_EQ(rounded_half(middle), bits % 2 == 0 ? low : high) << bits;
    ASSERT_EQ(rounded_half(std::nextafter(middle, kInfinity)), high) << bits;
    ASSERT_EQ(rounded_half(-middle), half((bits % 2 == 0 ? bits : bits + 1) | 0x8000u)) << bits;
  }
}

static_assert(rounded_half(65519.996f).bits == 0x7bff && rounded_half(65520).bits == 0x7c00);
static_assert(rounded_half(-1e30f).bits == 0xfc00 && rounded_half(kInfinity).bits == 0x7c00);
static_assert(rounded_half(0x1p-24f).bits == 1 && rounded_half(0x1p-25f).bits == 0 &&
              rounded_half(0x1.8p-25f).bits == 1);
static_assert(rounded_half(0x1p-149f).bits == 0 && rounded_half(-0.0f).bits == 0x8000 &&
              rounded_half(-1e-30f).bits == 0x8000);
static_assert(rounded_half(1).bits == 0x3c00 && exact_float({0xc000}) == -2);

#if defined(__x86_64__)
bool has_f16c() {  // __builtin_cpu_supports("f16c") is not known to clang
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

using Halfs = short __attribute__((vector_size(16)));
using Floats = float __attribute__((vector_size(16)));

__attribute__((target("f16c"))) float float_by_instruction(Half h) {
  return __builtin_ia32_vcvtph2ps(Halfs{static_cast<short>(h.bits)})[0];
}
__attribute__((target("f16c"))) Half half_by_instruction(float f) {
  return half(static_cast<std::uint16_t>(__builtin_ia32_vcvtps2ph(Floats{f}, 0)[0]));
}

TEST(Half, IsWhatTheProcessorsInstructionsMakeOfIt) {
  if (!has_f16c()) GTEST_SKIP() << "this processor has no F16C";
  for (std::uint32_t bits = 0; bits < kHalfs; ++bits)
    if (!is_nan(half(bits))) {
      ASSERT_EQ(exact_float(half(bits)), float_by_instruction(half(bits))) << bits;
    }
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 4093) {  // a prime: all kinds of low bits
    const auto f = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (std::isnan(f)) {
      ASSERT_TRUE(is_nan(rounded_half(f)) && is_nan(half_by_instruction(f))) << bits;
    } else {
      ASSERT_EQ(rounded_half(f), half_by_instruction(f)) << bits;
    }
  }
}
#endif

TEST(Half, TheWayOfTheBuildIsTheExactOne) {
  for (std::uint32_t bits = 0; bits < kHalfs; ++bits)
    if (!is_nan(half(bits))) {
      ASSERT_EQ(to_float(half(bits)), exact_float(half(bits))) << bits;
    }
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 4093) {
    const auto f = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    ASSERT_EQ(to_half(f), rounded_half(f)) << bits;
  }
  for (std::uint32_t bits = 0; bits < 0x7bffu; ++bits) {
    const auto tie = static_cast<float>((value_of(half(bits)) + value_of(half(bits + 1))) / 2);
    ASSERT_EQ(to_half(tie), rounded_half(tie)) << bits;
  }
  EXPECT_EQ(to_half(-std::numeric_limits<float>::quiet_NaN()).bits, 0x7fff);
}

TEST(Half8, HasTheFirstInTheLowerHalfOfTheFirstWord) {
  Half8 v{};
  for (int i = 0; i < 8; ++i) v.set(i, half(0x1110u * static_cast<std::uint32_t>(i + 1)));
  v.set(3, half(0xffff));
  v.set(3, half(0x0003));
  EXPECT_EQ(v.word[0], 0x22201110u);
  EXPECT_EQ(v.word[1], 0x00033330u);
  EXPECT_EQ(v.word[3], 0x88807770u);
  EXPECT_EQ(v[2].bits, 0x3330);
  EXPECT_EQ(v[7].bits, 0x8880);
}

}  // namespace
}  // namespace gemmscope::kernels
