// SPDX-License-Identifier: MIT
/// @file memory.h
/// How a kernel accesses memory: the access policy, in its plain form.
///
/// Every kernel is a template over a policy `Mem` and reaches matrices and shared tiles only through it. PlainMemory
/// below uses raw pointers and compiles to the machine code of a hand-written kernel (see tests/machine_code).
/// Two other policies with the same members record each address: tracing/simt/traced_memory.h on the CPU,
/// tracing/cuda/traced_memory.cuh on the GPU. A policy has
///
///   Mem mem(params)                  the recorder of this thread; the kernel must call it `mem`
///   mem.matrix<tensor, Edges>(...)   a row-major matrix in global memory
///   mem.shared<tensor>(p, n)         an array in shared memory, n elements into the block's shared memory at p
///   mem.block()                      blockIdx of this thread's block
///   mem.k_tile(t)  mem.step(k)  mem.phase(p)  mem.epilogue()    markers: what the accesses that follow are for
///
/// The line of an access costs nothing: an index or a row is converted where it is written, and the default argument
/// __builtin_LINE() gives that place (nvcc, NVRTC, g++ and clang agree; std::source_location does not work in
/// templates of g++ 12). Only <cstdint> and <cstddef> may be included, so that NVRTC can compile it too.
#pragma once

#include "kernels/half.h"

namespace gemmscope::kernels {

/// Reads eight halves with 8 / width accesses of `width`. On the host all at once, wherever they are: a kernel may be
/// misaligned on purpose, and the emulator has to record that.
GS_HD Half8 read8([[maybe_unused]] int width, const Half* from) {
  Half8 v{};
#if defined(__CUDACC__)
  if (width == 8) {
    const uint4 words = *reinterpret_cast<const uint4*>(from);
    v = {{words.x, words.y, words.z, words.w}};
  } else if (width == 4) {
    const uint2 low = reinterpret_cast<const uint2*>(from)[0], high = reinterpret_cast<const uint2*>(from)[1];
    v = {{low.x, low.y, high.x, high.y}};
  } else if (width == 2) {
    for (int i = 0; i < 4; ++i) v.word[i] = reinterpret_cast<const std::uint32_t*>(from)[i];
  } else {
    for (int i = 0; i < 8; ++i) v.set(i, from[i]);
  }
#else
  __builtin_memcpy(&v, from, sizeof v);
#endif
  return v;
}
/// Writes them likewise.
GS_HD void write8([[maybe_unused]] int width, Half* to, Half8 v) {
#if defined(__CUDACC__)
  if (width == 8) {
    *reinterpret_cast<uint4*>(to) = uint4{v.word[0], v.word[1], v.word[2], v.word[3]};
  } else if (width == 4) {
    reinterpret_cast<uint2*>(to)[0] = uint2{v.word[0], v.word[1]};
    reinterpret_cast<uint2*>(to)[1] = uint2{v.word[2], v.word[3]};
  } else if (width == 2) {
    for (int i = 0; i < 4; ++i) reinterpret_cast<std::uint32_t*>(to)[i] = v.word[i];
  } else {
    for (int i = 0; i < 8; ++i) to[i] = v[i];
  }
#else
  __builtin_memcpy(to, &v, sizeof v);
#endif
}

/// The policy that records nothing.
struct PlainMemory {
  struct Params {};

  /// rows x columns elements, row-major and dense. With Edges, elements outside read as 0 and are not written, and a
  /// vector that is not whole moves element by element; without, every access must be inside.
  template <class T, bool Edges>
  struct Matrix {
    T* p;
    int rows, columns;

    GS_HD bool inside(int row, int column) const { return !Edges || (row < rows && column < columns); }
    /// One element; of a lane that takes no part, 0.
    GS_HD T load(int row, int column, bool takes_part = true) const {
      return takes_part && inside(row, column) ? p[static_cast<std::int64_t>(row) * columns + column] : T{};
    }
    GS_HD void store(int row, int column, T v) const {
      if (inside(row, column)) p[static_cast<std::int64_t>(row) * columns + column] = v;
    }

    GS_HD float4 load4(int row, int column) const {
      const T* at = p + static_cast<std::int64_t>(row) * columns + column;
      if (!Edges || is_whole_vector(row, column, rows, columns)) return *reinterpret_cast<const float4*>(at);
      float4 v{0, 0, 0, 0};
      if (row < rows) {
        if (column + 0 < columns) v.x = at[0];
        if (column + 1 < columns) v.y = at[1];
        if (column + 2 < columns) v.z = at[2];
        if (column + 3 < columns) v.w = at[3];
      }
      return v;
    }

