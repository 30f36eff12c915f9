// SPDX-License-Identifier: MIT
// libcublas' stand-in: products of matrices, against three plain loops.
#include <cmath>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/runtime/device_data.h"
#include "tracing/runtime/cublas/api.h"
#include "tracing/runtime/cublas/number.h"

namespace gemmscope::runtime {
namespace {

using cublas::Bfloat;
using cublas::Half;

class Gemm : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(cublasCreate_v2(&handle_), Status::kSuccess); }
  void TearDown() override { EXPECT_EQ(cublasDestroy_v2(handle_), Status::kSuccess); }
  Handle* handle_ = nullptr;
};

struct Shape {
  Op op_a, op_b;
  int m, n, k, lda, ldb, ldc;
};
/// Leading dimensions longer than needed, each by another number.
Shape shape(Op op_a, Op op_b, int m, int n, int k) {
  return {op_a, op_b, m, n, k, (op_a == Op::kN ? m : k) + 3, (op_b == Op::kN ? k : n) + 5, m + 2};
}

template <class T>
struct Data {
  explicit Data(const Shape& s, int seed = 1)
      : a(s.op_a == Op::kN ? matrix<T>(s.m, s.k, s.lda, seed) : matrix<T>(s.k, s.m, s.lda, seed)),
        b(s.op_b == Op::kN ? matrix<T>(s.k, s.n, s.ldb, seed + 1) : matrix<T>(s.n, s.k, s.ldb, seed + 1)),
        c(matrix<T>(s.m, s.n, s.ldc, seed + 2)) {}
  std::vector<T> a, b, c;
};

template <class T>
std::vector<T> product(const Shape& s, const Data<T>& data, double alpha, double beta) {
  std::vector<T> c = data.c;
  for (int i = 0; i < s.m; ++i)
    for (int j = 0; j < s.n; ++j) {
      double sum = 0;
      for (int p = 0; p < s.k; ++p) {
        const double x = s.op_a == Op::kN ? data.a[i + p * s.lda] : data.a[p + i * s.lda];
        const double y = s.op_b == Op::kN ? data.b[p + j * s.ldb] : data.b[j + p * s.ldb];
        sum += x * y;
      }
      c[i + j * s.ldc] = static_cast<T>(alpha * sum + beta * c[i + j * s.ldc]);
    }
  return c;
}

void expect_right(Handle* handle, const Shape& s) {
  const Data<float> data(s);
  const Device a(data.a), b(data.b), c(data.c);
  const float alpha = 2, beta = -3;
  ASSERT_EQ(cublasSgemm_v2(handle, s.op_a, s.op_b, s.m, s.n, s.k, &alpha, a, s.lda, b, s.ldb, &beta, c, s.ldc),
            Status::kSuccess);
  EXPECT_EQ(c.read(), product(s, data, alpha, beta)) << s.m << "x" << s.n << "x" << s.k;
}

TEST_F(Gemm, TakesEveryOpAndLeadingDimension) {
  for (const Op op_a : {Op::kN, Op::kT, Op::kC})
    for (const Op op_b : {Op::kN, Op::kT, Op::kC}) expect_right(handle_, shape(op_a, op_b, 7, 13, 5));
}

TEST_F(Gemm, IsRightAtTheEdgesOfItsTilesAndOnAllCores) {
  for (const auto& [m, n, k] : {std::array{1, 1, 1}, {128, 128, 256}, {129, 127, 257}, {3, 300, 2}, {260, 133, 515}})
    for (const Op op : {Op::kN, Op::kT}) expect_right(handle_, shape(op, op, m, n, k));
}

TEST_F(Gemm, ReadsNothingBehindAMatrixThatEndsWithItsPage) {
  expect_right(handle_, {Op::kN, Op::kT, 1, 1, 1024, 1, 1, 1});
}

TEST_F(Gemm, OfDoublesKeepsWhatFloatsWouldLose) {
  const Shape s = shape(Op::kT, Op::kN, 9, 4, 6);
  Data<double> data(s);
  for (double& x : data.a) x = x * (1 + 0x1p-40);
  const Device a(data.a), b(data.b), c(data.c);
  const double alpha = 0.5, beta = 3;
  ASSERT_EQ(cublasDgemm_v2(handle_, s.op_a, s.op_b, s.m, s.n, s.k, &alpha, a, s.lda, b, s.ldb, &beta, c, s.ldc),
            Status::kSuccess);
  EXPECT_EQ(c.read(), product(s, data, alpha, beta));
}

