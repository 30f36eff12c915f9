// SPDX-License-Identifier: MIT
/// @file layout_notation.h
/// Layouts in CuTe's notation, shape:stride, in elements. docs/models/layout.md explains it.
#pragma once

#include <optional>
#include <string>

#include "tracing/format/layout/layout.h"

namespace gemmscope::analysis {

/// CuTe's Swizzle<bits, base, shift>: of an offset, bits base .. base + bits - 1 are flipped by those `shift` higher.
struct BitSwizzle {
  std::uint32_t bits = 0, base = 0, shift = 0;

  constexpr std::uint32_t operator()(std::uint32_t offset) const {
    return offset ^ ((offset >> shift) & (((1u << bits) - 1) << base));
  }
  friend constexpr bool operator==(const BitSwizzle&, const BitSwizzle&) = default;
};

/// The swizzle of `layout` as one of its offsets. nullopt if it has none, or one that CuTe's form cannot say: with rows
/// padded to other than a power of two, bits of the row are not bits of the offset.
/// Example  columns ^ ((row >> 2) * 8 & 31) of 16 rows of 128: Swizzle<2,3,6>.
[[nodiscard]] std::optional<BitSwizzle> bit_swizzle(const Layout& layout);

/// "column c of row r is at c ^ ((r >> 2) * 8 & 31)", or as rotation_in_words() says.
[[nodiscard]] std::string moves_in_words(const Layout& layout);
/// "column c of row r is at (c + ((r >> 1) * 16 & 48)) mod 64": `moves` is added, in a row of `columns` elements.
[[nodiscard]] std::string rotation_in_words(const Swizzle& moves, std::uint32_t columns);

/// "(4,8):(528,1)", "128:1"; "none" without modes.
[[nodiscard]] std::string in_cute(const Modes& modes);

/// (row, column), and buffer if there are several: "(16,128):(132,1)", "(8,64,2):(64,1,1024)", and with padding inside
/// rows "(64,(64,2)):(144,(1,72))". A swizzle precedes it as in CuTe, "Sw<2,3,6> o 0 o (16,128):(128,1)", or
/// follows in words.
[[nodiscard]] std::string in_cute(const Layout& layout);

}  // namespace gemmscope::analysis
