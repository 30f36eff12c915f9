// SPDX-License-Identifier: MIT
/// @file traced_memory.cuh
/// The access policy that writes down every address, on the GPU. kernels/memory.h says what a policy is.
///
/// Each lane stores the address it is about to use to the warp's next address line, and lane 0 stores the entry
/// (stream.h). Where the next line is stands in a register of every lane, and all lanes advance it alike: a counter in
/// memory was four times slower, and compacting on the device six times.
///
/// Limits   every access is called by all lanes of a warp together. A lane that must not touch memory says so inside
///          (a matrix with Edges), so what is one instruction is one request: the grouping needs no reconstruction.
#pragma once

#include "tracing/cuda/stream.h"
#include "tracing/record/traced_access.h"

namespace gemmscope::cuda {

class TracedMemory {
 public:
  using Params = TraceParams;

  /// Where TracedAccess puts its entries: this warp's part of the stream.
  struct Sink {
    TracedMemory& mem;

    __device__ __forceinline__ void global(record::LogKey key, std::uint32_t address, bool takes_part) const {
      mem.record_guarded(key, address, takes_part);
    }
    __device__ __forceinline__ void shared(record::LogKey key, std::uint32_t address) const {
      mem.record(key, address);
    }
    __device__ __forceinline__ void shared_if(record::LogKey key, std::uint32_t address, bool takes_part) const {
      mem.record_guarded(key, address, takes_part);
    }
  };
  using Access = record::TracedAccess<Sink>;

  __device__ __forceinline__ explicit TracedMemory(const Params& params) : params_(params) {
    const std::uint32_t warp = threadIdx.x / 32;
    selected_ = params.warps_begin <= warp && warp < params.warps_end;
    if (params.regions == nullptr) return;
    const WarpRegion region = params.regions[launch_warp()];
    room_ = region.room;
    entries_ = params.entries + region.first_entry;
    lane_addresses_ = params.lines[region.first_line].lane + threadIdx.x % 32;
  }
  __device__ __forceinline__ ~TracedMemory() {
    if (threadIdx.x % 32 == 0) params_.counts[launch_warp()] = count_;
  }
  TracedMemory(const TracedMemory&) = delete;
  TracedMemory& operator=(const TracedMemory&) = delete;

  template <kernels::TensorId tensor, bool Edges, class T>
  __device__ __forceinline__ Access::Matrix<T, tensor, Edges> matrix(T* p, int rows, int columns) {
    return {{*this}, p, rows, columns};
  }
  template <kernels::TensorId tensor, class T>
  __device__ __forceinline__ Access::Shared<T, tensor> shared(T* block_memory, int offset) {
    T* const p = block_memory + offset;
    return {
        {*this}, p, static_cast<std::uint32_t>(__cvta_generic_to_shared(p) - __cvta_generic_to_shared(block_memory))};
  }
  __device__ __forceinline__ kernels::BlockIndex block() const {
    const std::uint32_t i = params_.first_block + blockIdx.x;
    return {static_cast<int>(params_.block_x + i % params_.blocks_wide),
            static_cast<int>(params_.block_y + i / params_.blocks_wide)};
  }

  __device__ __forceinline__ void k_tile(int t) {
    const auto tile = static_cast<std::uint32_t>(t);
    on_ = selected_ && params_.k_tiles_begin <= tile && tile < params_.k_tiles_end;
    mark(record::Marker::kKTile, tile);
  }
  __device__ __forceinline__ void epilogue() {
    on_ = selected_ && params_.epilogue;
    mark(record::Marker::kKTile, record::kEpilogueValue);
  }
  __device__ __forceinline__ void phase(kernels::PhaseMark phase) {
    mark(record::Marker::kPhase, static_cast<std::uint32_t>(phase));
  }
  __device__ __forceinline__ void warp_barrier(int line) {
    mark(record::Marker::kWarpBarrier, static_cast<std::uint32_t>(line));
  }
  __device__ __forceinline__ void barrier(int line) {
    mark(record::Marker::kBarrier, static_cast<std::uint32_t>(line));
  }
  /// Only what is selected has steps; k-tiles, phases and barriers are few and keep the stream readable.
  __device__ __forceinline__ void step(int k) {
    if (on_) mark(record::Marker::kStep, static_cast<std::uint32_t>(k));
  }

 private:
  __device__ __forceinline__ std::uint32_t launch_warp() const {
    return blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  }

  __device__ __forceinline__ void put(record::LogKey key, std::uint32_t value) {
    if (count_.entries < room_.entries && threadIdx.x % 32 == 0) entries_[count_.entries] = {key, value};
    ++count_.entries;
  }
  __device__ __forceinline__ void mark(record::Marker marker, std::uint32_t value) {
    if (selected_) put(record::marker_key(marker), value);
  }
  /// A request of the whole warp.
  __device__ __forceinline__ void record(record::LogKey key, std::uint32_t address, std::uint32_t mask = 0xffffffff) {
    if (!on_) return;
    put(key, mask);
    if (count_.requests < room_.requests) lane_addresses_[count_.requests * std::uint64_t{32}] = address;
    ++count_.requests;
  }
  /// A request in which a lane takes part or not; none if no lane does.
  __device__ __forceinline__ void record_guarded(record::LogKey key, std::uint32_t address, bool takes_part) {
    const std::uint32_t mask = __ballot_sync(0xffffffff, takes_part);
    if (mask != 0) record(key, takes_part ? address : record::kInactiveAddress, mask);
  }

  const Params& params_;
  bool selected_ = false;  ///< this warp is recorded
  bool on_ = false;        ///< what it does now is
  WarpCount count_;        ///< written so far; the same in all lanes
  WarpCount room_;
  StreamEntry* entries_ = nullptr;
  std::uint32_t* lane_addresses_ = nullptr;  ///< this lane's word of the warp's first address line
};

}  // namespace gemmscope::cuda

/// Kernels call __syncthreads() and __syncwarp(); while traced, the warp first writes down where.
#define __syncthreads() (mem.barrier(__LINE__), __syncthreads())
#define __syncwarp()    (mem.warp_barrier(__LINE__), __syncwarp())
