// SPDX-License-Identifier: MIT
// Device memory, managed and pinned memory: all of it the host's.
#include <optional>

#include "tracing/runtime/cudart/streams.h"
#include "tracing/runtime/shared.h"

using namespace gemmscope::runtime;

namespace {

/// `ordered`: in that stream, as cudaMallocAsync does.
cudaError_t allocate(void** to, std::size_t bytes, std::optional<HostMemory> host,
                     std::optional<cudaStream_t> ordered = std::nullopt) {
  return call([&](Runtime& runtime) {
    if (to == nullptr) return cudaErrorInvalidValue;
    if (!ordered && breaks_captures(false)) return cudaErrorStreamCaptureUnsupported;
    *to = runtime.memory.allocate(bytes, !host);  // of 0 bytes: null, and no error
    if (*to == nullptr) return unless(bytes == 0, cudaErrorMemoryAllocation);
    if (host) runtime.hazards.pages.add(reinterpret_cast<std::uint64_t>(*to), bytes, *host);
    if (ordered) runtime.hazards.allocated(id_of(*ordered), *to, bytes);
    return cudaSuccess;
  });
}

cudaError_t of_device(void** to, std::size_t bytes) { return allocate(to, bytes, std::nullopt); }

/// `ordered`: in that stream, as cudaFreeAsync does.
cudaError_t release(void* address, std::optional<cudaStream_t> ordered = std::nullopt) {
  return call([&](Runtime& runtime) {
    runtime.hazards.frees(address, ordered ? std::optional(id_of(*ordered)) : std::nullopt);
    return unless(address == nullptr || runtime.memory.free(address), cudaErrorInvalidValue);
  });
}

/// Both are for managed memory alone.
[[maybe_unused]] cudaError_t of_managed(const void* address, std::size_t bytes) {
  return call([&](Runtime& runtime) {
    const bool is_managed =
        runtime.hazards.pages.kind_of(reinterpret_cast<std::uint64_t>(address)) == HostMemory::kManaged;
    if (!is_managed) runtime.why = "it is for memory of cudaMallocManaged";
    return unless(is_managed && runtime.memory.holds(address, bytes), cudaErrorInvalidValue);
  });
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** to, std::size_t bytes) { return of_device(to, bytes); }
cudaError_t cudaMallocAsync(void** to, std::size_t bytes, cudaStream_t stream) {
  if (gemmscope_captures(stream)) gemmscope_unsupported("cudaMallocAsync in a stream that is being captured");
  return allocate(to, bytes, std::nullopt, stream);
}
cudaError_t cudaMallocHost(void** to, std::size_t bytes) { return allocate(to, bytes, HostMemory::kPinned); }
cudaError_t cudaHostAlloc(void** to, std::size_t bytes, unsigned) { return allocate(to, bytes, HostMemory::kPinned); }
cudaError_t cudaMallocManaged(void** to, std::size_t bytes, unsigned) {
  if (bytes == 0) return call([](Runtime&) { return cudaErrorInvalidValue; });
  return allocate(to, bytes, HostMemory::kManaged);
}
cudaError_t cudaFree(void* address) { return release(address); }
cudaError_t cudaFreeAsync(void* address, cudaStream_t stream) {
  if (gemmscope_captures(stream)) gemmscope_unsupported("cudaFreeAsync in a stream that is being captured");
  return release(address, stream);
}
cudaError_t cudaFreeHost(void* address) { return release(address); }

cudaError_t cudaMallocPitch(void** to, std::size_t* pitch, std::size_t width, std::size_t height) {
  constexpr std::size_t kAlign = 512;  // bytes, as GPUs of today
  if (pitch == nullptr) return call([](Runtime&) { return cudaErrorInvalidValue; });
  const std::size_t bytes_apart = (width + kAlign - 1) / kAlign * kAlign;
  std::size_t bytes = 0;
  if (bytes_apart < width || __builtin_mul_overflow(bytes_apart, height, &bytes))
    return call([](Runtime&) { return cudaErrorMemoryAllocation; });
  *pitch = bytes_apart;
  const cudaError_t error = of_device(to, bytes);
  if (error != cudaSuccess || *to == nullptr) return error;
  return call([&](Runtime& runtime) {  // the padding of rows belongs to no array
    for (std::size_t row = 0; row < height; ++row)
      runtime.memory.wrote(static_cast<std::byte*>(*to) + row * *pitch + width, *pitch - width);
    return cudaSuccess;
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* to, cudaExtent size) {
  if (to == nullptr) return call([](Runtime&) { return cudaErrorInvalidValue; });
  std::size_t rows = 0;
  if (__builtin_mul_overflow(size.height, size.depth, &rows))
    return call([](Runtime&) { return cudaErrorMemoryAllocation; });
  to->xsize = size.width, to->ysize = size.height;
  return cudaMallocPitch(&to->ptr, &to->pitch, size.width, rows);
}

cudaError_t cudaHostRegister(void* address, std::size_t bytes, unsigned) {
  return call([&](Runtime& runtime) {
    if (address == nullptr || bytes == 0) return cudaErrorInvalidValue;
    if (!runtime.memory.adopt(address, bytes)) return cudaErrorHostMemoryAlreadyRegistered;
    runtime.hazards.pages.add(reinterpret_cast<std::uint64_t>(address), bytes, HostMemory::kRegistered);
    return cudaSuccess;
  });
}
cudaError_t cudaHostUnregister(void* address) {
  return call([&](Runtime& runtime) {
    runtime.hazards.frees(address, std::nullopt);
    return unless(runtime.memory.disown(address), cudaErrorHostMemoryNotRegistered);
  });
}
cudaError_t cudaHostGetDevicePointer(void** to, void* address, unsigned) {
  return call([&](Runtime& runtime) {
    if (to == nullptr || !runtime.memory.holds(address, 1)) return cudaErrorInvalidValue;
    *to = address;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* left, std::size_t* total) {
  return call([&](Runtime& runtime) {
    if (left != nullptr) *left = runtime.memory.left();
    if (total != nullptr) *total = runtime.memory.total();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* to, const void* address) {
  return call([&](Runtime& runtime) {
    if (to == nullptr) return cudaErrorInvalidValue;
    const bool is_known = runtime.memory.holds(address, 1);
    *to = {};
    to->type = is_known ? cudaMemoryTypeManaged : cudaMemoryTypeUnregistered;  // both can read it
    to->device = is_known ? 0 : -2;
    to->devicePointer = is_known ? const_cast<void*>(address) : nullptr;
    to->hostPointer = const_cast<void*>(address);
    return cudaSuccess;
  });
}

/// Nothing else runs while the host does, so all of it is always the host's too.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void* address, std::size_t, unsigned) {
  return call([&](Runtime& runtime) { return unless(runtime.memory.holds(address, 1), cudaErrorInvalidValue); });
}

// Of CUDA 13; before, a device stood for the place.
#if CUDART_VERSION >= 13000
cudaError_t cudaMemPrefetchAsync(const void* address, std::size_t bytes, cudaMemLocation, unsigned, cudaStream_t) {
  return of_managed(address, bytes);
}
cudaError_t cudaMemAdvise(const void* address, std::size_t bytes, cudaMemoryAdvise, cudaMemLocation) {
  return of_managed(address, bytes);
}
#endif

}  // extern "C"
