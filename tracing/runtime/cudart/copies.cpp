// SPDX-License-Identifier: MIT
// Copies and fills. One that leaves its allocation changes nothing.
#include <cstring>

#include "tracing/runtime/cudart/streams.h"
#include "tracing/runtime/shared.h"

using namespace gemmscope::runtime;

namespace {

/// Rows of `width` bytes, `pitch` apart.
struct Rows {
  const void* begin;
  std::size_t pitch, width, height;
  /// Bytes from the first to the last; more than there are if there cannot be so many.
  std::size_t extent() const {
    std::size_t all = 0;
    if (height == 0) return 0;
    return __builtin_mul_overflow(height - 1, pitch, &all) || __builtin_add_overflow(all, width, &all) ? SIZE_MAX : all;
  }
};

/// Whether memory of that side can be had there.
bool is_there(const Memory& memory, const Rows& rows, bool on_device) {
  return on_device ? memory.holds(rows.begin, rows.extent()) : !memory.breaks_off(rows.begin, rows.extent());
}

void wrote(Memory& memory, const Rows& rows) {
  for (std::size_t row = 0; row < rows.height; ++row)
    memory.wrote(static_cast<const std::byte*>(rows.begin) + row * rows.pitch, rows.width);
}

/// cudaMemcpy and the like are put into the legacy stream.
constexpr cudaStream_t kLegacy = nullptr;

cudaError_t copy_now(const Rows& to, const Rows& from, cudaMemcpyKind kind) {
  return call([&](Runtime& runtime) {
    if (to.width == 0 || to.height == 0) return cudaSuccess;
    if (to.begin == nullptr || from.begin == nullptr) return cudaErrorInvalidValue;
    if (to.width > to.pitch || from.width > from.pitch) return cudaErrorInvalidPitchValue;
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (!is_there(runtime.memory, to, to_device) || !is_there(runtime.memory, from, from_device))
      return cudaErrorInvalidValue;
    for (std::size_t row = 0; row < to.height; ++row)
      std::memmove(static_cast<std::byte*>(const_cast<void*>(to.begin)) + row * to.pitch,
                   static_cast<const std::byte*>(from.begin) + row * from.pitch, to.width);
    wrote(runtime.memory, to);
    return cudaSuccess;
  });
}

cudaError_t copy(cudaStream_t stream, const Rows& to, const Rows& from, cudaMemcpyKind kind) {
  return put(stream, cudaGraphNodeTypeMemcpy, [=] { return copy_now(to, from, kind); });
}
cudaError_t copy(cudaStream_t stream, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy(stream, {to, bytes, bytes, 1}, {from, bytes, bytes, 1}, kind);
}

cudaError_t fill_now(const Rows& rows, int value) {
  return call([&](Runtime& runtime) {
    if (rows.width > rows.pitch) return cudaErrorInvalidPitchValue;
    if (rows.extent() != 0 && !runtime.memory.holds(rows.begin, rows.extent())) return cudaErrorInvalidValue;
    for (std::size_t row = 0; row < rows.height; ++row)
      std::memset(static_cast<std::byte*>(const_cast<void*>(rows.begin)) + row * rows.pitch, value, rows.width);
    wrote(runtime.memory, rows);
    return cudaSuccess;
  });
}

cudaError_t fill(cudaStream_t stream, const Rows& rows, int value) {
  return put(stream, cudaGraphNodeTypeMemset, [=] { return fill_now(rows, value); });
}

/// `use(place)` of a variable of the device.
template <class F>
cudaError_t with_symbol(const void* symbol, F use) {
  std::optional<Place> place;
  const cudaError_t found = call([&](Runtime& runtime) {
    const auto known = runtime.modules.place(symbol);
    if (!known) runtime.refuse(known.error());
    place = *known;
    return unless(place.has_value(), cudaErrorInvalidSymbol);
  });
  return found != cudaSuccess ? found : use(*place);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy(kLegacy, to, from, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(stream, to, from, bytes, kind);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(stream, {to, to_pitch, width, height}, {from, from_pitch, width, height}, kind);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, kLegacy);
}

/// Of memory alone: there are no CUDA arrays.
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* what, cudaStream_t stream) {
  if (what == nullptr) return call([](Runtime&) { return cudaErrorInvalidValue; });
  if (what->srcArray != nullptr || what->dstArray != nullptr) gemmscope_unsupported("cudaMemcpy3D of a cudaArray");
  return put(stream, cudaGraphNodeTypeMemcpy, [copies = *what] {
    const auto slice = [&](const cudaPitchedPtr& memory, const cudaPos& from, std::size_t z) -> Rows {
      const auto* const begin = static_cast<const std::byte*>(memory.ptr);
      return {begin + ((from.z + z) * memory.ysize + from.y) * memory.pitch + from.x, memory.pitch, copies.extent.width,
              copies.extent.height};
    };
    for (std::size_t z = 0; z < copies.extent.depth; ++z) {
      const cudaError_t error =
          copy_now(slice(copies.dstPtr, copies.dstPos, z), slice(copies.srcPtr, copies.srcPos, z), copies.kind);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* what) { return cudaMemcpy3DAsync(what, kLegacy); }

cudaError_t cudaMemset2DAsync(void* at, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
  return fill(stream, {at, pitch, width, height}, value);
}
cudaError_t cudaMemset2D(void* at, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return cudaMemset2DAsync(at, pitch, value, width, height, kLegacy);
}
cudaError_t cudaMemsetAsync(void* at, int value, std::size_t bytes, cudaStream_t stream) {
  return cudaMemset2DAsync(at, bytes, value, bytes, 1, stream);
}
cudaError_t cudaMemset(void* at, int value, std::size_t bytes) { return cudaMemsetAsync(at, value, bytes, kLegacy); }

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return with_symbol(symbol, [&](Place place) { return copy(stream, place.begin + offset, from, bytes, kind); });
}
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, kLegacy);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return with_symbol(symbol, [&](Place place) { return copy(stream, to, place.begin + offset, bytes, kind); });
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, kLegacy);
}
cudaError_t cudaGetSymbolAddress(void** to, const void* symbol) {
  return with_symbol(symbol, [&](Place place) { return *to = place.begin, cudaSuccess; });
}
cudaError_t cudaGetSymbolSize(std::size_t* to, const void* symbol) {
  return with_symbol(symbol, [&](Place place) { return *to = place.bytes, cudaSuccess; });
}

}  // extern "C"
