// SPDX-License-Identifier: MIT
#include "app/cli/run_program.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kNotStarted = 127;
constexpr auto kLongestPause = std::chrono::milliseconds(16);

std::string of_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// In the child: does not return.
[[noreturn]] void become(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& variables) {
  for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(kNotStarted);
}

bool can_be_started(const std::string& program) {
  if (program.find('/') != program.npos) return ::access(program.c_str(), X_OK) == 0;
  std::string folders = of_environment("PATH");
  for (std::size_t at = 0; at <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    if (::access((folders.substr(at, end - at) + "/" + program).c_str(), X_OK) == 0) return true;
    at = end + 1;
  }
  return false;
}

/// The compiler that the person chose, else one in PATH, else the one that this program was built with.
std::string nvcc() {
  for (const std::string& candidate : {of_environment("CUDACXX"), std::string("nvcc"), std::string(GEMMSCOPE_NVCC)})
    if (!candidate.empty() && can_be_started(candidate)) return candidate;
  return "";
}

}  // namespace

Result<fs::path> runtime_folder() {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path() / "runtime";
  if (error || !fs::exists(folder / "libcudart.so", error))
    return fail(ErrorKind::kNoDevice,
                "this build cannot run CUDA programs, because no CUDA compiler was found when it "
                "was built: run 'scripts/setup test', then build again");
  return folder;
}

Result<int> run_and_wait(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& variables,
                         const Meanwhile& meanwhile) {
  if (!can_be_started(command.at(0)))
    return fail(ErrorKind::kUsage, "'" + command[0] + "' is no program that can be started");
  const pid_t child = ::fork();
  if (child == 0) become(command, variables);
  if (child < 0) return fail(ErrorKind::kNoSpace, "no process can be started: " + std::string(std::strerror(errno)));
  int status = 0;
  bool told = false;
  for (auto pause = std::chrono::milliseconds(1); ::waitpid(child, &status, WNOHANG) == 0;) {
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLongestPause);
    if (!meanwhile() && !told) told = true, ::kill(child, SIGTERM);  // Ctrl-C has reached it already, kill has not
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Result<void> compile(const fs::path& source, const fs::path& runtime, const fs::path& to) {
  const std::string compiler = nvcc();
  if (compiler.empty())
    return fail(ErrorKind::kUsage, "there is no nvcc to compile " + source.string() +
                                       " with: put one into PATH, or name it in the variable CUDACXX");
  const auto code = run_and_wait({compiler, "-O3", "-lineinfo", "-cudart", "shared", "-L" + runtime.string(),
                                  "-gencode", "arch=compute_80,code=compute_80", "-o", to.string(), source.string(),
                                  "-Xlinker", "--as-needed", "-lcublas", "-lcurand"},
                                 {});
  if (!code) return tl::unexpected(code.error());
  if (*code != 0) return fail(ErrorKind::kUsage, source.string() + " was not compiled");
  return {};
}

}  // namespace gemmscope::cli
