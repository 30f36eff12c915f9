// SPDX-License-Identifier: MIT
/// @file work_folder.h
/// A folder of our own, gone at the end with all that is in it.
///
/// No other user may read or change its contents: what is compiled there is run afterwards. It is locked as long as its
/// process lives, so that another process can recognise what a killed one has left.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gemmscope::process {

struct WorkFolder {
  /// Makes a folder inside `where`, with a new name that begins with this text. None is made where folders cannot be
  /// private, as on some network drives.
  WorkFolder(const std::filesystem::path& where, const std::string& name);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  /// Whether `path` still leads to the folder that was made.
  [[nodiscard]] bool is_ours() const;

  std::filesystem::path path;  ///< empty: none could be made
  int error = 0;               ///< the reason, as errno; 0: it would not be private

 private:
  bool make(const std::filesystem::path& where, const std::string& name);

  int lock_ = -1;
};

/// Removes what killed processes have left: folders of this user in `where` whose names begin with this text, that a
/// WorkFolder has made and that no process holds. Returns them.
std::vector<std::filesystem::path> remove_abandoned(const std::filesystem::path& where, const std::string& name);

}  // namespace gemmscope::process
