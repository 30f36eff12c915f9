// SPDX-License-Identifier: MIT
#include "tracing/cuda/device_memory.h"

#include "tracing/cuda/check.h"

namespace gemmscope::cuda {

Memory::~Memory() {
  if (memory_ != nullptr) (void)cudaFree(memory_);
}

Result<Memory> Memory::allocate(std::size_t bytes) {
  Memory memory;
  GS_CUDA_CHECK(cudaMalloc(&memory.memory_, bytes > 0 ? bytes : 1));
  return memory;
}

}  // namespace gemmscope::cuda
