// SPDX-License-Identifier: MIT
#include "tracing/runtime/end_with_run.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

/// Whether the folder is gone, or no process locks it. If this cannot be found out now, it is asked again.
bool is_left(const std::string& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return errno == ENOENT;
  const bool left = ::flock(folder, LOCK_SH | LOCK_NB) == 0;
  ::close(folder);
  return left;
}

void watch(const std::string& path) {
  constexpr auto kPause = std::chrono::milliseconds(250);
  while (!is_left(path)) std::this_thread::sleep_for(kPause);
  ::kill(::getpid(), SIGKILL);
}

void start_watching() {
  const char* const folder = std::getenv(kEndsWithVariable);
  if (folder == nullptr || *folder == 0) return;
  sigset_t all, before;  // signals are for the program's own threads
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread(watch, std::string(folder)).detach();
  } catch (const std::system_error&) {  // no more threads
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void end_with_run() {
  start_watching();
  ::pthread_atfork(nullptr, nullptr, start_watching);  // fork() copies only the thread that calls it
}

}  // namespace gemmscope::runtime
