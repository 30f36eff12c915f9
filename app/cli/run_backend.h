// SPDX-License-Identifier: MIT
/// @file run_backend.h
/// What a program of one's own runs on: libraries of ours instead of NVIDIA's, or before them.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::cli {

using Variables = std::vector<std::pair<std::string, std::string>>;  ///< of the environment

/// What programs are linked with, and what they are started with so that they record themselves.
struct Backend {
  std::filesystem::path libraries;  ///< empty: the compiler's own
  const char* folder;               ///< the variable that says where recordings go
  Variables variables;
};

/// On the host: our libraries instead of NVIDIA's.
///
/// Errors  kNoDevice: this build has none.
[[nodiscard]] Result<Backend> emulator();

/// On a GPU: NVIDIA's, and before them one of ours. `memory`: MiB of the GPU's for requests.
///
/// Errors  kNoDevice: there is no GPU, or this build does not have the library.
[[nodiscard]] Result<Backend> gpu(unsigned memory);

}  // namespace gemmscope::cli
