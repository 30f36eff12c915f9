// SPDX-License-Identifier: MIT
/// @file folder.h
/// What can be opened in a folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gemmscope::session {

struct FolderEntry {
  std::string name;
  bool folder = false;
  friend bool operator==(const FolderEntry&, const FolderEntry&) = default;
};

/// Folders, then programs and recordings, each by name; none that is hidden. Of a folder that cannot be read, nothing.
std::vector<FolderEntry> entries_of(const std::filesystem::path& folder);

/// The typed path, seen from `folder`: absolute, "~/my.cu", or below it.
std::filesystem::path typed_path(const std::filesystem::path& folder, const std::string& typed);

}  // namespace gemmscope::session
