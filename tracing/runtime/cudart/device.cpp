// SPDX-License-Identifier: MIT
// The one device there is, and what it says of itself.
#include "tracing/runtime/cudart/properties.h"
#include "tracing/runtime/cudart/streams.h"

using namespace gemmscope::runtime;

namespace {

cudaError_t use(int device) {
  return call([&](Runtime&) { return unless(device == 0, cudaErrorInvalidDevice); });
}
template <class T>
cudaError_t give(T* to, T value) {
  return call([&](Runtime&) {
    if (to != nullptr) *to = value;
    return unless(to != nullptr, cudaErrorInvalidValue);
  });
}

/// Nothing: not known, and 0 would be a guess.
std::optional<int> attribute(cudaDeviceAttr which, const cudaDeviceProp& p) {
  switch (which) {
    case cudaDevAttrMaxThreadsPerBlock: return p.maxThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX: return p.maxThreadsDim[0];
    case cudaDevAttrMaxBlockDimY: return p.maxThreadsDim[1];
    case cudaDevAttrMaxBlockDimZ: return p.maxThreadsDim[2];
    case cudaDevAttrMaxGridDimX: return p.maxGridSize[0];
    case cudaDevAttrMaxGridDimY: return p.maxGridSize[1];
    case cudaDevAttrMaxGridDimZ: return p.maxGridSize[2];
    case cudaDevAttrMaxSharedMemoryPerBlock: return static_cast<int>(p.sharedMemPerBlock);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: return static_cast<int>(p.sharedMemPerBlockOptin);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return static_cast<int>(p.sharedMemPerMultiprocessor);
    case cudaDevAttrReservedSharedMemoryPerBlock: return static_cast<int>(p.reservedSharedMemPerBlock);
    case cudaDevAttrTotalConstantMemory: return static_cast<int>(p.totalConstMem);
    case cudaDevAttrWarpSize: return p.warpSize;
    case cudaDevAttrMaxRegistersPerBlock: return p.regsPerBlock;
    case cudaDevAttrMaxRegistersPerMultiprocessor: return p.regsPerMultiprocessor;
    case cudaDevAttrMultiProcessorCount: return p.multiProcessorCount;
    case cudaDevAttrMaxThreadsPerMultiProcessor: return p.maxThreadsPerMultiProcessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return p.maxBlocksPerMultiProcessor;
    case cudaDevAttrComputeCapabilityMajor: return p.major;
    case cudaDevAttrComputeCapabilityMinor: return p.minor;
    case cudaDevAttrMaxPitch: return static_cast<int>(p.memPitch);
    case cudaDevAttrTextureAlignment:
    case cudaDevAttrTexturePitchAlignment: return static_cast<int>(p.textureAlignment);
    case cudaDevAttrClockRate: return kClock;
    case cudaDevAttrMemoryClockRate: return kMemoryClock;
    case cudaDevAttrGlobalMemoryBusWidth: return p.memoryBusWidth;
    case cudaDevAttrL2CacheSize: return p.l2CacheSize;
    case cudaDevAttrAsyncEngineCount: return p.asyncEngineCount;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio: return 2;
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrConcurrentKernels: return 1;
    case cudaDevAttrComputeMode:  // cudaComputeModeDefault
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrTccDriver:
    case cudaDevAttrIsMultiGpuBoard:
    case cudaDevAttrMultiGpuBoardGroupID:
    case cudaDevAttrPciBusId:
    case cudaDevAttrPciDeviceId:
    case cudaDevAttrPciDomainId:
    case cudaDevAttrPageableMemoryAccess:  // kernels may use what the runtime gave, and what is registered
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
    case cudaDevAttrDirectManagedMemAccessFromHost:
    case cudaDevAttrClusterLaunch:
    case cudaDevAttrIntegrated:
    case cudaDevAttrEccEnabled: return 0;
    default: return std::nullopt;
  }
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* to) { return give(to, 1); }
cudaError_t cudaGetDevice(int* to) { return give(to, 0); }
cudaError_t cudaSetDevice(int device) { return use(device); }
cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return use(device); }
cudaError_t cudaChooseDevice(int* to, const cudaDeviceProp*) { return give(to, 0); }
cudaError_t cudaSetDeviceFlags(unsigned) { return use(0); }
cudaError_t cudaDeviceSynchronize() {
  return call([](Runtime& runtime) {
    if (breaks_captures(true)) return cudaErrorStreamCaptureUnsupported;
    runtime.hazards.order.host_waits_for_all();
    return runtime.hazards.changes(), cudaSuccess;
  });
}
/// Memory and modules stay: what a GPU would take away is not touched by right programs.
cudaError_t cudaDeviceReset() {
  return call([](Runtime& runtime) {
    runtime.hazards.order.host_waits_for_all();
    return runtime.hazards.changes(), cudaSuccess;
  });
}
cudaError_t cudaDeviceCanAccessPeer(int* to, int, int) { return give(to, 0); }
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  const cudaError_t error = give(least, 0);
  return error != cudaSuccess ? error : give(greatest, 0);
}
/// Those of the stack and the heap alone change anything: what is printed is never too much. The heap's cannot change
/// once a kernel may have used it.
cudaError_t cudaDeviceSetLimit(cudaLimit which, std::size_t bytes) {
  return call([&](Runtime& runtime) {
    if (which == cudaLimitMallocHeapSize) {
      if (runtime.heap) return cudaErrorInvalidValue;
      runtime.heap_bytes = bytes;
    }
    if (which != cudaLimitStackSize) return cudaSuccess;
    if (bytes > kMostStackBytes) return cudaErrorInvalidValue;
    runtime.stack_bytes = static_cast<std::uint32_t>(bytes);
    return cudaSuccess;
  });
}
/// What CUDA begins with of the others.
cudaError_t cudaDeviceGetLimit(std::size_t* to, cudaLimit which) {
  return call([&](Runtime& runtime) {
    if (to == nullptr) return cudaErrorInvalidValue;
    switch (which) {
      case cudaLimitStackSize: *to = runtime.stack_bytes; return cudaSuccess;
      case cudaLimitPrintfFifoSize: *to = 1u << 20; return cudaSuccess;
      case cudaLimitMallocHeapSize: *to = runtime.heap_bytes; return cudaSuccess;
      default: return cudaErrorUnsupportedLimit;
    }
  });
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return use(0); }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* to) { return give(to, cudaFuncCachePreferNone); }
/// Banks are 4 bytes wide on every GPU since Maxwell; a wish for others has no effect there.
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* to) { return give(to, cudaSharedMemBankSizeFourByte); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return use(0); }
cudaError_t cudaRuntimeGetVersion(int* to) { return give(to, CUDART_VERSION); }
cudaError_t cudaDriverGetVersion(int* to) { return give(to, CUDART_VERSION); }
cudaError_t cudaProfilerStart() { return use(0); }
cudaError_t cudaProfilerStop() { return use(0); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* to, int device) {
  const cudaError_t error = use(device);
  return error != cudaSuccess ? error : give(to, properties<cudaDeviceProp>());
}

#if CUDART_VERSION >= 13000
/// What programs of CUDA 12 call that name; they find this library as theirs.
cudaError_t cudaGetDeviceProperties_v2(PropertiesOf12* to, int device) {
  const cudaError_t error = use(device);
  return error != cudaSuccess ? error : give(to, properties<PropertiesOf12>());
}
#endif

cudaError_t cudaDeviceGetAttribute(int* to, cudaDeviceAttr which, int device) {
  const cudaError_t error = use(device);
  if (error != cudaSuccess) return error;
  const auto value = attribute(which, properties<cudaDeviceProp>());
  if (!value) return call([](Runtime&) { return cudaErrorNotSupported; });
  return give(to, *value);
}

}  // extern "C"
