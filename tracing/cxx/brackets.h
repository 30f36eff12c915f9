// SPDX-License-Identifier: MIT
/// @file brackets.h
/// Where brackets close.
#pragma once

#include <span>

#include "tracing/cxx/tokens.h"

namespace gemmscope::cxx {

/// The place of the bracket that closes the one at `open`: ( [ { or <. A < that no > closes is "less", so that is
/// `open` itself; for others the size if nothing closes them within 20,000 tokens.
[[nodiscard]] std::size_t closing(std::span<const Token> tokens, std::size_t open);

}  // namespace gemmscope::cxx
