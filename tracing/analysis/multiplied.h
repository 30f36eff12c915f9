// SPDX-License-Identifier: MIT
/// @file multiplied.h
/// What a matrix product multiplies, as far as its instructions tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::analysis {

/// The elements of A and B by the kernel's PTX: "float" if it multiplies floats without tensor cores, "half" if it has
/// instructions for half and none for bfloat16. Empty: others, or the PTX is not known; cuBLAS is then not measured
/// beside it, as that might be another product.
///
/// `bytes`: of an element.
[[nodiscard]] std::string_view element_multiplied(const format::Recording& recording, std::uint32_t bytes);

/// Whether the kernel's PTX has instructions that multiply matrices. nullopt: the PTX is not known.
[[nodiscard]] std::optional<bool> has_matrix_instructions(const format::Recording& recording);

/// The numbers that lanes multiply and add. Each kind has a rate of its own.
enum class Numbers : std::uint8_t {
  kFloat,  ///< or single halves, which take as long; or several kinds; or the PTX is not known
  kDouble,
  kHalfPairs,  ///< two halves, or two bfloat16, in one instruction
};

/// The kind of all multiply-adds of floating-point numbers in the kernel's PTX.
[[nodiscard]] Numbers numbers_multiplied(const format::Recording& recording);

/// Whether the kernel's PTX has shuffles, or reductions of a warp. False if the PTX is not known.
[[nodiscard]] bool lanes_pass_on_values(const format::Recording& recording);

/// Whether lanes store elements of C whose factors other lanes load, and nothing in the kernel explains it: no matrix
/// instructions, and no values that lanes pass on. False, too, if the PTX is not known.
[[nodiscard]] bool may_swap_an_index(const format::Recording& recording, const Tiles& tiles);

}  // namespace gemmscope::analysis
