// SPDX-License-Identifier: MIT
/// @file source.h
/// The text that a kernel was compiled from, and which of its lines a statement is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"

namespace gemmscope::runtime {

/// Of each statement the line of the kernel's own file, also inside its lambdas and functions that were inlined; where
/// a function of another file was inlined or is called, the line that calls it, and of what nvcc names no line for,
/// that of the statement before.
struct Lines {
  std::string path;  ///< as nvcc names it; empty: the program was compiled without -lineinfo
  std::vector<std::uint32_t> of;
};
[[nodiscard]] Lines lines_of(const ptx::Module& module, const lockstep::Program& program);

/// The text of a file; empty where it is not there any more, is larger than a recording holds, or is no text.
[[nodiscard]] std::string text_of_file(const std::string& path);

/// "void gemm<float, 4>(int, float const*)" -> "gemm<float, 4>"; a C name as it is.
[[nodiscard]] std::string short_name(const std::string& mangled);
/// "_ZZ5tiledPKfE2As" -> "As".
[[nodiscard]] std::string last_name(const std::string& mangled);

/// The names of the parameters of `__global__ void name(...)` in `text`, which PTX has not; empty where they are not
/// found, or are not `count`.
[[nodiscard]] std::vector<std::string> parameter_names(std::string_view text, std::string_view kernel,
                                                       std::size_t count);

}  // namespace gemmscope::runtime
