// SPDX-License-Identifier: MIT
/// @file scope_words.h
/// What figures add up.
#pragma once

#include <string>

#include "tracing/analysis/scope.h"

namespace gemmscope::words {

/// "k-tile 3 of block 0,0", "write-back of block 0,0", "block 0,0", "whole kernel"; where only a part of
/// the launch is recorded, "recorded part".
std::string scope_in_words(const format::Recording& recording, const analysis::Scope& scope);

}  // namespace gemmscope::words