TEST_F(Gemm, DoesNotReadWhatAZeroLeavesOut) {
  const Shape s = shape(Op::kN, Op::kN, 5, 6, 7);
  Data<float> data(s);
  const std::vector<float> expected = product(s, data, 1, 0);
  for (int j = 0; j < s.n; ++j)
    for (int i = 0; i < s.m; ++i) data.c[i + j * s.ldc] = NAN;
  const float zero = 0, one = 1;
  const Device a(data.a), b(data.b), c(data.c);
  cublasSgemm_v2(handle_, s.op_a, s.op_b, s.m, s.n, s.k, &one, a, s.lda, b, s.ldb, &zero, c, s.ldc);
  EXPECT_EQ(c.read(), expected);
  EXPECT_EQ(
      cublasSgemm_v2(handle_, s.op_a, s.op_b, s.m, s.n, s.k, &zero, nullptr, s.lda, nullptr, s.ldb, &one, c, s.ldc),
      Status::kSuccess);
  EXPECT_EQ(c.read(), expected);
}

TEST_F(Gemm, PassesNanOn) {
  const Shape s = shape(Op::kN, Op::kN, 2, 2, 2);
  Data<float> data(s);
  data.a[0] = NAN;
  const Device a(data.a), b(data.b), c(data.c);
  const float one = 1, zero = 0;
  cublasSgemm_v2(handle_, s.op_a, s.op_b, 2, 2, 2, &one, a, s.lda, b, s.ldb, &zero, c, s.ldc);
  EXPECT_TRUE(std::isnan(c.read()[0]));
  EXPECT_FALSE(std::isnan(c.read()[1]));
}

TEST_F(Gemm, InBatchesByStrideAndByAddress) {
  const Shape s = shape(Op::kN, Op::kT, 5, 3, 4);
  constexpr int kCount = 3;
  std::vector<float> a, b, c, expected;
  for (int i = 0; i < kCount; ++i) {
    const Data<float> data(s, 2 + i);
    a.insert(a.end(), data.a.begin(), data.a.end());
    b.insert(b.end(), data.b.begin(), data.b.end());
    c.insert(c.end(), data.c.begin(), data.c.end());
    const std::vector<float> one = product(s, data, 1, 2);
    expected.insert(expected.end(), one.begin(), one.end());
  }
  const auto of_a = static_cast<long long>(a.size()) / kCount, of_b = static_cast<long long>(b.size()) / kCount,
             of_c = static_cast<long long>(c.size()) / kCount;
  const Device as(a), bs(b), cs(c), others(c);
  const float alpha = 1, beta = 2;
  ASSERT_EQ(cublasSgemmStridedBatched(handle_, s.op_a, s.op_b, s.m, s.n, s.k, &alpha, as, s.lda, of_a, bs, s.ldb, of_b,
                                      &beta, cs, s.ldc, of_c, kCount),
            Status::kSuccess);
  EXPECT_EQ(cs.read(), expected);

  std::vector<float*> to_a, to_b, to_c;
  for (int i = 0; i < kCount; ++i)
    to_a.push_back(as + i * of_a), to_b.push_back(bs + i * of_b), to_c.push_back(others + i * of_c);
  const Device array_a(to_a), array_b(to_b), array_c(to_c);
  ASSERT_EQ(cublasSgemmBatched(handle_, s.op_a, s.op_b, s.m, s.n, s.k, &alpha, array_a, s.lda, array_b, s.ldb, &beta,
                               array_c, s.ldc, kCount),
            Status::kSuccess);
  EXPECT_EQ(others.read(), expected);
}

template <class T>
std::vector<std::uint16_t> bits(const std::vector<float>& from) {
  std::vector<std::uint16_t> to;
  for (const float x : from) to.push_back(T::of(x).bits);
  return to;
}

/// Sums that need more bits than a half has, so that where it is rounded shows.
template <class T>
void expect_halves(Handle* handle, Type type, Type output, const void* alpha, const void* beta, Compute compute) {
  const Shape s = shape(Op::kT, Op::kN, 6, 5, 40);
  const Data<float> data(s);
  const std::vector<float> expected = product(s, data, 1, 2);
  const Device a(bits<T>(data.a)), b(bits<T>(data.b)), small(bits<T>(data.c));
  const Device wide(data.c);
  void* const c = output == type ? static_cast<void*>(static_cast<std::uint16_t*>(small)) : static_cast<float*>(wide);
  ASSERT_EQ(cublasGemmEx(handle, s.op_a, s.op_b, s.m, s.n, s.k, alpha, a, type, s.lda, b, type, s.ldb, beta, c, output,
                         s.ldc, compute, -1),
            Status::kSuccess);
  if (output == type)
    EXPECT_EQ(small.read(), bits<T>(expected));
  else
    EXPECT_EQ(wide.read(), expected);
}

TEST_F(Gemm, ExTakesHalvesWithScalarsOfTheComputeType) {
  const float one = 1, two = 2;
  const std::uint16_t half_one = 0x3c00, half_two = 0x4000;
  expect_halves<Half>(handle_, Type::kF16, Type::kF16, &half_one, &half_two, Compute::k16F);
  expect_halves<Half>(handle_, Type::kF16, Type::kF16, &one, &two, Compute::k32F);
  expect_halves<Half>(handle_, Type::kF16, Type::kF32, &one, &two, Compute::k32F);
  expect_halves<Bfloat>(handle_, Type::kBf16, Type::kBf16, &one, &two, Compute::k32FPedantic);
  expect_halves<Bfloat>(handle_, Type::kBf16, Type::kF32, &one, &two, Compute::k32F);
}

