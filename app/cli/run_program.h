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

}  // namespace gemmscope::cli
