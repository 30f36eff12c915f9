// SPDX-License-Identifier: MIT
// Copies and fills. One that leaves its allocation changes nothing.
#include <cstring>

#include "tracing/runtime/cudart/streams.h"
#include "tracing/runtime/shared.h"

using namespace gemmscope::runtime;

namespace {

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

/// When a call returns: once its work is done, if CUDA says so, or immediately.
enum class Returns { kWhenDone, kAtOnce };

std::string where(const Memory& memory, const Rows& rows) {
  return memory.holds(rows.begin, 1) ? "device memory" : "host memory";
}

std::string ends_early(const std::string& name, const Rows& rows) {
  return "its " + name + " ends before the " + std::to_string(rows.extent()) + " bytes do";
}

/// "its direction is host to device, but the target is host memory"
std::string why_refused(const Memory& memory, const Rows& to, const Rows& from, bool to_device, bool from_device) {
  for (const bool is_target : {true, false}) {
    const Rows& rows = is_target ? to : from;
    const bool on_device = is_target ? to_device : from_device;
    const std::string name = is_target ? "target" : "source";
    if (is_there(memory, rows, on_device)) continue;
    if (on_device && !memory.holds(rows.begin, 1))
      return "its direction is " + std::string(from_device ? "device" : "host") + " to " +
             (to_device ? "device" : "host") + ", but its target is " + where(memory, to) + " and its source " +
             where(memory, from);
    return ends_early(name, rows);
  }
  return "";
}

cudaError_t copy_now(const Rows& to, const Rows& from, cudaMemcpyKind kind, Returns returns) {
  return call([&](Runtime& runtime) {
    if (to.width == 0 || to.height == 0) return cudaSuccess;
    if (to.begin == nullptr || from.begin == nullptr) return cudaErrorInvalidValue;
    if (to.width > to.pitch || from.width > from.pitch) return cudaErrorInvalidPitchValue;
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (!is_there(runtime.memory, to, to_device) || !is_there(runtime.memory, from, from_device)) {
      runtime.why = why_refused(runtime.memory, to, from, to_device, from_device);
      return cudaErrorInvalidValue;
    }
    runtime.hazards.works();
    if (!to_device && runtime.hazards.is_host(to.begin)) runtime.hazards.looks_at(from);
    for (std::size_t row = 0; row < to.height; ++row)
      std::memmove(static_cast<std::byte*>(const_cast<void*>(to.begin)) + row * to.pitch,
                   static_cast<const std::byte*>(from.begin) + row * from.pitch, to.width);
    wrote(runtime.memory, to);
    runtime.hazards.copied(id_of(InStream::now()), to, from, returns == Returns::kWhenDone);
    return cudaSuccess;
  });
}

cudaError_t copy(cudaStream_t stream, const Rows& to, const Rows& from, cudaMemcpyKind kind, Returns returns) {
  return put(stream, cudaGraphNodeTypeMemcpy, [=] { return copy_now(to, from, kind, returns); });
}
cudaError_t copy(cudaStream_t stream, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                 Returns returns) {
  return copy(stream, {to, bytes, bytes, 1}, {from, bytes, bytes, 1}, kind, returns);
}

cudaError_t fill_now(const Rows& rows, int value, Returns returns) {
  return call([&](Runtime& runtime) {
    if (rows.width > rows.pitch) return cudaErrorInvalidPitchValue;
    if (rows.extent() != 0 && !runtime.memory.holds(rows.begin, rows.extent())) {
      runtime.why = runtime.memory.holds(rows.begin, 1) ? ends_early("target", rows) : "its target is host memory";
      return cudaErrorInvalidValue;
    }
    runtime.hazards.works();
    for (std::size_t row = 0; row < rows.height; ++row)
      std::memset(static_cast<std::byte*>(const_cast<void*>(rows.begin)) + row * rows.pitch, value, rows.width);
    wrote(runtime.memory, rows);
    runtime.hazards.filled(id_of(InStream::now()), rows, returns == Returns::kWhenDone);
    return cudaSuccess;
  });
}

cudaError_t fill(cudaStream_t stream, const Rows& rows, int value, Returns returns) {
  return put(stream, cudaGraphNodeTypeMemset, [=] { return fill_now(rows, value, returns); });
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

cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, Returns returns) {
  return with_symbol(symbol,
                     [&](Place place) { return copy(stream, place.begin + offset, from, bytes, kind, returns); });
}
cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                             cudaStream_t stream, Returns returns) {
  return with_symbol(symbol, [&](Place place) { return copy(stream, to, place.begin + offset, bytes, kind, returns); });
}

