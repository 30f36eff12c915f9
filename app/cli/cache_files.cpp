// SPDX-License-Identifier: MIT
#include "app/cli/cache_files.h"

#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace gemmscope::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMark = "GSFILE1\n";  // before the hash

/// FNV-1a, 64 bits: against damage, not against people, who cannot write there.
std::string hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  std::string text(sizeof(hash), 0);
  std::memcpy(text.data(), &hash, sizeof(hash));
  return text;
}

}  // namespace

std::string sealed(std::string bytes) {
  const std::string hash = hash_of(bytes);
  return std::move(bytes) + std::string(kMark) + hash;
}

bool is_whole(std::string_view sealed) {
  const std::size_t end = kMark.size() + sizeof(std::uint64_t);
  if (sealed.size() < end) return false;
  const std::string_view bytes = sealed.substr(0, sealed.size() - end), tail = sealed.substr(bytes.size());
  return tail.starts_with(kMark) && tail.substr(kMark.size()) == hash_of(bytes);
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
