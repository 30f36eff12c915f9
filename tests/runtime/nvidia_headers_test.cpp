// SPDX-License-Identifier: MIT
// The stand-ins' words have the numbers of NVIDIA's headers, where these are.
#include <cublasLt.h>
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
  EXPECT_EQ(CUDA_R_8I, static_cast<int>(cublas::Type::kI8));
  EXPECT_EQ(CUDA_R_32I, static_cast<int>(cublas::Type::kI32));
  EXPECT_EQ(CUBLAS_COMPUTE_32I, static_cast<int>(cublas::Compute::k32I));
  EXPECT_EQ(CUBLAS_COMPUTE_32I_PEDANTIC, static_cast<int>(cublas::Compute::k32IPedantic));
  EXPECT_EQ(CURAND_RNG_PSEUDO_DEFAULT, curand::kFirstPseudo);
  EXPECT_EQ(CURAND_RNG_PSEUDO_PHILOX4_32_10, curand::kLastPseudo);
  EXPECT_EQ(CURAND_RNG_QUASI_DEFAULT, curand::kFirstQuasi);
  EXPECT_EQ(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, curand::kLastQuasi);
}

TEST(NvidiaHeaders, GiveTheSameNumbersToWhatDescribesAProduct) {
  EXPECT_EQ(CUBLASLT_ORDER_COL, static_cast<int>(cublas::LtOrder::kColumn));
  EXPECT_EQ(CUBLASLT_EPILOGUE_DEFAULT, static_cast<int>(cublas::LtEpilogue::kDefault));
  EXPECT_EQ(CUBLASLT_MATRIX_LAYOUT_TYPE, static_cast<int>(cublas::LtLayout::kType));
  EXPECT_EQ(CUBLASLT_MATRIX_LAYOUT_ORDER, static_cast<int>(cublas::LtLayout::kOrder));
  EXPECT_EQ(CUBLASLT_MATRIX_LAYOUT_ROWS, static_cast<int>(cublas::LtLayout::kRows));
  EXPECT_EQ(CUBLASLT_MATRIX_LAYOUT_COLS, static_cast<int>(cublas::LtLayout::kColumns));
  EXPECT_EQ(CUBLASLT_MATRIX_LAYOUT_LD, static_cast<int>(cublas::LtLayout::kLd));
  EXPECT_EQ(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, static_cast<int>(cublas::LtLayout::kCount));
  EXPECT_EQ(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, static_cast<int>(cublas::LtLayout::kStride));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, static_cast<int>(cublas::LtMatmul::kCompute));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_SCALE_TYPE, static_cast<int>(cublas::LtMatmul::kScale));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_POINTER_MODE, static_cast<int>(cublas::LtMatmul::kScalars));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_TRANSA, static_cast<int>(cublas::LtMatmul::kOpA));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_TRANSB, static_cast<int>(cublas::LtMatmul::kOpB));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_TRANSC, static_cast<int>(cublas::LtMatmul::kOpC));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_EPILOGUE, static_cast<int>(cublas::LtMatmul::kEpilogue));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<int>(cublas::LtMatmul::kBias));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, static_cast<int>(cublas::LtMatmul::kScaleA));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, static_cast<int>(cublas::LtMatmul::kScaleB));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, static_cast<int>(cublas::LtMatmul::kScaleC));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, static_cast<int>(cublas::LtMatmul::kScaleD));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, static_cast<int>(cublas::LtMatmul::kSms));
  EXPECT_EQ(CUBLASLT_MATMUL_DESC_FAST_ACCUM, static_cast<int>(cublas::LtMatmul::kFastSums));
  EXPECT_EQ(sizeof(cublasLtMatmulHeuristicResult_t), sizeof(cublas::Advice));
  EXPECT_EQ(offsetof(cublasLtMatmulHeuristicResult_t, state), offsetof(cublas::Advice, state));
}

}  // namespace
}  // namespace gemmscope::runtime
