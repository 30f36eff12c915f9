// SPDX-License-Identifier: MIT
/// @file device_memory.h
/// Memory of the GPU, and host memory that the GPU can copy to without a detour.
#pragma once

#include <cstddef>
#include <utility>

#include "tracing/format/result.h"

namespace gemmscope::cuda {

class Memory {
 public:
  enum class Place { kDevice, kHost };

  Memory() = default;
  ~Memory();
  Memory(Memory&& other) noexcept { swap(other); }
  Memory& operator=(Memory&& other) noexcept {
    swap(other);
    return *this;
  }

  /// Not initialised. Zero bytes give a valid pointer, too.
  static Result<Memory> allocate(Place place, std::size_t bytes);

  /// Makes room for `bytes`; the contents are lost if there was not enough.
  Result<void> grow(Place place, std::size_t bytes);

  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  void swap(Memory& other) {
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    std::swap(place_, other.place_);
  }
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
  Place place_ = Place::kDevice;
};

}  // namespace gemmscope::cuda
