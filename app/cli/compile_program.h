// SPDX-License-Identifier: MIT
/// @file compile_program.h
/// From a .cu file to a program, by nvcc.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/run_program.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// A file whose program has the same code for the host, since it has other values only of numbers that kernels use
/// (tracing/cxx/kernel_numbers.h).
struct SameHost {
  std::filesystem::path source;
  std::filesystem::path includes;          ///< as ToCompile::includes
  std::vector<format::Parameter> numbers;  ///< that have other values there, with their values here
  bool is_worth_compiling = false;         ///< other files with the same host will be compiled, too
};

/// A .cu file that is to be compiled.
struct ToCompile {
  std::filesystem::path source;
  std::filesystem::path libraries;  ///< the folder to link with; empty: the compiler's own
  std::filesystem::path to;         ///< the program
  std::string name;                 ///< the file's name in errors
  std::filesystem::path
      includes{};           ///< the folder of `#include "..."`, for a copy that is elsewhere; empty: the source's
  bool aside = false;       ///< at low priority
  bool as_written = false;  ///< each access of the source stays as it is: nvcc joins, splits and hoists none
  std::optional<SameHost> same_host{};  ///< by which the cache saves time
};

/// Compiles it, with PTX that can be recorded, and lines. Afterwards files_read(to) has the files that it reads, even
/// after an error, unless one is missing. nvcc's output goes to standard error, or to `printed`. nvcc has a shell read
/// its command lines, so names that a shell would change are kept from it.
///
/// Errors  kUsage: there is no nvcc, or it found errors, or the file's name cannot be compiled, or it is to keep the
///         accesses as written and is too old for that; kNoSpace: the disk is full.
[[nodiscard]] Result<void> compile(const ToCompile& what, const Meanwhile& meanwhile, Printed* printed = nullptr);

/// Makes kernels_of(to) alone, the fat binary that compile() puts into the program. False: that cannot be done, and
/// compile() will say why, if something is wrong.
[[nodiscard]] bool compile_kernels(const ToCompile& what, const Meanwhile& meanwhile, Printed& printed);

/// The path of nvcc. `name`: the file's name in errors. Errors: kUsage: there is none.
[[nodiscard]] Result<std::string> compiler_for(const std::string& name);

/// What compile() tells nvcc besides the paths of one program.
[[nodiscard]] std::vector<std::string> compiler_options(const std::filesystem::path& libraries, bool as_written);

}  // namespace gemmscope::cli
