// SPDX-License-Identifier: MIT
// libgemmscope_code.so: use_of_result() for the runtime inside a program, which loads it when a call has failed. If the
// library were linked to the runtime, it would get in the way of a program that brings a Zydis of its own.
#include "tracing/runtime/result_use.h"

extern "C" std::uint8_t gemmscope_use_of_result(const std::uint8_t* code, std::size_t bytes, std::size_t at) {
  return static_cast<std::uint8_t>(gemmscope::runtime::use_of_result({code, bytes}, at));
}
