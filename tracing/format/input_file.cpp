// SPDX-License-Identifier: MIT
#include "tracing/format/input_file.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gemmscope::format {
namespace {

constexpr std::size_t kPiece = std::size_t{4} << 20;  ///< bytes; what a file that states a wrong size may cost

tl::unexpected<Error> refused(const std::filesystem::path& path, int code) {
  const std::string begin = path.string() + ": cannot be read (" + std::generic_category().message(code) + "); ";
  switch (code) {
    case ENOENT:
    case ENOTDIR: return fail(ErrorKind::kBadFile, path.string() + ": there is no such file; check the path");
    case EISDIR: return fail(ErrorKind::kBadFile, path.string() + ": is a folder; give the name of a file");
    case ENODEV:
    case ENXIO:
      return fail(ErrorKind::kBadFile, path.string() + ": is a pipe or a device; give the name of a file on disk");
    case EMFILE:
    case ENFILE:
    case ENOMEM: return fail(ErrorKind::kNoSpace, begin + "close other programs");
    default: return fail(ErrorKind::kBadFile, begin + "check the path and its permissions");
  }
}

}  // namespace

InputFile::InputFile(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}
InputFile::~InputFile() {
  if (file_ >= 0) ::close(file_);
}

/// A pipe without a writer would block both open() and read().
Result<InputFile> InputFile::open(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (file < 0) return refused(path, errno);
  InputFile opened(path, file);
  struct stat kind;
  if (::fstat(file, &kind) != 0) return refused(path, errno);
  if (S_ISDIR(kind.st_mode)) return refused(path, EISDIR);
  if (!S_ISREG(kind.st_mode)) return refused(path, ENODEV);
  return opened;
}

Result<void> InputFile::read_up_to(std::size_t size, std::vector<std::byte>& to) {
  struct stat file;
  if (::fstat(file_, &file) == 0 && S_ISREG(file.st_mode))
    to.reserve(std::min(size, static_cast<std::size_t>(file.st_size) + 1));
  while (to.size() < size) {
    const std::size_t before = to.size(), room = to.capacity() > before ? to.capacity() - before : kPiece;
    to.resize(std::min(size, before + std::min(room, kPiece)));  // clearing 4 MiB takes 3 ms
    const ssize_t count = ::read(file_, to.data() + before, to.size() - before);
    const int code = errno;
    to.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) return {};
    if (count < 0 && code != EINTR) return refused(path_, code);
  }
  return {};
}

std::string text_in(const std::filesystem::path& path, std::size_t most) {
  auto file = InputFile::open(path);
  std::vector<std::byte> bytes;
  if (!file || !file->read_up_to(most + 1, bytes) || bytes.size() > most) return {};
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace gemmscope::format
