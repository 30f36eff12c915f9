// SPDX-License-Identifier: MIT
/// @file size_words.h
#pragma once

#include <cstdint>
#include <string>

namespace gemmscope::session {

/// M, N and K with multiplication signs between them.
std::string size_in_words(std::uint32_t M, std::uint32_t N, std::uint32_t K);

}  // namespace gemmscope::session
