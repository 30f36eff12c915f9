// SPDX-License-Identifier: MIT
#include "tracing/simt/tile_cache.h"

#include <algorithm>
#include <system_error>
#include <vector>

namespace gemmscope::simt {

namespace fs = std::filesystem;

void note_use(const fs::path& library) {
  std::error_code error;
  fs::last_write_time(library, fs::file_time_type::clock::now(), error);
}

void trim(const fs::path& folder, std::uintmax_t most, const fs::path& kept) {
  struct Library {
    fs::file_time_type used;
    fs::path path;
    std::uintmax_t bytes = 0;
  };
  std::vector<Library> libraries;
  std::uintmax_t all = 0;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != ".so") continue;
    std::error_code gone;  // another process may trim at the same time
    const auto used = fs::last_write_time(at->path(), gone);
    const std::uintmax_t bytes = gone ? 0 : fs::file_size(at->path(), gone);
    if (gone) continue;
    all += bytes;
    if (at->path() != kept) libraries.push_back({used, at->path(), bytes});
  }
  std::ranges::sort(libraries, {}, &Library::used);
  for (const Library& library : libraries) {
    if (all <= most) return;
    if (std::error_code failed; fs::remove(library.path, failed) || !failed) all -= library.bytes;
  }
}

}  // namespace gemmscope::simt
