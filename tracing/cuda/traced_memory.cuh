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

#include "kernels/memory.h"
#include "tracing/cuda/stream.h"

namespace gemmscope::cuda {

class TracedMemory {
 public:
  using Params = TraceParams;
  using TensorId = kernels::TensorId;
  using Index = kernels::Index;

  template <class T, TensorId tensor, bool Edges>
  struct Matrix {
    TracedMemory& mem;
    T* p;
    int rows, columns;

    __device__ __forceinline__ void record4(int row, int column, bool store, int line) const {
      const T* at = p + static_cast<std::int64_t>(row) * columns + column;
      const bool whole = !Edges || kernels::is_whole_vector(row, column, rows, columns);
      mem.record_guarded(record::access_key(line, tensor, store, 16), byte_of(at), whole);
      if constexpr (Edges)
        if (columns % 4 != 0)
#pragma unroll 1
          for (int j = 0; j < 4; ++j)
            mem.record_guarded(record::access_key(line, tensor, store, sizeof(T), true), byte_of(at + j),
                               !whole && row < rows && column + j < columns);
    }
    __device__ __forceinline__ std::uint32_t byte_of(const T* at) const {
      return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(p));
    }

    __device__ __forceinline__ float4 load4(int row, int column, int line = __builtin_LINE()) const {
      record4(row, column, false, line);
      return kernels::PlainMemory::Matrix<T, Edges>{p, rows, columns}.load4(row, column);
    }
    __device__ __forceinline__ void store4(int row, int column, float4 v, int line = __builtin_LINE()) const {
      record4(row, column, true, line);
      kernels::PlainMemory::Matrix<T, Edges>{p, rows, columns}.store4(row, column, v);
    }
  };

  template <class T, TensorId tensor>
  struct Shared {
    TracedMemory& mem;
    T* p;
    std::uint32_t start;  ///< where the block's shared memory begins in the shared address space

    __device__ __forceinline__ void record_at(int i, std::size_t bytes, bool store, int line) const {
      const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(p + i));
      mem.record(record::access_key(line, tensor, store, bytes), address - start);
    }

    /// What As[i] is while traced: reading and writing are recorded.
    struct Element {
      const Shared& array;
      Index at;
      __device__ __forceinline__ operator T() const {
        array.record_at(at.i, sizeof(T), false, at.line);
        return array.p[at.i];
      }
      __device__ __forceinline__ T operator=(T value) const {
        array.record_at(at.i, sizeof(T), true, at.line);
        return array.p[at.i] = value;
      }
      __device__ __forceinline__ T operator=(const Element& other) const { return *this = static_cast<T>(other); }
    };
    __device__ __forceinline__ Element operator[](Index at) const { return {*this, at}; }

    __device__ __forceinline__ void load(int width, T* out, Index at) const {
      record_at(at.i, width * sizeof(T), false, at.line);
      kernels::PlainMemory::Shared<T>{p}.load(width, out, at);
    }
    __device__ __forceinline__ void store4(int width, Index at, float4 v) const {
#pragma unroll 1
      for (int i = 0; i < 4; i += width) record_at(at.i + i, width * sizeof(T), true, at.line);
      kernels::PlainMemory::Shared<T>{p}.store4(width, at, v);
    }
  };

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

  template <TensorId tensor, bool Edges, class T>
  __device__ __forceinline__ Matrix<T, tensor, Edges> matrix(T* p, int rows, int columns) {
    return {*this, p, rows, columns};
  }
  template <TensorId tensor, class T>
  __device__ __forceinline__ Shared<T, tensor> shared(T* block_memory, int offset) {
    return {*this, block_memory + offset, static_cast<std::uint32_t>(__cvta_generic_to_shared(block_memory))};
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
  __device__ __forceinline__ void phase(kernels::PhaseMark phase) { mark(record::Marker::kPhase, static_cast<std::uint32_t>(phase)); }
  __device__ __forceinline__ void barrier(int line) { mark(record::Marker::kBarrier, static_cast<std::uint32_t>(line)); }
  /// Only what is selected has steps; k-tiles, phases and barriers are few and keep the stream readable.
  __device__ __forceinline__ void step(int k) {
    if (on_) mark(record::Marker::kStep, static_cast<std::uint32_t>(k));
  }

 private:
  __device__ __forceinline__ std::uint32_t launch_warp() const { return blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; }

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

/// Kernels call __syncthreads(); while traced, the warp first writes down where.
#define __syncthreads() (mem.barrier(__LINE__), __syncthreads())
