// SPDX-License-Identifier: MIT
#include "app/cli/process.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "app/cli/command.h"
#include "tracing/format/exceptions.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

/// An exception that nothing caught: on a thread, or where none may pass.
[[noreturn]] void end_with_a_sentence() {
  const Error error =
      std::current_exception() ? error_of_exception() : Error{ErrorKind::kUsage, "the program cannot continue"};
  std::_Exit(fail_with(error));
}

}  // namespace

void prepare_process() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);  // takes the lowest number; writing there fails
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(end_with_a_sentence);
}

int fail_with(const Error& error) {
  std::string line = "gemmscope: " + format::shown(error.message);
  line += line.ends_with('.') ? "\n" : ".\n";
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0) {
    // There is nowhere else to say it.
  }
  return exit_code(error.kind);
}

}  // namespace gemmscope::cli
