// SPDX-License-Identifier: MIT
#include "tracing/process/programs.h"

#include <algorithm>
#include <cstdlib>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gemmscope::process {

namespace fs = std::filesystem;

namespace {

/// A folder or a pipe is not.
bool is_executable(const fs::path& path) {
  std::error_code error;
  return !path.empty() && ::access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, error);
}

fs::path home() {
  if (const std::string home = of_environment("HOME"); !home.empty()) return home;
  const passwd* user = ::getpwuid(::getuid());
  return user == nullptr ? "/" : user->pw_dir;
}

}  // namespace

std::string of_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string first_of(std::initializer_list<std::string> candidates) {
  const auto first =
      std::ranges::find_if(candidates, [](const std::string& c) { return !c.empty() && can_be_started(c); });
  return first == candidates.end() ? "" : *first;
}

fs::path found(const std::string& program) {
  if (program.find('/') != program.npos) return program;
  const std::string folders = of_environment("PATH");
  for (std::size_t at = 0; at <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    fs::path path = fs::path(folders.substr(at, end - at)) / program;
    if (is_executable(path)) return path;
    at = end + 1;
  }
  return {};
}

fs::path cache_folder() {
  if (const std::string own = of_environment("GEMMSCOPE_CACHE"); !own.empty()) return own;
  const std::string cache = of_environment("XDG_CACHE_HOME");
  return (cache.empty() ? home() / ".cache" : fs::path(cache)) / "gemmscope";
}

bool is_own(const fs::path& path) {
  struct stat found;
  return ::lstat(path.c_str(), &found) == 0 && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode)) &&
         found.st_uid == ::geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool can_be_started(const std::string& program) { return is_executable(found(program)); }

}  // namespace gemmscope::process
