// SPDX-License-Identifier: MIT
/// @file verify_text.h
/// What `gemmscope verify` says of a launch of a program.
#pragma once

#include <string>

#include "tracing/analysis/values/verified.h"

namespace gemmscope::cli {

/// "C = alpha A B + beta C, alpha = 1.5 (parameter `alpha`), beta = 0"
[[nodiscard]] std::string equation_of(const format::Recording& recording, const analysis::Verified& verified);

/// The launch, its product, and whether it is right; lines.
[[nodiscard]] std::string verify_text(const format::Recording& recording, const analysis::Verified& verified);

}  // namespace gemmscope::cli
