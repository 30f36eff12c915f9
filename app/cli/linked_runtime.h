// SPDX-License-Identifier: MIT
/// @file linked_runtime.h
/// How a program got CUDA's runtime when it was linked.
#pragma once

#include <cstdint>
#include <filesystem>

namespace gemmscope::cli {

enum class LinkedRuntime : std::uint8_t {
  kUnknown,  ///< it is no program with kernels: a script, say, or its kernels are in a library
  kStatic,   ///< it is a part of the program
  kShared,   ///< libcudart.so, which is found when it starts
};
/// By the sections of its ELF file: .nv_fatbin holds kernels, .dynstr the names of libraries.
[[nodiscard]] LinkedRuntime linked_runtime(const std::filesystem::path& program);

}  // namespace gemmscope::cli
