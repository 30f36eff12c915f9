// SPDX-License-Identifier: MIT
/// @file kernel_numbers.h
/// Which numbers of a program only its kernels use, so that the host's code is the same with other values.
#pragma once

#include <span>
#include <string_view>

namespace gemmscope::cxx {

/// Whether the code of the host stays the same, but for the number itself, when the number has another value: its name
/// is used only in the bodies of __global__ and __device__ functions, in static_assert, and in constants and macros of
/// which the same is true. `text`: of the .cu file. `included`: the texts of the program's other files. False where
/// this is not certain: a name that a kernel's parameters, a type or #if use, too, or of which there are several.
///
/// Cost: two passes over the texts, a millisecond for some thousand lines.
[[nodiscard]] bool only_kernels_use(std::string_view number, std::string_view text,
                                    std::span<const std::string_view> included);

}  // namespace gemmscope::cxx
