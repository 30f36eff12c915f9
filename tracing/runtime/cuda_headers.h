// SPDX-License-Identifier: MIT
/// @file cuda_headers.h
/// Which files are CUDA's own, and so no part of a program.
#pragma once

#include <filesystem>

namespace gemmscope::runtime {

/// Whether a file is in the folder of CUDA's headers, or in one in it.
inline bool is_of_cuda(const std::filesystem::path& path) {
  std::error_code ignored;
  for (std::filesystem::path folder = path.parent_path(); folder.has_relative_path(); folder = folder.parent_path())
    if (std::filesystem::exists(folder / "cuda_runtime_api.h", ignored)) return true;
  return false;
}

}  // namespace gemmscope::runtime
