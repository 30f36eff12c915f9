// SPDX-License-Identifier: MIT
/// @file source.h
/// The text that a kernel was compiled from, and which of its lines a statement is.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"
#include "tracing/record/assemble.h"

namespace gemmscope::runtime {

/// For each statement, the line of the kernel's own file, also inside its lambdas and inlined functions. If a function
/// of another file was inlined or is called, it is the line that calls it; if nvcc names no line, it is that of the
/// statement before. CUDA's own headers are left out.
struct Lines {
  std::string path;                       ///< as nvcc names it; empty: the program was compiled without -lineinfo
  std::uint32_t kernel = 0;               ///< a line of the kernel's body in it; 0: not known
  std::vector<std::string> included;      ///< other files, likewise: format::Place::file counts from 1
  std::vector<std::uint32_t> of;          ///< each statement
  std::vector<std::uint32_t> place;       ///< of each statement, in `places`
  std::vector<record::SitePlace> places;  ///< in order
};
[[nodiscard]] Lines lines_of(const ptx::Module& module, const lockstep::Program& program);
/// The lines of two statements. If they are on one line of a function that is called on two lines, those of the calls.
[[nodiscard]] std::pair<std::uint32_t, std::uint32_t> lines_of_two(const Lines& lines, std::uint32_t one,
                                                                   std::uint32_t other);

/// The module's text without other kernels; empty where that is more than a recording holds.
[[nodiscard]] format::Code code_of(const ptx::Module& module, const ptx::Function& kernel);

/// What kChangedVariable says. Empty: it says nothing of that.
struct ChangedSource {
  std::string file, copy, kernels;
};
[[nodiscard]] ChangedSource changed_source();

/// The text of a file, as the program was compiled from it (kChangedVariable); empty where it is not there any more, is
/// larger than a recording holds, or is no text.
[[nodiscard]] std::string text_of_file(const std::string& path);

}  // namespace gemmscope::runtime
