// SPDX-License-Identifier: MIT
/// @file traced_memory.h
/// The access policy that writes down every address, on the emulator. kernels/memory.h says what a policy is.
///
/// Each access appends one 8-byte entry to the running thread's log; the scheduler hands the 32 logs of a warp to the
/// capture at every barrier. Only global accesses and markers look whether the log is full: a kernel's shared accesses
/// between two of these are bounded, and the reservation behind the log has room for them. A full log makes the
/// recording fail.
#pragma once

#include "tracing/record/traced_access.h"
#include "tracing/simt/cuda_words.h"

namespace gemmscope::simt {

/// Where TracedAccess puts its entries: the running thread's log.
struct LogSink {
  GS_HD static bool has_room() { return this_thread.log < this_thread.log_end; }
  GS_HD static void log(record::LogKey key, std::uint32_t value) { *this_thread.log++ = record::pack(key, value); }

  GS_HD static void global(record::LogKey key, std::uint32_t address, bool takes_part) {
    if (has_room()) [[likely]]
      log(key, takes_part ? address : record::kInactiveAddress);
  }
  GS_HD static void shared(record::LogKey key, std::uint32_t address) { log(key, address); }
  GS_HD static void shared_if(record::LogKey key, std::uint32_t address, bool takes_part) {
    log(key, takes_part ? address : record::kInactiveAddress);
  }
};

struct TracedMemory {
  struct Params {};
  using Access = record::TracedAccess<LogSink>;

  GS_HD explicit TracedMemory(const Params&) {}

  template <kernels::TensorId tensor, bool Edges, class T>
  GS_HD Access::Matrix<T, tensor, Edges> matrix(T* p, int rows, int columns) const {
    return {{}, p, rows, columns};
  }
  template <kernels::TensorId tensor, class T>
  GS_HD Access::Shared<T, tensor> shared(T* block_memory, int offset) const {
    return {{},
            block_memory + offset + poison(block_memory),
            static_cast<std::uint32_t>(offset) * static_cast<std::uint32_t>(sizeof(T))};
  }
  GS_HD kernels::BlockIndex block() const { return {static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y)}; }

  GS_HD void mark(record::Marker marker, std::uint32_t value) const {
    if (LogSink::has_room()) [[likely]]
      LogSink::log(record::marker_key(marker), value);
  }
  GS_HD void k_tile(int t) const { mark(record::Marker::kKTile, static_cast<std::uint32_t>(t)); }
  GS_HD void step(int k) const { mark(record::Marker::kStep, static_cast<std::uint32_t>(k)); }
  GS_HD void phase(kernels::PhaseMark phase) const { mark(record::Marker::kPhase, static_cast<std::uint32_t>(phase)); }
  GS_HD void epilogue() const { mark(record::Marker::kKTile, record::kEpilogueValue); }
};

}  // namespace gemmscope::simt
