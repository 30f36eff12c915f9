// SPDX-License-Identifier: MIT
/// @file properties.h
/// What the device says of itself. cudaDeviceProp has other fields in CUDA 12 than in 13, whose programs ask by other
/// names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "tracing/runtime/cudart/call.h"

namespace gemmscope::runtime {

// The A100 with 40 GB: programs compute rates from these. Source: NVIDIA A100 Tensor Core GPU Architecture.
inline constexpr int kClock = 1'410'000, kMemoryClock = 1'215'000;  // kHz
inline constexpr int kMemoryBus = 5120;                             // bits
inline constexpr int kL2 = 40 * 1024 * 1024;                        // bytes
inline constexpr int kCopyEngines = 3;

/// cudaDeviceProp as CUDA 12 has it: CUDA Runtime API 12.4, "cudaDeviceProp". Of what is not filled in, the sizes
/// alone.
struct PropertiesOf12 {
  char name[256];
  std::byte uuid[16], luid[8];
  unsigned luidDeviceNodeMask;
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  std::size_t totalConstMem;
  int major, minor;
  std::size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int textures_and_surfaces[40];
  std::size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing;
  int memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
  int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  std::size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported, memoryPoolsSupported, others[71];
};
static_assert(sizeof(PropertiesOf12) == 1032 && offsetof(PropertiesOf12, clockRate) == 348 &&
              offsetof(PropertiesOf12, surfaceAlignment) == 568 && offsetof(PropertiesOf12, memoryClockRate) == 608 &&
              offsetof(PropertiesOf12, sharedMemPerBlockOptin) == 696 &&
              offsetof(PropertiesOf12, memoryPoolsSupported) == 744);

/// `P`: either of the two.
template <class P>
P properties() {
  P p{};
  std::strncpy(p.name, kDeviceName, sizeof(p.name) - 1);
  p.totalGlobalMem = runtime().memory.total();
  p.sharedMemPerBlock = kMostShared;
  p.sharedMemPerBlockOptin = kMostSharedIfAsked;
  p.sharedMemPerMultiprocessor = kSharedOfSm;
  p.reservedSharedMemPerBlock = kReservedShared;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = lockstep::kLanes;
  p.maxThreadsPerBlock = kMostThreads;
  p.maxThreadsPerMultiProcessor = kMostThreadsOfSm;
  p.maxBlocksPerMultiProcessor = kMostBlocksOfSm;
  std::ranges::copy(kMostBlock, p.maxThreadsDim);
  std::ranges::copy(kMostGrid, p.maxGridSize);
  p.multiProcessorCount = kMultiprocessors;
  p.major = kMajor, p.minor = kMinor;
  p.totalConstMem = 64 * 1024;
  p.memPitch = 0x7fffffff;
  p.textureAlignment = p.texturePitchAlignment = 512;
  p.memoryBusWidth = kMemoryBus;
  p.l2CacheSize = kL2;
  p.asyncEngineCount = kCopyEngines;
  p.unifiedAddressing = p.managedMemory = p.concurrentManagedAccess = 1;
  p.memoryPoolsSupported = p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = 1;
  p.canMapHostMemory = p.cooperativeLaunch = p.concurrentKernels = p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  if constexpr (requires { p.clockRate; }) {
    p.clockRate = kClock, p.memoryClockRate = kMemoryClock;
    p.deviceOverlap = 1, p.singleToDoublePrecisionPerfRatio = 2;
  }
  return p;
}

}  // namespace gemmscope::runtime
