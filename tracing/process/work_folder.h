// SPDX-License-Identifier: MIT
/// @file work_folder.h
/// A folder of our own, gone at the end with all that is in it.
#pragma once

#include <filesystem>
#include <string>

namespace gemmscope::process {

struct WorkFolder {
  /// Inside `where`, with a name that begins so.
  WorkFolder(const std::filesystem::path& where, const std::string& name);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  std::filesystem::path path;  ///< empty: none could be made
};

}  // namespace gemmscope::process
