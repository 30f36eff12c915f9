// SPDX-License-Identifier: MIT
/// @file result_use.h
/// Whether a program uses what a call returns, as its machine code shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gemmscope::runtime {

enum class ResultUse : std::uint8_t {
  kUnused,    ///< on all ways something else is put into the register
  kUsed,      ///< on some way
  kReturned,  ///< it becomes the caller's result
  kUnknown,   ///< there is code that is not understood, or too much of it
};

/// What becomes of eax behind byte `at` of the code, where a call returns. `code`: x86-64; jumps inside it are
/// followed.
[[nodiscard]] ResultUse use_of_result(std::span<const std::uint8_t> code, std::size_t at);

}  // namespace gemmscope::runtime
