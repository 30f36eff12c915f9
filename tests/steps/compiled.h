// SPDX-License-Identifier: MIT
/// @file compiled.h
/// The text of a step with other numbers, and the PTX that nvcc makes of it.
#pragma once

#include <filesystem>
#include <string>

#include "tests/steps/step.h"

namespace gemmscope::testing {

/// kernels/10_warp_tile.cu, or in the build's folder kernels/broken/.
[[nodiscard]] std::filesystem::path file_of(const Step& step);
/// Its text with the numbers of its preset and its own.
[[nodiscard]] std::string text_of(const Step& step);
/// The PTX. It names a source file that holds the text and stays there. Throws where nvcc refuses.
[[nodiscard]] std::string ptx_of(const Step& step);

}  // namespace gemmscope::testing
