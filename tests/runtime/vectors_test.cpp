// SPDX-License-Identifier: MIT
// libcublas' stand-in: vectors, a matrix and vectors, sums of matrices, copies.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/runtime/device_data.h"
#include "tracing/runtime/cublas/api.h"

namespace gemmscope::runtime {
namespace {

class Blas : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(cublasCreate_v2(&handle_), Status::kSuccess); }
  void TearDown() override { cublasDestroy_v2(handle_); }
  Handle* handle_ = nullptr;
};

TEST_F(Blas, VectorsTakeStepsBackwardsToo) {
  const std::vector<float> before{1, 2, 3, 4, 5, 6, 7};
  const Device x(before), y(before), copied(before);
  const float two = 2, three = 3;
  ASSERT_EQ(cublasSaxpy_v2(handle_, 3, &two, x, -2, y, 3), Status::kSuccess);  // x: 5 3 1
  EXPECT_EQ(y.read(), (std::vector<float>{11, 2, 3, 10, 5, 6, 9}));
  float dot = 0;
  ASSERT_EQ(cublasSdot_v2(handle_, 3, x, 2, x, -3, &dot), Status::kSuccess);  // 1 3 5 by 7 4 1
  EXPECT_EQ(dot, 24);
  ASSERT_EQ(cublasSscal_v2(handle_, 3, &three, y, 2), Status::kSuccess);
  EXPECT_EQ(y.read(), (std::vector<float>{33, 2, 9, 10, 15, 6, 9}));
  ASSERT_EQ(cublasScopy_v2(handle_, 2, x, 2, copied, -1), Status::kSuccess);
  EXPECT_EQ(copied.read(), (std::vector<float>{3, 1, 3, 4, 5, 6, 7}));
  ASSERT_EQ(cublasSswap_v2(handle_, 2, x, 1, y, 2), Status::kSuccess);
  EXPECT_EQ(x.read(), (std::vector<float>{33, 9, 3, 4, 5, 6, 7}));
  EXPECT_EQ(y.read(), (std::vector<float>{1, 2, 2, 10, 15, 6, 9}));
}

TEST_F(Blas, SumsOverVectors) {
  const Device x(std::vector<float>{3, 100, -4, 100, 12, 100, -12});
  float length = 0, sizes = 0;
  int greatest = 0, least = 0;
  ASSERT_EQ(cublasSnrm2_v2(handle_, 3, x, 2, &length), Status::kSuccess);
  EXPECT_EQ(length, 13);
  ASSERT_EQ(cublasSasum_v2(handle_, 4, x, 2, &sizes), Status::kSuccess);
  EXPECT_EQ(sizes, 31);
  ASSERT_EQ(cublasIsamax_v2(handle_, 4, x, 2, &greatest), Status::kSuccess);  // from 1; the first of equal ones
  EXPECT_EQ(greatest, 3);
  ASSERT_EQ(cublasIsamin_v2(handle_, 4, x, 2, &least), Status::kSuccess);
  EXPECT_EQ(least, 1);
  ASSERT_EQ(cublasIsamax_v2(handle_, 0, x, 1, &greatest), Status::kSuccess);
  EXPECT_EQ(greatest, 0);
  const Device huge(std::vector<double>{3e200, 4e200});
  double far = 0;
  ASSERT_EQ(cublasDnrm2_v2(handle_, 2, huge, 1, &far), Status::kSuccess);
  EXPECT_TRUE(std::fabs(far - 5e200) < 1e186);
  EXPECT_EQ(cublasSasum_v2(handle_, 5, x, 2, &sizes), Status::kExecutionFailed);  // one is behind the end
}

TEST_F(Blas, ResultsGoToTheDeviceWhereItIsTold) {
  const Device x(std::vector<float>{1, 2, 3}), to(std::vector<float>{0});
  float host = -1;
  ASSERT_EQ(cublasSetPointerMode_v2(handle_, PointerMode::kDevice), Status::kSuccess);
  EXPECT_EQ(cublasSdot_v2(handle_, 3, x, 1, x, 1, &host), Status::kExecutionFailed);
  EXPECT_EQ(cublasSdot_v2(handle_, 3, x, 1, x, 1, to), Status::kSuccess);
  EXPECT_EQ(host, -1);
  EXPECT_EQ(to.read()[0], 14);
}

TEST_F(Blas, AMatrixByAVector) {
  constexpr int kM = 5, kN = 3, kLd = 7;
  const std::vector<double> a = matrix<double>(kM, kN, kLd, 1);
  for (const Op op : {Op::kN, Op::kT}) {
    const int in = op == Op::kN ? kN : kM, out = kM + kN - in;
    const std::vector<double> x = matrix<double>(1, in, 2, 4), y = matrix<double>(1, out, 3, 5);
    std::vector<double> expected = y;
    for (int i = 0; i < out; ++i) {
      double sum = 0;
      for (int j = 0; j < in; ++j) sum += (op == Op::kN ? a[i + j * kLd] : a[j + i * kLd]) * x[2 * (in - 1 - j)];
      expected[3 * i] = 2 * sum - 3 * y[3 * i];
    }
    const Device on_a(a), on_x(x), on_y(y);
    const double two = 2, minus_three = -3;
    ASSERT_EQ(cublasDgemv_v2(handle_, op, kM, kN, &two, on_a, kLd, on_x, -2, &minus_three, on_y, 3), Status::kSuccess);
    EXPECT_EQ(on_y.read(), expected);
  }
  const Device small(std::vector<float>{1, 2, 3, 4});
  const float one = 1;
  EXPECT_EQ(cublasSgemv_v2(handle_, Op::kN, 2, 2, &one, small, 1, small, 1, &one, small, 1), Status::kInvalidValue);
  EXPECT_EQ(cublasSgemv_v2(handle_, Op::kN, 2, 2, &one, small, 2, small, 0, &one, small, 1), Status::kInvalidValue);
}

