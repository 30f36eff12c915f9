// SPDX-License-Identifier: MIT
// libcublasLt: programs that may use it make its handle in any case. Products through it are not supported.
#include "tracing/runtime/cublas/api.h"

namespace {
struct LtHandle {};
}  // namespace

extern "C" {

Status cublasLtCreate(LtHandle** to) {
  if (to == nullptr) return Status::kInvalidValue;
  *to = new LtHandle;
  return Status::kSuccess;
}
Status cublasLtDestroy(LtHandle* handle) {
  delete handle;
  return Status::kSuccess;
}
std::size_t cublasLtGetVersion() { return GEMMSCOPE_CUDA_MAJOR * 10000; }
}
