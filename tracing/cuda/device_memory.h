// SPDX-License-Identifier: MIT
/// @file device_memory.h
/// Memory of the GPU.
#pragma once

#include <cstddef>
#include <utility>

#include "tracing/format/result.h"

namespace gemmscope::cuda {

class Memory {
 public:
  Memory() = default;
  ~Memory();
  Memory(Memory&& other) noexcept { std::swap(memory_, other.memory_); }
  Memory& operator=(Memory&& other) noexcept {
    std::swap(memory_, other.memory_);
    return *this;
  }

  /// Not initialised. Zero bytes give a valid pointer, too. Errors: kNoSpace.
  static Result<Memory> allocate(std::size_t bytes);

  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  void* memory_ = nullptr;
};

}  // namespace gemmscope::cuda
