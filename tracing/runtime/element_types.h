// SPDX-License-Identifier: MIT
/// @file element_types.h
/// How large an array's elements are, and how many rows it has, as far as the program says: by the types of a kernel's
/// parameters, which are in its mangled name, and by the declarations of arrays in its text. PTX has neither.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tracing/runtime/kernel_text.h"

namespace gemmscope::runtime {

/// Bytes of the numbers that accesses move; 0: there are none.
struct MovedBytes {
  std::uint32_t least = 0;   ///< of all
  std::uint32_t most = 0;    ///< but for copies past the registers, which move 16 of any number
  std::uint32_t stored = 0;  ///< the least of stores and atomic operations

  void add(std::uint32_t bytes, bool copies, bool stores);
  void add(const MovedBytes& other);
  friend bool operator==(const MovedBytes&, const MovedBytes&) = default;
};

/// Bytes of an element. `said`: by its type. `align`: the alignment of its declaration, if there is one.
///
/// Rule     what its type says; but bytes that are only moved several at a time count as memory without a type. Without
///          a type: compilers load a part of a number if the rest is not needed, and several numbers at the same time,
///          but declare the alignment of what they load. So with an alignment, it is the largest that is moved, but no
///          more than the alignment, up to 8. Otherwise it is the smallest that is stored, as stores are of whole
///          numbers; otherwise the smallest that is loaded, or, if that is a byte, the largest.
[[nodiscard]] std::uint32_t element_bytes_of(const MovedBytes& moved, std::optional<std::uint32_t> said,
                                             std::optional<std::uint32_t> align);

/// `__shared__ float tile[BK][BM + 4]`.
struct DeclaredArray {
  std::optional<std::uint32_t> element_bytes;  ///< of a number; of float4 those of a float
  std::vector<std::uint32_t> extents;          ///< outermost first; empty: not known
};
/// The array of that name and size in shared memory, as the texts declare it, rather in the kernel than elsewhere.
/// Extents may be numbers, constants that the texts define, the kernel's template arguments, and expressions of these;
/// one unknown extent follows from the others. Nothing: it is not declared there, or in different ways.
[[nodiscard]] std::optional<DeclaredArray> declared_array(const KernelText& text, std::string_view name,
                                                          std::uint64_t bytes);
/// The variable of that name and size, likewise.
[[nodiscard]] std::optional<DeclaredArray> declared_variable(const KernelText& text, std::string_view name,
                                                             std::uint64_t bytes);

}  // namespace gemmscope::runtime
