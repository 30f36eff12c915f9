// SPDX-License-Identifier: MIT
// The stand-ins' words have the numbers of NVIDIA's headers, where these are.
#include <cublas_v2.h>
#include <curand.h>

#include <gtest/gtest.h>

#include "tracing/runtime/cublas/words.h"
#include "tracing/runtime/curand/words.h"

namespace gemmscope::runtime {
namespace {

TEST(NvidiaHeaders, GiveTheSameNumbersToStatuses) {
  EXPECT_EQ(CUBLAS_STATUS_SUCCESS, static_cast<int>(cublas::Status::kSuccess));
  EXPECT_EQ(CUBLAS_STATUS_NOT_INITIALIZED, static_cast<int>(cublas::Status::kNotInitialized));
  EXPECT_EQ(CUBLAS_STATUS_ALLOC_FAILED, static_cast<int>(cublas::Status::kAllocFailed));
  EXPECT_EQ(CUBLAS_STATUS_INVALID_VALUE, static_cast<int>(cublas::Status::kInvalidValue));
  EXPECT_EQ(CUBLAS_STATUS_MAPPING_ERROR, static_cast<int>(cublas::Status::kMappingError));
  EXPECT_EQ(CUBLAS_STATUS_EXECUTION_FAILED, static_cast<int>(cublas::Status::kExecutionFailed));
  EXPECT_EQ(CUBLAS_STATUS_NOT_SUPPORTED, static_cast<int>(cublas::Status::kNotSupported));
  EXPECT_EQ(CURAND_STATUS_SUCCESS, static_cast<int>(curand::Status::kSuccess));
  EXPECT_EQ(CURAND_STATUS_NOT_INITIALIZED, static_cast<int>(curand::Status::kNotInitialized));
  EXPECT_EQ(CURAND_STATUS_TYPE_ERROR, static_cast<int>(curand::Status::kTypeError));
  EXPECT_EQ(CURAND_STATUS_OUT_OF_RANGE, static_cast<int>(curand::Status::kOutOfRange));
  EXPECT_EQ(CURAND_STATUS_LENGTH_NOT_MULTIPLE, static_cast<int>(curand::Status::kLengthNotMultiple));
  EXPECT_EQ(CURAND_STATUS_LAUNCH_FAILURE, static_cast<int>(curand::Status::kLaunchFailure));
}

TEST(NvidiaHeaders, GiveTheSameNumbersToWhatIsAskedFor) {
  EXPECT_EQ(CUBLAS_OP_N, static_cast<int>(cublas::Op::kN));
  EXPECT_EQ(CUBLAS_OP_T, static_cast<int>(cublas::Op::kT));
  EXPECT_EQ(CUBLAS_OP_C, static_cast<int>(cublas::Op::kC));
  EXPECT_EQ(CUBLAS_POINTER_MODE_HOST, static_cast<int>(cublas::PointerMode::kHost));
  EXPECT_EQ(CUBLAS_POINTER_MODE_DEVICE, static_cast<int>(cublas::PointerMode::kDevice));
  EXPECT_EQ(CUDA_R_32F, static_cast<int>(cublas::Type::kF32));
  EXPECT_EQ(CUDA_R_64F, static_cast<int>(cublas::Type::kF64));
  EXPECT_EQ(CUDA_R_16F, static_cast<int>(cublas::Type::kF16));
  EXPECT_EQ(CUDA_R_16BF, static_cast<int>(cublas::Type::kBf16));
  EXPECT_EQ(CUBLAS_COMPUTE_16F, static_cast<int>(cublas::Compute::k16F));
  EXPECT_EQ(CUBLAS_COMPUTE_16F_PEDANTIC, static_cast<int>(cublas::Compute::k16FPedantic));
  EXPECT_EQ(CUBLAS_COMPUTE_32F, static_cast<int>(cublas::Compute::k32F));
  EXPECT_EQ(CUBLAS_COMPUTE_32F_PEDANTIC, static_cast<int>(cublas::Compute::k32FPedantic));
  EXPECT_EQ(CUBLAS_COMPUTE_32F_FAST_16F, static_cast<int>(cublas::Compute::k32FFast16F));
  EXPECT_EQ(CUBLAS_COMPUTE_32F_FAST_16BF, static_cast<int>(cublas::Compute::k32FFast16Bf));
  EXPECT_EQ(CUBLAS_COMPUTE_32F_FAST_TF32, static_cast<int>(cublas::Compute::k32FFastTf32));
  EXPECT_EQ(CUBLAS_COMPUTE_64F, static_cast<int>(cublas::Compute::k64F));
  EXPECT_EQ(CUBLAS_COMPUTE_64F_PEDANTIC, static_cast<int>(cublas::Compute::k64FPedantic));
  EXPECT_EQ(CURAND_RNG_PSEUDO_DEFAULT, curand::kFirstPseudo);
  EXPECT_EQ(CURAND_RNG_PSEUDO_PHILOX4_32_10, curand::kLastPseudo);
  EXPECT_EQ(CURAND_RNG_QUASI_DEFAULT, curand::kFirstQuasi);
  EXPECT_EQ(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, curand::kLastQuasi);
}

}  // namespace
}  // namespace gemmscope::runtime