    /// The same from a linear texture: after a row comes the next row, and only after the last row zeros. Rows
    /// must be whole vectors.
    GS_HD bool inside_linear(int row, int column) const {
      return !Edges || static_cast<std::int64_t>(row) * columns + column < static_cast<std::int64_t>(rows) * columns;
    }
    GS_HD float4 load4_linear(int row, int column) const {
      if (!inside_linear(row, column)) return {0, 0, 0, 0};
      return *reinterpret_cast<const float4*>(p + static_cast<std::int64_t>(row) * columns + column);
    }

    GS_HD void store4(int row, int column, float4 v) const {
      T* at = p + static_cast<std::int64_t>(row) * columns + column;
      if (!Edges || is_whole_vector(row, column, rows, columns)) {
        *reinterpret_cast<float4*>(at) = v;
      } else if (row < rows) {
        if (column + 0 < columns) at[0] = v.x;
        if (column + 1 < columns) at[1] = v.y;
        if (column + 2 < columns) at[2] = v.z;
        if (column + 3 < columns) at[3] = v.w;
      }
    }

    GS_HD Half8 load8(int row, int column) const {
      const T* at = p + static_cast<std::int64_t>(row) * columns + column;
      Half8 v{};
      if (!Edges || is_whole_vector<8>(row, column, rows, columns)) {
        v = read8(8, at);
      } else {
        for (int j = 0; j < 8; ++j)
          if (row < rows && column + j < columns) v.set(j, at[j]);
      }
      return v;
    }

    GS_HD void store8(int row, int column, Half8 v) const {
      T* at = p + static_cast<std::int64_t>(row) * columns + column;
      if (!Edges || is_whole_vector<8>(row, column, rows, columns)) {
        write8(8, at, v);
      } else {
        for (int j = 0; j < 8; ++j)
          if (row < rows && column + j < columns) at[j] = v[j];
      }
    }
  };

  /// An array in shared memory.
  template <class T>
  struct Shared {
    T* p;

    GS_HD T& operator[](Index at) const { return p[at.i]; }
    /// p[at] = v for the lanes that take part; with a guard around the access, the others could not record it.
    GS_HD void store_if(bool takes_part, Index at, T v) const {
      if (takes_part) p[at.i] = v;
    }

    /// Reads `width` consecutive elements, at most 16 bytes, into out[0..width) with one access.
    GS_HD void load(int width, T* out, Index at) const {
      const T* from = p + at.i;
      if (width == 4) {
        const float4 v = *reinterpret_cast<const float4*>(from);
        out[0] = v.x, out[1] = v.y, out[2] = v.z, out[3] = v.w;
      } else if (width == 2) {
        const float2 v = *reinterpret_cast<const float2*>(from);
        out[0] = v.x, out[1] = v.y;
      } else {
        out[0] = *from;
      }
    }

    /// Writes the four elements of v with 4 / width accesses of `width` elements.
    GS_HD void store4(int width, Index at, float4 v) const {
      T* to = p + at.i;
      if (width == 4) {
        *reinterpret_cast<float4*>(to) = v;
      } else if (width == 2) {
        reinterpret_cast<float2*>(to)[0] = float2{v.x, v.y};
        reinterpret_cast<float2*>(to)[1] = float2{v.z, v.w};
      } else {
        to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
      }
    }
    /// Eight halves, with 8 / width accesses of `width`.
    GS_HD Half8 load8(int width, Index at) const { return read8(width, p + at.i); }
    GS_HD void store8(int width, Index at, Half8 v) const { write8(width, p + at.i, v); }
  };

  GS_HD explicit PlainMemory(const Params&) {}

  template <TensorId, bool Edges, class T>
  GS_HD Matrix<T, Edges> matrix(T* p, int rows, int columns) const {
    return {p, rows, columns};
  }
  template <TensorId, class T>
  GS_HD Shared<T> shared(T* block_memory, int offset) const {
    return {block_memory + offset};
  }

  GS_DEVICE BlockIndex block() const {
    return {static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y)};
  }

  GS_HD void k_tile(int) const {}
  GS_HD void step(int) const {}
  GS_HD void phase(PhaseMark) const {}
  GS_HD void epilogue() const {}
};

}  // namespace gemmscope::kernels
