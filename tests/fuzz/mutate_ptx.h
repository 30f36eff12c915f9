// SPDX-License-Identifier: MIT
/// @file mutate_ptx.h
/// Nearly correct PTX: lines left out, repeated and exchanged, words and numbers replaced by others.
#pragma once

#include <string>
#include <string_view>

namespace gemmscope::fuzz {

/// `ptx` with one to four changes; the same for the same `seed`.
std::string mutated_ptx(std::string_view ptx, unsigned seed);

}  // namespace gemmscope::fuzz
