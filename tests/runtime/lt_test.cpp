// SPDX-License-Identifier: MIT
// libcublasLt's stand-in: products as descriptors tell them, against plain loops.
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/runtime/device_data.h"
#include "tracing/runtime/cublas/lt.h"

namespace gemmscope::runtime::cublas {
namespace {

/// Two products of transposed A (k x m, as stored) and B: D = alpha * A' * B + beta * C.
class LtProduct : public ::testing::Test {
 protected:
  static constexpr int kM = 5, kN = 4, kK = 6, kLdA = 8, kLdB = 7, kLdC = 6, kLdD = 9, kCount = 2;

  void SetUp() override {
    ASSERT_EQ(cublasLtCreate(&handle_), Status::kSuccess);
    of_a_ = layout(type_, kK, kM, kLdA), of_b_ = layout(type_, kK, kN, kLdB);
    of_c_ = layout(out_, kM, kN, kLdC), of_d_ = layout(out_, kM, kN, kLdD);
  }
  void TearDown() override {
    for (Layout* each : {of_a_, of_b_, of_c_, of_d_}) EXPECT_EQ(cublasLtMatrixLayoutDestroy(each), Status::kSuccess);
    EXPECT_EQ(cublasLtDestroy(handle_), Status::kSuccess);
  }

  /// In batches of kCount, one after the other.
  static Layout* layout(Type type, int rows, int columns, std::int64_t ld) {
    Layout* to = nullptr;
    EXPECT_EQ(cublasLtMatrixLayoutCreate(&to, type, static_cast<std::uint64_t>(rows),
                                         static_cast<std::uint64_t>(columns), ld),
              Status::kSuccess);
    const std::int32_t count = kCount;
    const std::int64_t stride = ld * columns;
    EXPECT_EQ(cublasLtMatrixLayoutSetAttribute(to, 5, &count, sizeof(count)), Status::kSuccess);
    EXPECT_EQ(cublasLtMatrixLayoutSetAttribute(to, 6, &stride, sizeof(stride)), Status::kSuccess);
    return to;
  }

  template <class T>
  static std::vector<T> matrices(int rows, int columns, int ld, int seed) {
    std::vector<T> all = matrix<T>(rows, columns, ld, seed), second = matrix<T>(rows, columns, ld, seed + 5);
    all.insert(all.end(), second.begin(), second.end());
    return all;
  }

  /// As cublasLtMatmul leaves D, and as it should.
  template <class In, class Out>
  void expect_right(Type in, Type out, Compute compute, Out alpha, Out beta) {
    for (Layout* each : {of_a_, of_b_}) cublasLtMatrixLayoutSetAttribute(each, 0, &in, sizeof(in));
    for (Layout* each : {of_c_, of_d_}) cublasLtMatrixLayoutSetAttribute(each, 0, &out, sizeof(out));
    MatmulDesc* how = nullptr;
    ASSERT_EQ(cublasLtMatmulDescCreate(&how, compute, out), Status::kSuccess);
    const Op transposed = Op::kT;
    ASSERT_EQ(cublasLtMatmulDescSetAttribute(how, 3, &transposed, sizeof(transposed)), Status::kSuccess);
    const auto a = matrices<In>(kK, kM, kLdA, 1), b = matrices<In>(kK, kN, kLdB, 2);
    const auto c = matrices<Out>(kM, kN, kLdC, 3);
    auto expected = matrices<Out>(kM, kN, kLdD, 4);
    const Device on_a(a), on_b(b);
    const Device on_c(c), on_d(expected);
    for (int i = 0; i < kCount; ++i)
      for (int n = 0; n < kN; ++n)
        for (int m = 0; m < kM; ++m) {
          Out sum = 0;
          for (int k = 0; k < kK; ++k)
            sum +=
                static_cast<Out>(a[i * kLdA * kM + k + m * kLdA]) * static_cast<Out>(b[i * kLdB * kN + k + n * kLdB]);
          expected[i * kLdD * kN + m + n * kLdD] = alpha * sum + beta * c[i * kLdC * kN + m + n * kLdC];
        }
    Advice advice;
    int found = 0;
    EXPECT_EQ(cublasLtMatmulAlgoGetHeuristic(handle_, how, of_a_, of_b_, of_c_, of_d_, nullptr, 1, &advice, &found),
              Status::kSuccess);
    EXPECT_EQ(found, 1);
    ASSERT_EQ(cublasLtMatmul(handle_, how, &alpha, on_a, of_a_, on_b, of_b_, &beta, on_c, of_c_, on_d, of_d_,
                             advice.algorithm, nullptr, 0, nullptr),
              Status::kSuccess);
    EXPECT_EQ(on_d.read(), expected);
    EXPECT_EQ(on_c.read(), c);
    EXPECT_EQ(cublasLtMatmulDescDestroy(how), Status::kSuccess);
  }

  LtHandle* handle_ = nullptr;
  Layout *of_a_ = nullptr, *of_b_ = nullptr, *of_c_ = nullptr, *of_d_ = nullptr;
  Type type_ = Type::kF32, out_ = Type::kF32;
};

TEST_F(LtProduct, IsRightOfFloatsDoublesAndIntegers) {
  expect_right<float, float>(Type::kF32, Type::kF32, Compute::k32F, 2, -3);
  expect_right<double, double>(Type::kF64, Type::kF64, Compute::k64F, -1, 2);
  expect_right<std::int8_t, std::int32_t>(Type::kI8, Type::kI32, Compute::k32I, 3, 5);
}

TEST_F(LtProduct, SaysWhatDoesNotGoTogether) {
  MatmulDesc* how = nullptr;
  ASSERT_EQ(cublasLtMatmulDescCreate(&how, Compute::k32F, Type::kF32), Status::kSuccess);
  Advice advice;
  int found = 7;
  const auto ask = [&] {
    return cublasLtMatmulAlgoGetHeuristic(handle_, how, of_a_, of_b_, of_c_, of_d_, nullptr, 1, &advice, &found);
  };
  EXPECT_EQ(ask(), Status::kInvalidValue);  // A is not transposed
  EXPECT_EQ(found, 0);
  const Op transposed = Op::kT;
  cublasLtMatmulDescSetAttribute(how, 3, &transposed, sizeof(transposed));
  EXPECT_EQ(ask(), Status::kSuccess);
  EXPECT_EQ(cublasLtMatmulDescSetAttribute(how, 3, &transposed, 1), Status::kInvalidValue);
  const std::int32_t one = 1;
  cublasLtMatrixLayoutSetAttribute(of_b_, 5, &one, sizeof(one));
  EXPECT_EQ(ask(), Status::kInvalidValue);  // batches of two and of one
  cublasLtMatmulDescDestroy(how);
}

}  // namespace
}  // namespace gemmscope::runtime::cublas
