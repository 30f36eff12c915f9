// SPDX-License-Identifier: MIT
// What can be asked of a kernel: its attributes, and how many of its blocks an SM holds.
#include <algorithm>

#include "tracing/runtime/cudart/call.h"

using namespace gemmscope::runtime;

namespace {

/// `use(runtime, kernel, program)`: the kernel is decoded.
template <class F>
cudaError_t with_kernel(const void* stub, F use) {
  return call([&](Runtime& runtime) {
    Kernel* const kernel = runtime.modules.kernel(stub);
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    const auto program = runtime.modules.program(*kernel);
    if (!program) runtime.refuse(program.error());
    return use(*kernel, **program);
  });
}

}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* to, const void* stub) {
  return with_kernel(stub, [&](Kernel& kernel, const gemmscope::lockstep::Program& program) {
    if (to == nullptr) return cudaErrorInvalidValue;
    *to = {};
    to->sharedSizeBytes = program.shared_bytes;
    to->localSizeBytes = program.local_bytes;
    to->maxThreadsPerBlock = static_cast<int>(
        program.most_threads != 0 ? std::min<std::uint64_t>(program.most_threads, kMostThreads) : kMostThreads);
    to->maxDynamicSharedSizeBytes =
        static_cast<int>(kernel.most_dynamic_shared - std::min(program.shared_bytes, kMostShared));
    to->ptxVersion = to->binaryVersion = 10 * kMajor + kMinor;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* stub, cudaFuncAttribute which, int value) {
  return with_kernel(stub, [&](Kernel& kernel, const gemmscope::lockstep::Program& program) {
    if (which != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;  // hints
    if (value < 0 || static_cast<std::uint32_t>(value) + program.shared_bytes > kMostSharedIfAsked)
      return cudaErrorInvalidValue;
    kernel.most_dynamic_shared = std::max(static_cast<std::uint32_t>(value), kMostShared);
    return cudaSuccess;
  });
}
cudaError_t cudaFuncSetCacheConfig(const void* stub, cudaFuncCache) {
  return with_kernel(stub, [](Kernel&, const gemmscope::lockstep::Program&) { return cudaSuccess; });
}
cudaError_t cudaFuncSetSharedMemConfig(const void* stub, cudaSharedMemConfig) {
  return cudaFuncSetCacheConfig(stub, cudaFuncCachePreferNone);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* to, const void* stub, int threads, std::size_t shared) {
  return with_kernel(stub, [&](Kernel&, const gemmscope::lockstep::Program& program) {
    if (to == nullptr || threads < 1) return cudaErrorInvalidValue;
    *to = static_cast<int>(resident_blocks(program, static_cast<std::uint32_t>(threads), shared));
    return cudaSuccess;
  });
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* to, const void* stub, int threads,
                                                                   std::size_t shared, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(to, stub, threads, shared);
}

}  // extern "C"
