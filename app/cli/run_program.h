// SPDX-License-Identifier: MIT
/// @file run_program.h
/// Other programs: a CUDA compiler, and what it made, on the runtime that stands in for NVIDIA's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// The output of a program without a terminal: all of it, or its beginning and its end.
class Printed {
 public:
  void add(std::string_view text);
  [[nodiscard]] std::string text() const;

 private:
  std::string begin_, end_;
  std::uint64_t left_out_ = 0;  ///< bytes between them
};

/// The folder with our libcudart.so, beside this program.
///
/// Errors  kNoDevice: this build has none, because no CUDA compiler was found when it was built.
[[nodiscard]] Result<std::filesystem::path> runtime_folder();

/// What is to be done now and then while a program runs. False: it is to end, as by Ctrl-C.
using Meanwhile = std::function<bool()>;

/// The library, next to this program, by which a program's runtime finds the kernels that --kernel names.
///
/// Errors  kNoDevice: this build has none.
[[nodiscard]] Result<std::filesystem::path> names_library();

/// The library, beside this program, that records what a program does on a GPU.
///
/// Errors  kNoDevice: this build has none.
[[nodiscard]] Result<std::filesystem::path> gpu_recorder();

/// The folder with the real libcudart.so: of the compiler that compile() takes. Empty: there is none.
[[nodiscard]] std::filesystem::path toolkit_libraries();

/// The error of a program that cannot be started: kBadFile.
[[nodiscard]] tl::unexpected<Error> not_started(const std::string& program);

/// Starts a program, found by PATH if its name has no folder, with these variables added to the environment, and waits
/// for it. It shares our standard streams; with `printed`, that takes its output. It is killed when this process is.
/// `folder`: where it starts; empty: here. When it is to end it gets SIGTERM, and SIGKILL if it has not ended some
/// seconds later or there is a second Ctrl-C.
///
/// Returns  its exit code; 128 + n where signal n ended it, as shells say.
/// Errors   kBadFile: it is no program that can be started; kNoSpace: there is no room for another process or file.
[[nodiscard]] Result<int> run_and_wait(const std::vector<std::string>& command,
                                       const std::vector<std::pair<std::string, std::string>>& variables,
                                       const Meanwhile& meanwhile, Printed* printed = nullptr,
                                       const std::filesystem::path& folder = {});

/// A .cu file that is to be compiled.
struct ToCompile {
  std::filesystem::path source;
  std::filesystem::path libraries;  ///< the folder to link with; empty: the compiler's own
  std::filesystem::path to;         ///< the program
  std::string name;                 ///< the file's name in errors
  std::filesystem::path
      includes{};      ///< the folder of `#include "..."`, for a copy that is elsewhere; empty: the source's
  bool aside = false;  ///< at low priority
};

/// Compiles it, with PTX that can be recorded, and lines. Afterwards files_read(to) has the files that it reads, even
/// after an error, unless one is missing. nvcc's output goes to standard error, or to `printed`. nvcc has a shell read
/// its command lines, so names that a shell would change are kept from it.
///
/// Errors  kUsage: there is no nvcc, or it found errors, or the file's name cannot be compiled; kNoSpace: the disk is
/// full.
[[nodiscard]] Result<void> compile(const ToCompile& what, const Meanwhile& meanwhile, Printed* printed = nullptr);

/// What compile() tells nvcc besides the paths of one program.
[[nodiscard]] std::vector<std::string> compiler_options(const std::filesystem::path& libraries);

}  // namespace gemmscope::cli
