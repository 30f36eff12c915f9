// SPDX-License-Identifier: MIT
#include "tracing/preload/device.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>
#include <numeric>

#include "tracing/record/origin.h"

namespace gemmscope::preload {
namespace {

int attribute(cudaDeviceAttr which) {
  int value = 0;
  static_cast<void>(GS_REAL(cudaDeviceGetAttribute)(&value, which, current_gpu()));
  return value;
}

/// Bytes that the host can still give without swapping; as much as one likes where it does not say.
std::uint64_t left_on_host() {
  std::ifstream in("/proc/meminfo");
  std::string name, unit;
  for (std::uint64_t kib = 0; in >> name >> kib; std::getline(in, unit))
    if (name == "MemAvailable:") return kib << 10;
  return std::numeric_limits<std::uint64_t>::max();
}

cudaError_t copy(void* to, const void* from, std::uint64_t bytes) {
  return GS_REAL(cudaMemcpy)(to, from, bytes, cudaMemcpyDefault);
}

}  // namespace

tl::unexpected<Error> failed(const std::string& what, cudaError_t error) {
  static_cast<void>(GS_REAL(cudaGetLastError)());
  return fail(ErrorKind::kUsage, what + ": " + GS_REAL(cudaGetErrorString)(error));
}

int current_gpu() {
  int gpu = 0;
  static_cast<void>(GS_REAL(cudaGetDevice)(&gpu));
  return gpu;
}

cudaError_t wait_for(const std::set<int>& gpus) {
  const int own = current_gpu();
  cudaError_t error = GS_REAL(cudaDeviceSynchronize)();
  for (const int gpu : gpus) {
    if (gpu == own || error != cudaSuccess) continue;
    if ((error = GS_REAL(cudaSetDevice)(gpu)) == cudaSuccess) error = GS_REAL(cudaDeviceSynchronize)();
    static_cast<void>(GS_REAL(cudaSetDevice)(own));
  }
  return error;
}

unsigned architecture() {
  return static_cast<unsigned>(10 * attribute(cudaDevAttrComputeCapabilityMajor) +
                               attribute(cudaDevAttrComputeCapabilityMinor));
}

std::string device_name() {
  cudaDeviceProp properties{};
  static_cast<void>(GS_REAL(cudaGetDeviceProperties)(&properties, current_gpu()));
  return properties.name;
}

std::string driver_version() {
  int version = 0;
  static_cast<void>(GS_REAL(cudaDriverGetVersion)(&version));
  const std::string cuda = "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  const std::string number = record::nvidia_driver();
  return number.empty() ? cuda : number + " (" + cuda + ")";
}

runtime::ReadWords words_of_device() {
  return [words = std::vector<std::uint64_t>()](std::uint64_t address,
                                                std::size_t count) mutable -> std::span<const std::uint64_t> {
    words.resize(count);
    if (copy(words.data(), reinterpret_cast<const void*>(address), 8 * count) == cudaSuccess) return words;
    static_cast<void>(GS_REAL(cudaGetLastError)());
    return {};
  };
}

Result<Buffer> Buffer::of(std::uint64_t bytes) {
  void* begin = nullptr;
  if (const cudaError_t error = GS_REAL(cudaMalloc)(&begin, bytes == 0 ? 1 : bytes); error != cudaSuccess)
    return failed("the GPU has no " + std::to_string(bytes) + " bytes left to record into", error);
  Buffer buffer;
  buffer.begin_.reset(begin);
  return buffer;
}

Result<Saved> Saved::of(const lockstep::Allocations& allocations, std::uint64_t spare) {
  Saved saved;
  for (const lockstep::Allocation& what : allocations.all()) {
    if (what.bytes == 0) continue;
    One& one = saved.all_.emplace_back();
    one.what = what;
    std::size_t left = 0, total = 0;
    static_cast<void>(GS_REAL(cudaMemGetInfo)(&left, &total));
    auto buffer = left >= spare && left - spare >= what.bytes ? Buffer::of(what.bytes) : Buffer();
    if (buffer && buffer->begin() != nullptr)
      one.device = std::move(*buffer);
    else if (what.bytes <= left_on_host())
      one.host.resize(what.bytes);
    else
      return fail(ErrorKind::kUsage, "neither GPU nor host have room to save " + std::to_string(what.bytes) +
                                         " bytes that the program has on the device");
    void* const to = one.host.empty() ? one.device.begin() : one.host.data();
    if (const cudaError_t error = copy(to, reinterpret_cast<const void*>(what.address), what.bytes);
        error != cudaSuccess)
      return failed("what the program has on the device cannot be saved", error);
  }
  return saved;
}

Result<void> Saved::restore() const {
  for (const One& one : all_)
    if (const cudaError_t error = copy(reinterpret_cast<void*>(one.what.address), one.begin(), one.what.bytes);
        error != cudaSuccess)
      return failed("what the program had on the device cannot be restored", error);
  return {};
}

std::uint64_t Saved::bytes() const {
  return std::accumulate(all_.begin(), all_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const One& one) { return sum + one.what.bytes; });
}

Result<bool> Saved::is_like(const Saved& other) const {
  for (const One& one : all_) {
    const auto same = std::ranges::find(other.all_, one.what.id, [](const One& o) { return o.what.id; });
    if (same == other.all_.end()) continue;
    const std::uint64_t bytes = one.what.bytes;
    std::vector<std::byte> mine(bytes), theirs(bytes);
    for (const auto& [to, from] : {std::pair{&mine, &one}, std::pair{&theirs, &*same}})
      if (const cudaError_t error = copy(to->data(), from->begin(), bytes); error != cudaSuccess)
        return failed("results cannot be read", error);
    if (mine != theirs) return false;
  }
  return true;
}

}  // namespace gemmscope::preload
