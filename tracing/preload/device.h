// SPDX-License-Identifier: MIT
/// @file device.h
/// The GPU of this process, by the runtime's own functions.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/lockstep/memory.h"
#include "tracing/preload/real.h"
#include "tracing/runtime/pointers.h"

namespace gemmscope::preload {

/// What stopped us, as a sentence about the kernel. The runtime forgets the error, if it can.
[[nodiscard]] tl::unexpected<Error> failed(const std::string& what, cudaError_t error);

/// The GPU of this thread.
[[nodiscard]] int current_gpu();
/// Waits until these and the thread's own have done all their work.
[[nodiscard]] cudaError_t wait_for(const std::set<int>& gpus);

/// 90 of 9.0.
[[nodiscard]] unsigned architecture();
[[nodiscard]] std::string device_name();
[[nodiscard]] std::string driver_version();

/// Copies of what the program has on the device, or in memory of the host that its kernels can reach.
[[nodiscard]] runtime::ReadWords words_of_device();

/// Memory on the device that is ours.
class Buffer {
 public:
  static Result<Buffer> of(std::uint64_t bytes);
  [[nodiscard]] std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(begin_.get()); }
  [[nodiscard]] void* begin() const { return begin_.get(); }

 private:
  struct Free {
    void operator()(void* address) const { static_cast<void>(GS_REAL(cudaFree)(address)); }
  };
  std::unique_ptr<void, Free> begin_;
};

/// What the program has on the device, and in memory of the host that its kernels can reach, at one moment.
class Saved {
 public:
  /// On the device, as long as `spare` bytes stay free there, else on the host.
  static Result<Saved> of(const lockstep::Allocations& allocations, std::uint64_t spare);
  [[nodiscard]] Result<void> restore() const;
  [[nodiscard]] std::uint64_t bytes() const;
  /// Whether there is the same now, in what both have saved: variables may have become known in between.
  [[nodiscard]] Result<bool> is_like(const Saved& other) const;

 private:
  struct One {
    lockstep::Allocation what;
    Buffer device;
    std::vector<std::byte> host;
    const void* begin() const { return host.empty() ? device.begin() : host.data(); }
  };
  std::vector<One> all_;
};

}  // namespace gemmscope::preload
