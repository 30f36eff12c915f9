// SPDX-License-Identifier: MIT
#include "tracing/process/run.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gemmscope::process {
namespace {

/// In the child of vfork(), whose memory is the parent's: it calls the system, and does nothing else.
[[noreturn]] void become(char* const* arguments, const char* output, pid_t parent) {
  end_with(parent);
  const int in = ::open("/dev/null", O_RDONLY), out = ::open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (in < 0 || out < 0 || ::dup2(in, STDIN_FILENO) < 0 || ::dup2(out, STDOUT_FILENO) < 0 ||
      ::dup2(out, STDERR_FILENO) < 0)
    ::_exit(kNotRun);
  ::execvp(arguments[0], arguments);
  ::_exit(kNotRun);
}

}  // namespace

void end_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kNotRun);  // it has ended already
}

/// Unlike fork(), this makes no copy of the process: a window's is large.
int run(std::vector<std::string> command, const std::filesystem::path& output, const std::function<bool()>& go_on) {
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const pid_t self = ::getpid(), child = ::vfork();
  if (child == 0) become(arguments.data(), output.c_str(), self);
  if (child < 0) return kNotRun;
  int status = 0;
  bool told = false;
  for (pid_t ended = 0; (ended = ::waitpid(child, &status, WNOHANG)) != child;) {
    if (ended < 0) return kNotRun;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (go_on && !told && !go_on()) told = true, ::kill(child, SIGKILL);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace gemmscope::process
