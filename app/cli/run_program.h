// SPDX-License-Identifier: MIT
/// @file run_program.h
/// Other programs: a CUDA compiler, and what it made, on the runtime that stands in for NVIDIA's.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// The folder with our libcudart.so, beside this program.
///
/// Errors  kNoDevice: this build has none, because no CUDA compiler was found when it was built.
[[nodiscard]] Result<std::filesystem::path> runtime_folder();

/// What is to be done now and then while a program runs. False: it is to end, as by Ctrl-C.
using Meanwhile = std::function<bool()>;

/// Starts a program, found by PATH where it names no folder, with these variables of the environment set besides, and
/// waits for it. It shares our standard streams.
///
/// Returns  its exit code; 128 + n where signal n ended it, as shells say.
/// Errors   kUsage: it could not be started.
[[nodiscard]] Result<int> run_and_wait(
    const std::vector<std::string>& command, const std::vector<std::pair<std::string, std::string>>& variables,
    const Meanwhile& meanwhile = [] { return true; });

/// Compiles a .cu file into `to`, with PTX and lines for the interpreter, linked with `runtime`. What nvcc says goes to
/// standard error.
///
/// Errors  kUsage: there is no nvcc, or it found errors.
[[nodiscard]] Result<void> compile(const std::filesystem::path& source, const std::filesystem::path& runtime,
                                   const std::filesystem::path& to);

}  // namespace gemmscope::cli
