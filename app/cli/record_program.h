// SPDX-License-Identifier: MIT
/// @file record_program.h
/// A program of one's own, from source or command to recordings: for `gemmscope run`, and for the window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/changed_copy.h"
#include "app/cli/compile_program.h"
#include "app/cli/run_backend.h"
#include "tracing/analysis/given_shape.h"

namespace gemmscope::cli {

struct ProgramJob {
  std::vector<std::string> command;  ///< a .cu file or a program, and its arguments
  Backend backend;
  Variables wishes;                          ///< what of it is recorded; see tracing/runtime/variables.h
  std::vector<analysis::GivenShape> shapes;  ///< over those that the source states
  std::filesystem::path source{};            ///< what is compiled in place of a .cu file; empty: that file itself
  Printed* printed = nullptr;                ///< takes the output of compiler and program; null: standard streams
  std::optional<ChangedCopy> changed{};      ///< the .cu file has other numbers
  bool cached = false;                       ///< a compiled program is taken from the cache, and kept there
  bool as_written = false;                   ///< ToCompile::as_written
  bool more_settings = false;                ///< the program will be run with other numbers, too
};

/// Whether the file, or program, exists. Errors: kBadFile, also for a source that is too large to be compiled; kUsage:
/// its accesses are to stay as written, and it is not a .cu file.
[[nodiscard]] Result<void> can_be_run(const std::filesystem::path& program, bool as_written = false);

/// Where a .cu file's program is made: in a folder of its own inside `work`, as it may have the name of any file there.
[[nodiscard]] std::filesystem::path program_in(const std::filesystem::path& work, const std::filesystem::path& source);

/// How the job's .cu file is compiled.
[[nodiscard]] ToCompile to_compile(const ProgramJob& job, const std::filesystem::path& work);

/// Compiles if necessary, runs the program and waits for its end. The recordings are then in `work`, without their
/// given shapes.
///
/// Returns  the program's exit code.
/// Errors   those of compile(), run_and_wait() and check_named().
[[nodiscard]] Result<int> record_program(const ProgramJob& job, const std::filesystem::path& work,
                                         const Meanwhile& meanwhile);

/// How far the launch is that is being recorded.
struct BlocksDone {
  std::string kernel;
  std::uint64_t done = 0, total = 0;
};
/// nullopt: none is.
[[nodiscard]] std::optional<BlocksDone> blocks_done(const std::filesystem::path& work);

}  // namespace gemmscope::cli