/// Copies memory alone: there are no CUDA arrays.
cudaError_t copy_slices(const cudaMemcpy3DParms* what, cudaStream_t stream, Returns returns) {
  if (what == nullptr) return call([](Runtime&) { return cudaErrorInvalidValue; });
  if (what->srcArray != nullptr || what->dstArray != nullptr) gemmscope_unsupported("cudaMemcpy3D of a cudaArray");
  return put(stream, cudaGraphNodeTypeMemcpy, [copies = *what, returns] {
    const auto slice = [&](const cudaPitchedPtr& memory, const cudaPos& from, std::size_t z) -> Rows {
      const auto* const begin = static_cast<const std::byte*>(memory.ptr);
      return {begin + ((from.z + z) * memory.ysize + from.y) * memory.pitch + from.x, memory.pitch, copies.extent.width,
              copies.extent.height};
    };
    for (std::size_t z = 0; z < copies.extent.depth; ++z) {
      const cudaError_t error = copy_now(slice(copies.dstPtr, copies.dstPos, z), slice(copies.srcPtr, copies.srcPos, z),
                                         copies.kind, returns);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy(kLegacy, to, from, bytes, kind, Returns::kWhenDone);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(stream, to, from, bytes, kind, Returns::kAtOnce);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(stream, {to, to_pitch, width, height}, {from, from_pitch, width, height}, kind, Returns::kAtOnce);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
  return copy(kLegacy, {to, to_pitch, width, height}, {from, from_pitch, width, height}, kind, Returns::kWhenDone);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* what, cudaStream_t stream) {
  return copy_slices(what, stream, Returns::kAtOnce);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* what) { return copy_slices(what, kLegacy, Returns::kWhenDone); }

cudaError_t cudaMemset2DAsync(void* at, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
  return fill(stream, {at, pitch, width, height}, value, Returns::kAtOnce);
}
cudaError_t cudaMemset2D(void* at, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return fill(kLegacy, {at, pitch, width, height}, value, Returns::kWhenDone);
}
cudaError_t cudaMemsetAsync(void* at, int value, std::size_t bytes, cudaStream_t stream) {
  return fill(stream, {at, bytes, bytes, 1}, value, Returns::kAtOnce);
}
cudaError_t cudaMemset(void* at, int value, std::size_t bytes) {
  return fill(kLegacy, {at, bytes, bytes, 1}, value, Returns::kWhenDone);
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_to_symbol(symbol, from, bytes, offset, kind, stream, Returns::kAtOnce);
}
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  return copy_to_symbol(symbol, from, bytes, offset, kind, kLegacy, Returns::kWhenDone);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_from_symbol(to, symbol, bytes, offset, kind, stream, Returns::kAtOnce);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return copy_from_symbol(to, symbol, bytes, offset, kind, kLegacy, Returns::kWhenDone);
}
cudaError_t cudaGetSymbolAddress(void** to, const void* symbol) {
  return with_symbol(symbol, [&](Place place) { return *to = place.begin, cudaSuccess; });
}
cudaError_t cudaGetSymbolSize(std::size_t* to, const void* symbol) {
  return with_symbol(symbol, [&](Place place) { return *to = place.bytes, cudaSuccess; });
}

}  // extern "C"
