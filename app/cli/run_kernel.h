// SPDX-License-Identifier: MIT
/// @file run_kernel.h
/// A kernel of a file without main(): the program that launches it once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "tracing/format/result.h"

namespace gemmscope::cli {

struct KernelLaunch {
  std::string kernel;        ///< as C++ names it: "scale", "tiles::gemm<16>"
  std::string grid, block;   ///< "4" or "4,2,1": x, y, z
  std::uint32_t shared = 0;  ///< bytes of dynamic shared memory
  std::string arguments;     ///< "float[64*64], int[64], 64, 1.5f"
};

/// A CUDA program that includes the source and launches the kernel. An argument that is a type and a count in brackets
/// becomes an array in global memory with the elements 0, 1, ... 7, 0, 1, ...; any other is C++, which nvcc reads.
///
/// Errors  kUsage: a grid or block that is none, or brackets that do not match.
[[nodiscard]] Result<std::string> program_of(const std::filesystem::path& source, const KernelLaunch& launch);

}  // namespace gemmscope::cli
