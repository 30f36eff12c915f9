// SPDX-License-Identifier: MIT
#include "tracing/format/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace gemmscope::format {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 16;                           // for a free name
constexpr const char* kOwnFiles = "/proc/self/fd/";  // not there in a bare chroot

/// A file being written in `folder`. Gone when the object is, unless it was given its name.
class PartialFile {
 public:
  PartialFile(const fs::path& folder, [[maybe_unused]] Partial partial)
      : folder_(folder.empty() ? fs::path(".") : folder) {
#ifdef O_TMPFILE
    if (partial == Partial::kUnnamed && ::access(kOwnFiles, X_OK) == 0)
      file_ = ::open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
#endif
    if (file_ < 0) open_named();
  }
  ~PartialFile() {
    if (file_ >= 0) ::close(file_);
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  bool is_open() const { return file_ >= 0; }

  bool write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return ::fsync(file_) == 0;
  }

  /// What was written replaces `path`.
  bool become(const fs::path& path) {
    if (name_.empty() && !link_named()) return false;
    if (::rename(name_.c_str(), path.c_str()) != 0) return false;
    name_.clear();
    const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {  // a rename is safe from power loss when the folder is on disk, too
      ::fsync(folder);
      ::close(folder);
    }
    return true;
  }

 private:
  fs::path free_name() const {
    static std::atomic<unsigned> counter{0};
    return folder_ / (".gemmscope-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".part");
  }
  void open_named() {
    for (int i = 0; i < kTries && file_ < 0; ++i) {
      name_ = free_name();
      file_ = ::open(name_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
      if (file_ < 0 && errno != EEXIST) break;
    }
    if (file_ < 0) name_.clear();
  }
  /// An unnamed file can get a name but not replace one that exists, so it gets one to be renamed from.
  bool link_named() {
    const std::string self = kOwnFiles + std::to_string(file_);
    for (int i = 0; i < kTries; ++i) {
      const fs::path name = free_name();
      if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
        name_ = name;
        return true;
      }
      if (errno != EEXIST) return false;
    }
    return false;
  }

  fs::path folder_, name_;
  int file_ = -1;
};

tl::unexpected<Error> refused(const fs::path& path, int code) {
  const std::string reason = std::generic_category().message(code);
  const std::string begin = path.string() + ": cannot be written (" + reason + "); ";
  switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO: return fail(ErrorKind::kNoSpace, begin + "make room on the disk or choose another folder");
    default: return fail(ErrorKind::kUsage, begin + "choose a folder that exists and that you may write to");
  }
}

}  // namespace

Result<void> replace_file(const fs::path& path, std::span<const std::byte> bytes, Partial partial) {
  std::error_code error;
  const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
  if (fs::exists(target, error) && !fs::is_regular_file(target, error))
    return fail(ErrorKind::kUsage, path.string() + ": is not a file that could be replaced; choose another name");
  if (!target.has_filename())
    return fail(ErrorKind::kUsage, "there is no file name in '" + path.string() + "'; give one");

  PartialFile file(target.parent_path(), partial);
  if (!file.is_open() || !file.write(bytes) || !file.become(target)) return refused(path, errno);
  return {};
}

}  // namespace gemmscope::format
