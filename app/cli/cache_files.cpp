// SPDX-License-Identifier: MIT
#include "app/cli/cache_files.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "tracing/format/content_name.h"

namespace gemmscope::cli {

namespace fs = std::filesystem;

namespace {

std::string name_of(std::string_view bytes) {
  format::ContentName name;
  name.add(bytes);
  return name.text();
}

}  // namespace

std::string sealed(std::string bytes) {
  const std::string name = name_of(bytes);
  return std::move(bytes) + name;
}

bool is_whole(std::string_view sealed) {
  const std::size_t digits = name_of("").size();
  return sealed.size() >= digits &&
         sealed.substr(sealed.size() - digits) == name_of(sealed.substr(0, sealed.size() - digits));
}

void note_use(const fs::path& file) {
  std::error_code error;
  fs::last_write_time(file, fs::file_time_type::clock::now(), error);
}

void trim(const fs::path& folder, std::uintmax_t most, const fs::path& kept, const char* extension) {
  struct File {
    fs::file_time_type used;
    fs::path path;
    std::uintmax_t bytes = 0;
  };
  std::vector<File> files;
  std::uintmax_t all = 0;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != extension) continue;
    std::error_code gone;  // another process may trim at the same time
    const auto used = fs::last_write_time(at->path(), gone);
    const std::uintmax_t bytes = gone ? 0 : fs::file_size(at->path(), gone);
    if (gone) continue;
    all += bytes;
    if (at->path() != kept) files.push_back({used, at->path(), bytes});
  }
  std::ranges::sort(files, {}, &File::used);
  for (const File& file : files) {
    if (all <= most) return;
    if (std::error_code failed; fs::remove(file.path, failed) || !failed) all -= file.bytes;
  }
}

}  // namespace gemmscope::cli
