// SPDX-License-Identifier: MIT
#include "tracing/cuda/device_memory.h"

#include "tracing/cuda/check.h"

namespace gemmscope::cuda {

Memory::~Memory() {
  if (memory_ != nullptr) (void)(place_ == Place::kDevice ? cudaFree(memory_) : cudaFreeHost(memory_));
}

Result<Memory> Memory::allocate(Place place, std::size_t bytes) {
  Memory memory;
  memory.place_ = place;
  memory.bytes_ = bytes > 0 ? bytes : 1;
  GS_CUDA_CHECK(place == Place::kDevice ? cudaMalloc(&memory.memory_, memory.bytes_)
                                        : cudaMallocHost(&memory.memory_, memory.bytes_));
  return memory;
}

Result<void> Memory::grow(Place place, std::size_t bytes) {
  if (memory_ != nullptr && place_ == place && bytes_ >= bytes) return {};
  *this = Memory();  // freed first: the new piece may need the room
  auto larger = allocate(place, bytes);
  if (!larger) return tl::unexpected(larger.error());
  *this = std::move(*larger);
  return {};
}

}  // namespace gemmscope::cuda
