// SPDX-License-Identifier: MIT
#include "app/cli/standard_output.h"

#include <cerrno>
#include <string_view>
#include <system_error>

#include <poll.h>
#include <unistd.h>

#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

constexpr std::size_t kMostWaiting = 1 << 16;  ///< bytes

/// 0, or errno.
int write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // our caller has made it non-blocking
      pollfd ready{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

StandardOutput::StandardOutput() : terminal_(::isatty(STDOUT_FILENO) == 1) {}

bool StandardOutput::write_waiting() {
  if (error_ == 0) error_ = write_all(format::shown_lines(waiting_));
  waiting_.clear();
  return error_ == 0;
}

std::streamsize StandardOutput::xsputn(const char* text, std::streamsize count) {
  waiting_.append(text, static_cast<std::size_t>(count));
  // Only whole lines: a character must not be torn apart.
  if (waiting_.ends_with('\n') && (terminal_ || waiting_.size() > kMostWaiting) && !write_waiting()) return 0;
  return count;
}

StandardOutput::int_type StandardOutput::overflow(int_type c) {
  if (c == traits_type::eof()) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

int StandardOutput::sync() { return write_waiting() ? 0 : -1; }

Result<void> StandardOutput::finish() {
  write_waiting();
  // Some file systems tell only when a file is closed.
  if (const int copy = ::dup(STDOUT_FILENO); error_ == 0 && copy >= 0 && ::close(copy) != 0) error_ = errno;
  if (error_ == 0) return {};
  return fail(ErrorKind::kNoSpace, "standard output cannot be written (" + std::generic_category().message(error_) +
                                       "); make room on the disk, or write elsewhere");
}

}  // namespace gemmscope::cli
