// SPDX-License-Identifier: MIT
/// @file multiplied.h
/// What a matrix product multiplies, as far as its instructions tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// The elements of A and B by the kernel's PTX: "float" if it multiplies floats without tensor cores, "half" if it has
/// instructions for half and none for bfloat16. Empty: others, or the PTX is not known; cuBLAS is then not measured
/// beside it, as that might be another product.
///
/// `bytes`: of an element.
[[nodiscard]] std::string_view element_multiplied(const format::Recording& recording, std::uint32_t bytes);

/// Whether the kernel's PTX has instructions that multiply matrices. nullopt: the PTX is not known.
[[nodiscard]] std::optional<bool> has_matrix_instructions(const format::Recording& recording);

}  // namespace gemmscope::analysis
