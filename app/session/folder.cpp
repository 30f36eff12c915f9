// SPDX-License-Identifier: MIT
#include "app/session/folder.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace gemmscope::session {

namespace fs = std::filesystem;

std::vector<FolderEntry> entries_of(const fs::path& folder) {
  std::vector<FolderEntry> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    std::error_code unknown;
    const bool inside = it->is_directory(unknown);
    const fs::path kind = it->path().extension();
    if (name.starts_with('.') || (!inside && kind != ".cu" && kind != ".gst")) continue;
    entries.push_back({name, inside});
  }
  std::ranges::sort(entries, {}, [](const FolderEntry& e) { return std::tuple(!e.folder, e.name); });
  return entries;
}

fs::path typed_path(const fs::path& folder, const std::string& typed) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && (typed == "~" || typed.starts_with("~/")))
    return (fs::path(home) / typed.substr(std::min<std::size_t>(2, typed.size()))).lexically_normal();
  return (folder / typed).lexically_normal();
}

}  // namespace gemmscope::session