TEST_F(Gemm, SaysWhichArgumentIsWrong) {
  const Shape s = shape(Op::kN, Op::kN, 4, 5, 6);
  const Data<float> data(s);
  const Device a(data.a), b(data.b), c(data.c);
  const float one = 1;
  const auto call = [&](Handle* handle, const Shape& t, const float* alpha, const float* of_a) {
    return cublasSgemm_v2(handle, t.op_a, t.op_b, t.m, t.n, t.k, alpha, of_a, t.lda, b, t.ldb, &one, c, t.ldc);
  };
  EXPECT_EQ(call(nullptr, s, &one, a), Status::kNotInitialized);
  EXPECT_EQ(call(handle_, s, nullptr, a), Status::kInvalidValue);
  EXPECT_EQ(call(handle_, s, &one, data.a.data()), Status::kExecutionFailed);  // of the host
  EXPECT_EQ(call(handle_, s, &one, a + 20), Status::kExecutionFailed);         // ends behind the allocation
  for (const auto change : {+[](Shape& t) { t.m = -1; }, +[](Shape& t) { t.lda = 3; }, +[](Shape& t) { t.ldb = 5; },
                            +[](Shape& t) { t.ldc = 3; }, +[](Shape& t) { t.op_a = static_cast<Op>(9); }}) {
    Shape wrong = s;
    change(wrong);
    EXPECT_EQ(call(handle_, wrong, &one, a), Status::kInvalidValue);
  }
  EXPECT_EQ(c.read(), data.c);
  EXPECT_EQ(cublasGemmEx(handle_, s.op_a, s.op_b, s.m, s.n, s.k, &one, a, Type::kF32, s.lda, b, Type::kF16, s.ldb, &one,
                         c, Type::kF32, s.ldc, Compute::k32F, -1),
            Status::kNotSupported);
}

TEST_F(Gemm, TakesScalarsFromTheDeviceWhereItIsTold) {
  const Shape s = shape(Op::kN, Op::kN, 4, 5, 6);
  const Data<float> data(s);
  const Device a(data.a), b(data.b), c(data.c);
  const Device scalars(std::vector<float>{2, 5});
  const float host = 1;
  ASSERT_EQ(cublasSetPointerMode_v2(handle_, PointerMode::kDevice), Status::kSuccess);
  const auto call = [&](const float* alpha) {
    return cublasSgemm_v2(handle_, s.op_a, s.op_b, s.m, s.n, s.k, alpha, a, s.lda, b, s.ldb, scalars + 1, c, s.ldc);
  };
  EXPECT_EQ(call(&host), Status::kExecutionFailed);
  EXPECT_EQ(call(scalars), Status::kSuccess);
  EXPECT_EQ(c.read(), product(s, data, 2, 5));
}

TEST(SmallFloats, AreReadAndRoundedAsTheirFormatsSay) {
  EXPECT_EQ(static_cast<double>(Half{0x3c01}), 1 + 0x1p-10);
  EXPECT_EQ(static_cast<double>(Half{0x8001}), -0x1p-24);
  EXPECT_EQ(static_cast<double>(Half{0x7bff}), 65504);
  EXPECT_EQ(static_cast<double>(Bfloat{0xc049}), -3.140625);
  for (std::uint32_t i = 0; i < 0x10000; ++i) {  // each is its own rounding; a bf16 is a float's upper half
    const auto n = static_cast<std::uint16_t>(i);
    const auto as_float = std::bit_cast<float>(i << 16);
    if (std::isnan(as_float)) {
      EXPECT_TRUE(std::isnan(static_cast<double>(Bfloat{n})));
    } else {
      ASSERT_EQ(static_cast<double>(Bfloat{n}), as_float);
      ASSERT_EQ(Bfloat::of(as_float).bits, n);
    }
    const auto half = static_cast<double>(Half{n});
    if (!std::isnan(half)) {
      ASSERT_EQ(Half::of(half).bits, n);
    }
  }
  EXPECT_TRUE(std::isnan(static_cast<double>(Half::of(NAN))));
  EXPECT_EQ(Half::of(1 + 0x1p-11).bits, 0x3c00);  // ties to even
  EXPECT_EQ(Half::of(1 + 0x3p-11).bits, 0x3c02);
  EXPECT_EQ(Half::of(1 + 0x1p-11 + 0x1p-40).bits, 0x3c01);
  EXPECT_EQ(Half::of(2 - 0x1p-12).bits, 0x4000);
  EXPECT_EQ(Half::of(65519.9).bits, 0x7bff);
  EXPECT_EQ(Half::of(65520).bits, 0x7c00);
  EXPECT_EQ(Half::of(0x1p-25).bits, 0);
  EXPECT_EQ(Half::of(-0x1.8p-25).bits, 0x8001);
}

}  // namespace
}  // namespace gemmscope::runtime
