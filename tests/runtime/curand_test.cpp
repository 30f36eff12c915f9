// SPDX-License-Identifier: MIT
// libcurand's stand-in.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/runtime/device_data.h"
#include "tracing/runtime/curand/api.h"
#include "tracing/runtime/curand/philox.h"

namespace gemmscope::runtime::curand {
namespace {

// Of the authors' own library, Random123: examples/kat_vectors.
static_assert(philox({}, {}) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
static_assert(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}) == Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
static_assert(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
              Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});

constexpr int kDefault = 100;
constexpr std::size_t kMany = 100'000;

class Random : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(curandCreateGenerator(&generator_, kDefault), Status::kSuccess);
    ASSERT_EQ(curandSetPseudoRandomGeneratorSeed(generator_, 7), Status::kSuccess);
  }
  void TearDown() override { EXPECT_EQ(curandDestroyGenerator(generator_), Status::kSuccess); }
  Generator* generator_ = nullptr;
};

struct Moments {
  double mean = 0, deviation = 0;
};
template <class T>
Moments moments(const std::vector<T>& numbers) {
  Moments m;
  for (const T x : numbers) m.mean += x / static_cast<double>(numbers.size());
  for (const T x : numbers) m.deviation += (x - m.mean) * (x - m.mean) / static_cast<double>(numbers.size());
  m.deviation = std::sqrt(m.deviation);
  return m;
}

/// To a part in a hundred, some three times what chance makes of so many.
void expect_near(const Moments& m, double mean, double deviation) {
  EXPECT_TRUE(std::fabs(m.mean - mean) <= 0.01 * deviation) << m.mean;
  EXPECT_TRUE(std::fabs(m.deviation - deviation) <= 0.01 * deviation) << m.deviation;
}

TEST_F(Random, UniformNumbersLieAboveZeroAndFillTheirRange) {
  const Device floats(std::vector<float>(kMany, -1));
  const Device doubles(std::vector<double>(kMany, -1));
  ASSERT_EQ(curandGenerateUniform(generator_, floats, kMany), Status::kSuccess);
  ASSERT_EQ(curandGenerateUniformDouble(generator_, doubles, kMany), Status::kSuccess);
  for (const float x : floats.read()) ASSERT_TRUE(x > 0 && x <= 1);
  for (const double x : doubles.read()) ASSERT_TRUE(x > 0 && x <= 1);
  expect_near(moments(floats.read()), 0.5, std::sqrt(1 / 12.0));
  expect_near(moments(doubles.read()), 0.5, std::sqrt(1 / 12.0));
}

TEST_F(Random, NormalNumbersHaveTheirMeanAndDeviation) {
  const Device floats(std::vector<float>(kMany, -1));
  const Device doubles(std::vector<double>(kMany, -1));
  ASSERT_EQ(curandGenerateNormal(generator_, floats, kMany, 3, 2), Status::kSuccess);
  ASSERT_EQ(curandGenerateNormalDouble(generator_, doubles, kMany, -1, 0.5), Status::kSuccess);
  expect_near(moments(floats.read()), 3, 2);
  expect_near(moments(doubles.read()), -1, 0.5);
  double pairs = 0;  // neighbours come from one pair of uniform numbers and must not depend on each other
  const std::vector<double> numbers = doubles.read();
  for (std::size_t i = 0; i < kMany; i += 2) pairs += (numbers[i] + 1) * (numbers[i + 1] + 1) / (kMany / 2.0);
  EXPECT_TRUE(std::fabs(pairs) <= 0.01 * 0.5) << pairs;
  EXPECT_EQ(curandGenerateNormal(generator_, floats, 3, 0, 1), Status::kLengthNotMultiple);
}

TEST_F(Random, ASeedAndAnOffsetGiveTheSameNumbersAgain) {
  const Device all(std::vector<unsigned>(10, 0)), part(std::vector<unsigned>(4, 0));
  ASSERT_EQ(curandGenerate(generator_, all, 3), Status::kSuccess);
  ASSERT_EQ(curandGenerate(generator_, all + 3, 7), Status::kSuccess);
  ASSERT_EQ(curandSetGeneratorOffset(generator_, 5), Status::kSuccess);
  ASSERT_EQ(curandGenerate(generator_, part, 4), Status::kSuccess);
  const std::vector<unsigned> numbers = all.read();
  for (std::uint32_t i = 0; i < 10; ++i) EXPECT_EQ(numbers[i], philox({i / 4}, {7})[i % 4]);
  EXPECT_EQ(part.read(), std::vector<unsigned>(numbers.begin() + 5, numbers.begin() + 9));
  ASSERT_EQ(curandSetPseudoRandomGeneratorSeed(generator_, 8), Status::kSuccess);
  ASSERT_EQ(curandGenerate(generator_, part, 4), Status::kSuccess);
  EXPECT_NE(part.read(), std::vector<unsigned>(numbers.begin(), numbers.begin() + 4));
}

TEST_F(Random, WritesToTheDeviceOrTheHostAsItWasMade) {
  std::vector<float> host(2, -1);
  EXPECT_EQ(curandGenerateUniform(generator_, host.data(), 2), Status::kLaunchFailure);
  EXPECT_EQ(host[0], -1);
  Generator* of_host = nullptr;
  ASSERT_EQ(curandCreateGeneratorHost(&of_host, kDefault), Status::kSuccess);
  EXPECT_EQ(curandGenerateUniform(of_host, host.data(), 2), Status::kSuccess);
  EXPECT_NE(host[1], -1);
  ASSERT_EQ(curandDestroyGenerator(of_host), Status::kSuccess);
  EXPECT_EQ(curandGenerateUniform(of_host, host.data(), 2), Status::kNotInitialized);
  EXPECT_EQ(curandCreateGenerator(&of_host, 3), Status::kTypeError);
}

}  // namespace
}  // namespace gemmscope::runtime::curand
