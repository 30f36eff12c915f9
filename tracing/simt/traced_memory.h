// SPDX-License-Identifier: MIT
/// @file traced_memory.h
/// The access policy that writes down every address, on the emulator. kernels/memory.h says what a policy is.
///
/// Each access appends one 8-byte entry to the running thread's log; the scheduler hands the 32 logs of a warp to the
/// capture at every barrier. Only global accesses and markers look whether the log is full: a kernel's shared accesses
/// between two of these are bounded, and the reservation behind the log has room for them. A full log makes the recording fail.
#pragma once

#include "kernels/memory.h"
#include "tracing/record/log_entry.h"
#include "tracing/simt/cuda_words.h"

namespace gemmscope::simt {

struct TracedMemory {
  struct Params {};
  using TensorId = kernels::TensorId;
  using Index = kernels::Index;

  GS_HD static void log(record::LogKey key, std::uint32_t value) { *this_thread.log++ = record::pack(key, value); }

  template <class T, TensorId tensor, bool Edges>
  struct Matrix {
    T* p;
    int rows, columns;

    GS_HD std::int64_t at(int row, int column) const { return static_cast<std::int64_t>(row) * columns + column; }

    /// Logs the vector access, or that this lane takes no part in it; then, where rows are not whole vectors, its
    /// elements one by one. Every lane logs the same number of entries, whatever its place at the edge.
    GS_HD bool log4(int row, int column, bool store, int line) const {
      const auto first = static_cast<std::uint32_t>(at(row, column) * static_cast<std::int64_t>(sizeof(T)));
      const bool whole = !Edges || kernels::is_whole_vector(row, column, rows, columns);
      if (this_thread.log >= this_thread.log_end) [[unlikely]] return whole;
      log(record::access_key(line, tensor, store, 16), whole ? first : record::kInactiveAddress);
      if (Edges && columns % 4 != 0)
        for (int j = 0; j < 4; ++j) {
          const bool inside = !whole && row < rows && column + j < columns;
          log(record::access_key(line, tensor, store, sizeof(T), true),
              inside ? first + static_cast<std::uint32_t>(j * static_cast<int>(sizeof(T))) : record::kInactiveAddress);
        }
      return whole;
    }

    GS_HD float4 load4(int row, int column, int line = __builtin_LINE()) const {
      log4(row, column, false, line);
      return kernels::PlainMemory::Matrix<T, Edges>{p, rows, columns}.load4(row, column);
    }
    GS_HD void store4(int row, int column, float4 v, int line = __builtin_LINE()) const {
      log4(row, column, true, line);
      kernels::PlainMemory::Matrix<T, Edges>{p, rows, columns}.store4(row, column, v);
    }
  };

  template <class T, TensorId tensor>
  struct Shared {
    T* p;
    std::uint32_t offset;  ///< bytes from the start of the block's shared memory

    GS_HD void log_at(int i, std::size_t bytes, bool store, int line) const {
      log(record::access_key(line, tensor, store, bytes), offset + static_cast<std::uint32_t>(i * static_cast<int>(sizeof(T))));
    }

    /// What As[i] is while traced: reading and writing go through the log.
    struct Element {
      const Shared& array;
      Index at;
      GS_HD operator T() const {
        array.log_at(at.i, sizeof(T), false, at.line);
        return array.p[at.i];
      }
      GS_HD T operator=(T value) const {
        array.log_at(at.i, sizeof(T), true, at.line);
        return array.p[at.i] = value;
      }
      GS_HD T operator=(const Element& other) const { return *this = static_cast<T>(other); }
    };
    GS_HD Element operator[](Index at) const { return {*this, at}; }

    GS_HD void load(int width, T* out, Index at) const {
      log_at(at.i, static_cast<std::size_t>(width) * sizeof(T), false, at.line);
      kernels::PlainMemory::Shared<T>{p}.load(width, out, at);
    }
    GS_HD void store4(int width, Index at, float4 v) const {
      for (int i = 0; i < 4; i += width)
        log_at(at.i + i, static_cast<std::size_t>(width) * sizeof(T), true, at.line);
      kernels::PlainMemory::Shared<T>{p}.store4(width, at, v);
    }
  };

  GS_HD explicit TracedMemory(const Params&) {}

  template <TensorId tensor, bool Edges, class T>
  GS_HD Matrix<T, tensor, Edges> matrix(T* p, int rows, int columns) const {
    return {p, rows, columns};
  }
  template <TensorId tensor, class T>
  GS_HD Shared<T, tensor> shared(T* block_memory, int offset) const {
    return {block_memory + offset, static_cast<std::uint32_t>(offset) * static_cast<std::uint32_t>(sizeof(T))};
  }
  GS_HD kernels::BlockIndex block() const { return {static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y)}; }

  GS_HD void mark(record::Marker marker, std::uint32_t value) const {
    if (this_thread.log < this_thread.log_end) [[likely]] log(record::marker_key(marker), value);
  }
  GS_HD void k_tile(int t) const { mark(record::Marker::kKTile, static_cast<std::uint32_t>(t)); }
  GS_HD void step(int k) const { mark(record::Marker::kStep, static_cast<std::uint32_t>(k)); }
  GS_HD void phase(kernels::PhaseMark phase) const { mark(record::Marker::kPhase, static_cast<std::uint32_t>(phase)); }
  GS_HD void epilogue() const { mark(record::Marker::kKTile, record::kEpilogueValue); }
};

}  // namespace gemmscope::simt
