// SPDX-License-Identifier: MIT
#include "tracing/process/work_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gemmscope::process {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 16;  // against processes that tidy up

bool is_private(const struct stat& folder) {
  return S_ISDIR(folder.st_mode) && folder.st_uid == ::geteuid() && (folder.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

int open_folder(const fs::path& path) { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); }

/// Whether `path` leads to the folder that is open.
bool leads_to(const fs::path& path, int folder) {
  struct stat there, open;
  return ::lstat(path.c_str(), &there) == 0 && ::fstat(folder, &open) == 0 && there.st_dev == open.st_dev &&
         there.st_ino == open.st_ino;
}

constexpr char kMark[] = ".made_by_gemmscope";  // the file in each folder of ours by which it is recognised

void mark(int folder) {
  const int file = ::openat(folder, kMark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file >= 0) ::close(file);
}

bool is_marked(int folder) {
  struct stat found;
  return ::fstatat(folder, kMark, &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(found.st_mode) &&
         found.st_uid == ::geteuid();
}

bool lock(int folder) { return ::flock(folder, LOCK_EX | LOCK_NB) == 0; }

}  // namespace

WorkFolder::WorkFolder(const fs::path& where, const std::string& name) {
  for (int i = 0; i < kTries && lock_ < 0; ++i)
    if (!make(where, name)) return;
}

/// False: none can be. Between the folder's creation and its lock, a process that tidies up may have taken it for
/// abandoned.
bool WorkFolder::make(const fs::path& where, const std::string& name) {
  std::string pattern = (where / (name + "_XXXXXX")).string();
  if (where.empty() || ::mkdtemp(pattern.data()) == nullptr) return error = where.empty() ? ENOENT : errno, false;
  const int folder = open_folder(pattern);
  if (folder < 0 && errno != ENOENT) return error = errno, ::rmdir(pattern.c_str()), false;
  struct stat made;
  if (folder >= 0 && (::fstat(folder, &made) != 0 || !is_private(made)))
    return ::close(folder), ::rmdir(pattern.c_str()), false;
  const bool has_locks = folder >= 0 && (lock(folder) || errno != EWOULDBLOCK);
  if (has_locks && leads_to(pattern, folder)) return mark(folder), path = pattern, lock_ = folder, true;
  if (folder >= 0) ::close(folder);
  return true;
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  if (!path.empty() && is_ours()) fs::remove_all(path, ignored);
  if (lock_ >= 0) ::close(lock_);
}

bool WorkFolder::is_ours() const { return lock_ >= 0 && leads_to(path, lock_); }

std::vector<fs::path> remove_abandoned(const fs::path& where, const std::string& name) {
  std::vector<fs::path> removed;
  std::error_code error;
  for (fs::directory_iterator at(where, fs::directory_options::skip_permission_denied, error), end; !error && at != end;
       at.increment(error)) {
    const fs::path path = at->path();
    if (!path.filename().string().starts_with(name + "_")) continue;
    const int folder = open_folder(path);
    struct stat found;
    if (folder < 0) continue;
    std::error_code failed;
    if (::fstat(folder, &found) == 0 && is_private(found) && lock(folder) && is_marked(folder) &&
        leads_to(path, folder))
      if (fs::remove_all(path, failed); !failed) removed.push_back(path);
    ::close(folder);
  }
  std::ranges::sort(removed);
  return removed;
}

}  // namespace gemmscope::process