TEST_F(Blas, TwoVectorsAddedToAMatrix) {
  const std::vector<float> a = matrix<float>(3, 2, 4, 1), x{1, 2, 3}, y{5, 0, 7};
  std::vector<float> expected = a;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) expected[i + 4 * j] += 2 * x[i] * y[2 * j];
  const Device on_a(a), on_x(x), on_y(y);
  const float two = 2;
  ASSERT_EQ(cublasSger_v2(handle_, 3, 2, &two, on_x, 1, on_y, 2, on_a, 4), Status::kSuccess);
  EXPECT_EQ(on_a.read(), expected);
}

TEST_F(Blas, SumsOfMatricesTransposeEach) {
  constexpr int kM = 5, kN = 3, kLda = 6, kLdb = 8, kLdc = 7;
  for (const Op op_a : {Op::kN, Op::kT})
    for (const Op op_b : {Op::kN, Op::kT}) {
      const auto stored = [](Op op, int ld, int seed) {
        return op == Op::kN ? matrix<float>(kM, kN, ld, seed) : matrix<float>(kN, kM, ld, seed);
      };
      const std::vector<float> a = stored(op_a, kLda, 1), b = stored(op_b, kLdb, 2), c(kLdc * kN, 1000);
      std::vector<float> expected = c;
      for (int i = 0; i < kM; ++i)
        for (int j = 0; j < kN; ++j)
          expected[i + j * kLdc] = 2 * (op_a == Op::kN ? a[i + j * kLda] : a[j + i * kLda]) -
                                   3 * (op_b == Op::kN ? b[i + j * kLdb] : b[j + i * kLdb]);
      const Device on_a(a), on_b(b), on_c(c);
      const float two = 2, minus_three = -3;
      ASSERT_EQ(cublasSgeam(handle_, op_a, op_b, kM, kN, &two, on_a, kLda, &minus_three, on_b, kLdb, on_c, kLdc),
                Status::kSuccess);
      EXPECT_EQ(on_c.read(), expected);
      EXPECT_EQ(cublasSgeam(handle_, Op::kT, op_b, kM, kN, &two, on_c, kLdc, &two, on_b, kLdb, on_c, kLdc),
                Status::kInvalidValue);  // it would read what it has written
    }
}

TEST_F(Blas, CopiesRowsOfAMatrixAndEveryNthOfAVector) {
  const std::vector<float> host = matrix<float>(3, 2, 5, 1);
  const Device device(std::vector<float>(8, 1000));
  ASSERT_EQ(cublasSetMatrix(3, 2, sizeof(float), host.data(), 5, device, 4), Status::kSuccess);
  EXPECT_EQ(device.read(), (matrix<float>(3, 2, 4, 1)));
  std::vector<float> back(5, 1000);
  ASSERT_EQ(cublasGetVector(2, sizeof(float), device, 4, back.data(), 3), Status::kSuccess);
  EXPECT_EQ(back, (std::vector<float>{host[0], 1000, 1000, host[5], 1000}));
  EXPECT_EQ(cublasSetMatrix(3, 2, sizeof(float), device, 4, back.data(), 3), Status::kMappingError);
  EXPECT_EQ(cublasSetMatrix(3, 2, sizeof(float), host.data(), 2, device, 4), Status::kInvalidValue);
}

TEST_F(Blas, AHandleRemembersAndADestroyedOneIsRefused) {
  int mode = -1;
  void* stream = nullptr;
  ASSERT_EQ(cublasSetMathMode(handle_, 3), Status::kSuccess);
  ASSERT_EQ(cublasSetStream_v2(handle_, &mode), Status::kSuccess);
  EXPECT_EQ(cublasGetMathMode(handle_, &mode), Status::kSuccess);
  EXPECT_EQ(cublasGetStream_v2(handle_, &stream), Status::kSuccess);
  EXPECT_EQ(mode, 3);
  EXPECT_EQ(stream, &mode);
  Handle* other = nullptr;
  ASSERT_EQ(cublasCreate_v2(&other), Status::kSuccess);
  ASSERT_EQ(cublasDestroy_v2(other), Status::kSuccess);
  EXPECT_EQ(cublasDestroy_v2(other), Status::kNotInitialized);
  EXPECT_EQ(cublasSetMathMode(other, 0), Status::kNotInitialized);
}

}  // namespace
}  // namespace gemmscope::runtime
