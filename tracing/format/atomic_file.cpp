// SPDX-License-Identifier: MIT
#include "tracing/format/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gemmscope::format {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 16;                           // for a free name
constexpr const char* kOwnFiles = "/proc/self/fd/";  // not there in a bare chroot

/// A file being written in `folder`. Gone when the object is, unless it was given its name.
class PartialFile {
 public:
  PartialFile(fs::path folder, [[maybe_unused]] Partial partial) : folder_(std::move(folder)) {
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
    if (!name_.empty() || !link_as(path)) {
      if (name_.empty() && !link_named()) return false;
      if (::rename(name_.c_str(), path.c_str()) != 0) return false;
      name_.clear();
    }
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
  bool link_as(const fs::path& name) const {
    const std::string self = kOwnFiles + std::to_string(file_);
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }
  /// An unnamed file can get a name but not replace one that exists: for that it gets one to be renamed from.
  bool link_named() {
    for (int i = 0; i < kTries; ++i) {
      const fs::path name = free_name();
      if (link_as(name)) {
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

fs::path folder_of(const fs::path& target) { return target.has_parent_path() ? target.parent_path() : fs::path("."); }

/// `target`: what `path` leads to.
tl::unexpected<Error> refused(const fs::path& path, const fs::path& target, int code) {
  const std::string begin = path.string() + ": cannot be written (" + std::generic_category().message(code) + "); ";
  const std::string folder = folder_of(target).string();
  switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO: return fail(ErrorKind::kNoSpace, begin + "make room on the disk or choose another folder");
    case EMFILE:
    case ENFILE:
    case ENOMEM: return fail(ErrorKind::kNoSpace, begin + "close other programs");
    case ENAMETOOLONG:
    case ELOOP:
    case EINVAL: return fail(ErrorKind::kUsage, begin + "choose another name");
    case ENOENT:
    case ENOTDIR:
      return fail(ErrorKind::kUsage, path.string() + ": there is no folder " + folder + "; make it or choose another");
    default: return fail(ErrorKind::kUsage, begin + "choose a folder that you may write to");
  }
}

tl::unexpected<Error> no_file(const fs::path& path, const std::string& what) {
  return fail(ErrorKind::kUsage, path.string() + ": is " + what +
                                     ", and only a file can be replaced by a new one; give the name of a file");
}

/// Whether `file` is what standard output or standard error goes to.
bool is_own_output(const struct stat& file) {
  struct stat own;
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (::fstat(stream, &own) == 0 && own.st_dev == file.st_dev && own.st_ino == file.st_ino) return true;
  return false;
}

/// The file that `path` leads to through symbolic links; it need not exist.
Result<fs::path> find_target(const fs::path& path) {
  if (!path.has_filename())
    return fail(ErrorKind::kUsage, "there is no file name in '" + path.string() + "'; give one");
  struct stat file;
  std::error_code error;
  if (::stat(path.c_str(), &file) == 0) {
    if (S_ISDIR(file.st_mode)) return no_file(path, "a folder");
    if (S_ISFIFO(file.st_mode) || S_ISSOCK(file.st_mode)) return no_file(path, "a pipe");
    if (!S_ISREG(file.st_mode)) return no_file(path, "a device");
    if (is_own_output(file)) return no_file(path, "this program's own output");
    fs::path target = fs::canonical(path, error);
    if (error) return refused(path, path, error.value());
    return target;
  }
  if (errno != ENOENT) return refused(path, path, errno);
  fs::path target = path;  // not there, or a link to what is not there; stat() has excluded a circle of links
  while (fs::is_symlink(target, error)) target = target.parent_path() / fs::read_symlink(target, error);
  return target;
}

}  // namespace

Result<void> check_replaceable(const fs::path& path) {
  const auto target = find_target(path);
  if (!target) return tl::unexpected(target.error());
  if (::access(folder_of(*target).c_str(), W_OK | X_OK) != 0) return refused(path, *target, errno);
  return {};
}

Result<void> replace_file(const fs::path& path, std::span<const std::byte> bytes, Partial partial) {
  const auto target = find_target(path);
  if (!target) return tl::unexpected(target.error());
  PartialFile file(folder_of(*target), partial);
  if (!file.is_open() || !file.write(bytes) || !file.become(*target)) return refused(path, *target, errno);
  return {};
}

}  // namespace gemmscope::format
