// SPDX-License-Identifier: MIT
// Memory pools. They keep nothing back: each allocation is one of the device's memory, and is given back at once.
#include <array>
#include <cstring>
#include <unordered_set>

#include "tracing/runtime/cudart/call.h"

using namespace gemmscope::runtime;

struct CUmemPoolHandle_st {
  std::array<int, 3> reuse{1, 1, 1};    ///< cudaMemPoolReuse...: remembered
  std::uint64_t release_threshold = 0;  ///< bytes; remembered
};

namespace {

CUmemPoolHandle_st* default_pool() {
  static auto* const one = new CUmemPoolHandle_st;
  return one;
}
/// What was created and not destroyed. Guarded by Runtime::mutex.
std::unordered_set<cudaMemPool_t>& pools() {
  static auto* const all = new std::unordered_set<cudaMemPool_t>{default_pool()};
  return *all;
}

/// `use(address, bytes)` of what the pool remembers of that attribute. What is in use is not counted for each pool.
template <class Use>
cudaError_t with_attribute(cudaMemPool_t pool, cudaMemPoolAttr which, Use use) {
  return call([&](Runtime&) {
    if (!pools().contains(pool)) return cudaErrorInvalidValue;
    switch (which) {
      case cudaMemPoolReuseFollowEventDependencies:
      case cudaMemPoolReuseAllowOpportunistic:
      case cudaMemPoolReuseAllowInternalDependencies:
        use(&pool->reuse.at(which - cudaMemPoolReuseFollowEventDependencies), sizeof(int));
        return cudaSuccess;
      case cudaMemPoolAttrReleaseThreshold:
        use(&pool->release_threshold, sizeof(pool->release_threshold));
        return cudaSuccess;
      default: return cudaErrorNotSupported;
    }
  });
}

cudaError_t give_default(cudaMemPool_t* to, int device) {
  return call([&](Runtime&) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (to != nullptr) *to = default_pool();
    return unless(to != nullptr, cudaErrorInvalidValue);
  });
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* to, int device) { return give_default(to, device); }
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* to, int device) { return give_default(to, device); }
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return call([&](Runtime&) {
    if (device != 0) return cudaErrorInvalidDevice;
    return unless(pools().contains(pool), cudaErrorInvalidValue);
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* to, const cudaMemPoolProps* properties) {
  return call([&](Runtime&) {
    if (to == nullptr || properties == nullptr) return cudaErrorInvalidValue;
    pools().insert(*to = new CUmemPoolHandle_st);
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return call([&](Runtime&) {
    if (pool == default_pool() || pools().erase(pool) == 0) return cudaErrorInvalidValue;
    delete pool;
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return call([&](Runtime&) { return unless(pools().contains(pool), cudaErrorInvalidValue); });
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
  return with_attribute(pool, which, [&](void* at, std::size_t bytes) { std::memcpy(at, value, bytes); });
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* to) {
  return with_attribute(pool, which, [&](const void* at, std::size_t bytes) { std::memcpy(to, at, bytes); });
}

cudaError_t cudaMallocFromPoolAsync(void** to, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  const cudaError_t error = cudaMemPoolTrimTo(pool, 0);  // of a pool that there is not
  return error != cudaSuccess ? error : cudaMallocAsync(to, bytes, stream);
}

}  // extern "C"
