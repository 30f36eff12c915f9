// SPDX-License-Identifier: MIT
/// @file traced_access.h
/// The arrays a traced kernel sees, on the CPU and on the GPU alike: what kernels/memory.h says an access is, and one
/// entry for each access. Both policies share this text, so that they cannot disagree on what there is to record.
///
/// A Sink takes the entries. It has, callable where the kernel runs,
///
///   global(key, address, takes_part)   an access of one lane to a matrix; takes_part: this lane does it
///   shared(key, address)               an access to shared memory, by every lane
///   shared_if(key, address, takes_part)
///
/// All lanes of a warp must make the same calls; a lane that must not touch memory says so with takes_part.
#pragma once

#include "kernels/memory.h"
#include "tracing/record/log_entry.h"

namespace gemmscope::record {

template <class Sink>
struct TracedAccess {
  using TensorId = kernels::TensorId;
  using Index = kernels::Index;

  template <class T, TensorId tensor, bool Edges>
  struct Matrix {
    Sink sink;
    T* p;
    int rows, columns;

    GS_DEVICE kernels::PlainMemory::Matrix<T, Edges> plain() const { return {p, rows, columns}; }
    GS_DEVICE std::uint32_t byte_of(int row, int column) const {
      return static_cast<std::uint32_t>((static_cast<std::int64_t>(row) * columns + column) *
                                        static_cast<std::int64_t>(sizeof(T)));
    }

    template <int n>
    GS_DEVICE void log_elements(int row, int column, bool store, bool takes_part, int line) const {
      GS_NO_UNROLL
      for (int j = 0; j < n; ++j)
        sink.global(access_key(line, tensor, store, sizeof(T), true), byte_of(row, column + j),
                    takes_part && row < rows && column + j < columns);
    }
    /// The vector access, and where rows are not whole vectors its elements one by one; a lane takes part in one or the
    /// others.
    template <int n>
    GS_DEVICE void log_vector(int row, int column, bool store, int line) const {
      const bool whole = !Edges || kernels::is_whole_vector<n>(row, column, rows, columns);
      sink.global(access_key(line, tensor, store, n * sizeof(T)), byte_of(row, column), whole);
      if constexpr (Edges)
        if (columns % n != 0) log_elements<n>(row, column, store, !whole, line);
    }
    GS_DEVICE T load(int row, int column, bool takes_part = true, int line = __builtin_LINE()) const {
      sink.global(access_key(line, tensor, false, sizeof(T)), byte_of(row, column),
                  takes_part && plain().inside(row, column));
      return plain().load(row, column, takes_part);
    }
    GS_DEVICE void store(int row, int column, T v, int line = __builtin_LINE()) const {
      sink.global(access_key(line, tensor, true, sizeof(T)), byte_of(row, column), plain().inside(row, column));
      plain().store(row, column, v);
    }

    GS_DEVICE float4 load4(int row, int column, int line = __builtin_LINE()) const {
      log_vector<4>(row, column, false, line);
      return plain().load4(row, column);
    }
    GS_DEVICE float4 load4_linear(int row, int column, int line = __builtin_LINE()) const {
      sink.global(access_key(line, tensor, false, 4 * sizeof(T)), byte_of(row, column),
                  plain().inside_linear(row, column));
      return plain().load4_linear(row, column);
    }
    GS_DEVICE void store4(int row, int column, float4 v, int line = __builtin_LINE()) const {
      log_vector<4>(row, column, true, line);
      plain().store4(row, column, v);
    }
    GS_DEVICE kernels::Half8 load8(int row, int column, int line = __builtin_LINE()) const {
      log_vector<8>(row, column, false, line);
      return plain().load8(row, column);
    }
    GS_DEVICE void store8(int row, int column, kernels::Half8 v, int line = __builtin_LINE()) const {
      log_vector<8>(row, column, true, line);
      plain().store8(row, column, v);
    }
  };

  template <class T, TensorId tensor>
  struct Shared {
    Sink sink;
    T* p;
    std::uint32_t start;  ///< of the array, in bytes from the start of the block's shared memory

    GS_DEVICE void log_at(int i, int elements, bool store, int line) const {
      sink.shared(access_key(line, tensor, store, static_cast<std::size_t>(elements) * sizeof(T)),
                  start + static_cast<std::uint32_t>(i * static_cast<int>(sizeof(T))));
    }

    /// What As[i] is while traced: reading and writing go through the log.
    struct Element {
      const Shared& array;
      Index at;
      GS_DEVICE operator T() const {
        array.log_at(at.i, 1, false, at.line);
        return array.p[at.i];
      }
      GS_DEVICE T operator=(T value) const {
        array.log_at(at.i, 1, true, at.line);
        return array.p[at.i] = value;
      }
      GS_DEVICE T operator=(const Element& other) const { return *this = static_cast<T>(other); }
    };
    GS_DEVICE Element operator[](Index at) const { return {*this, at}; }

    GS_DEVICE void store_if(bool takes_part, Index at, T v) const {
      sink.shared_if(access_key(at.line, tensor, true, sizeof(T)),
                     start + static_cast<std::uint32_t>(at.i * static_cast<int>(sizeof(T))), takes_part);
      kernels::PlainMemory::Shared<T>{p}.store_if(takes_part, at, v);
    }

    GS_DEVICE void load(int width, T* out, Index at) const {
      log_at(at.i, width, false, at.line);
      kernels::PlainMemory::Shared<T>{p}.load(width, out, at);
    }
    GS_DEVICE void store4(int width, Index at, float4 v) const {
      GS_NO_UNROLL
      for (int i = 0; i < 4; i += width) log_at(at.i + i, width, true, at.line);
      kernels::PlainMemory::Shared<T>{p}.store4(width, at, v);
    }
    GS_DEVICE kernels::Half8 load8(int width, Index at) const {
      GS_NO_UNROLL
      for (int i = 0; i < 8; i += width) log_at(at.i + i, width, false, at.line);
      return kernels::PlainMemory::Shared<T>{p}.load8(width, at);
    }
    GS_DEVICE void store8(int width, Index at, kernels::Half8 v) const {
      GS_NO_UNROLL
      for (int i = 0; i < 8; i += width) log_at(at.i + i, width, true, at.line);
      kernels::PlainMemory::Shared<T>{p}.store8(width, at, v);
    }
  };
};

}  // namespace gemmscope::record
