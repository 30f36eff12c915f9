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

/// By threads, blocks and shared memory; registers are ptxas's, and not known here.
int resident_blocks(const gemmscope::lockstep::Program& program, int threads, std::size_t dynamic_shared) {
  if (threads < 1 || threads > static_cast<int>(kMostThreads)) return 0;
  const auto whole_warps = (static_cast<std::uint32_t>(threads) + 31) / 32 * 32;
  const std::uint64_t shared = program.shared_bytes + dynamic_shared + kReservedShared;
  return static_cast<int>(
      std::min<std::uint64_t>({kMostBlocksOfSm, kMostThreadsOfSm / whole_warps, kSharedOfSm / shared}));
}

}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* to, const void* stub) {
  return with_kernel(stub, [&](Kernel& kernel, const gemmscope::lockstep::Program& program) {
    if (to == nullptr) return cudaErrorInvalidValue;
    *to = {};
    to->sharedSizeBytes = program.shared_bytes;
    to->localSizeBytes = program.local_bytes;
    to->maxThreadsPerBlock = kMostThreads;
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
    *to = resident_blocks(program, threads, shared);
    return cudaSuccess;
  });
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* to, const void* stub, int threads,
                                                                   std::size_t shared, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(to, stub, threads, shared);
}

}  // extern "C"
