// SPDX-License-Identifier: MIT
/// @file work_folder.h
/// A folder of our own, gone at the end with all that is in it.
///
/// Nobody else may read or change what is in it: what is compiled there is then run. It is locked as long as its
/// process lives, so that another one can tell what a killed process has left.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gemmscope::process {

struct WorkFolder {
  /// Inside `where`, with a name that begins so and that no folder had. None is made where folders cannot be private,
  /// as on some network drives.
  WorkFolder(const std::filesystem::path& where, const std::string& name);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  /// Whether `path` still leads to the folder that was made.
  [[nodiscard]] bool is_ours() const;

  std::filesystem::path path;  ///< empty: none could be made
  int error = 0;               ///< then, why: as errno; 0: it would not be private

 private:
  bool make(const std::filesystem::path& where, const std::string& name);

  int lock_ = -1;
};

/// Removes what killed processes have left: folders of this user in `where` whose names begin so and that no process
/// holds. Returns them.
std::vector<std::filesystem::path> remove_abandoned(const std::filesystem::path& where, const std::string& name);

}  // namespace gemmscope::process
