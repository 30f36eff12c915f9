// SPDX-License-Identifier: MIT
#include "app/cli/run_program.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cli/interrupt.h"
#include "app/cli/program_files.h"
#include "tracing/machine/toolkit.h"
#include "tracing/process/programs.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kNotStarted = 127;
constexpr auto kLongestPause = std::chrono::milliseconds(16);

/// In the child: does not return.
[[noreturn]] void become(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& variables, const fs::path& output) {
  const int file = output.empty() ? -1 : ::open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (file >= 0) ::dup2(file, stream);
  for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(kNotStarted);
}

/// A file of this build, beside this program.
Result<fs::path> part_of_build(const char* name) {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/exe", error).parent_path() / name;
  if (error || !fs::exists(path, error))
    return fail(ErrorKind::kNoDevice,
                "this build cannot run CUDA programs, because no CUDA compiler was found when it "
                "was built: run 'scripts/setup test', then build again");
  return path;
}

}  // namespace

Result<fs::path> runtime_folder() {
  const auto library = part_of_build("runtime/libcudart.so");
  if (!library) return library;
  return library->parent_path();
}

Result<fs::path> names_library() { return part_of_build("runtime/libgemmscope_names.so"); }

Result<fs::path> gpu_recorder() { return part_of_build("preload/libgemmscope_preload.so"); }

fs::path toolkit_libraries() {
  std::error_code error;
  const fs::path bin = fs::canonical(process::found(machine::nvcc()), error).parent_path();
  for (const char* folder : {"lib64", "lib"})
    if (!error && fs::exists(bin.parent_path() / folder / "libcudart.so", error)) return bin.parent_path() / folder;
  return {};
}

Result<int> run_and_wait(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& variables, const Meanwhile& meanwhile,
                         const fs::path& output) {
  if (!process::can_be_started(command.at(0)))
    return fail(ErrorKind::kBadFile, "'" + command[0] + "' is no program that can be started");
  const pid_t child = WatchInterrupts::fork();
  if (child == 0) become(command, variables, output);
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

Result<void> compile(const fs::path& source, const fs::path& libraries, const fs::path& to, const std::string& name,
                     const Meanwhile& meanwhile, const fs::path& output) {
  const std::string compiler = machine::nvcc();
  if (compiler.empty())
    return fail(ErrorKind::kUsage,
                "there is no nvcc to compile " + name + " with: put one into PATH, or name it in the variable CUDACXX");
  std::vector<std::string> command{compiler,
                                   "-O3",
                                   "-lineinfo",
                                   "-cudart",
                                   "shared",
                                   "-gencode",
                                   "arch=compute_80,code=compute_80",
                                   "-o",
                                   to.string(),
                                   source.string(),
                                   "-Xlinker",
                                   "--as-needed",
                                   "-lcublas",
                                   "-lcurand",
                                   "-MMD",
                                   "-MF",
                                   files_read(to).string()};
  if (!libraries.empty()) command.push_back("-L" + libraries.string());
  const auto code = run_and_wait(command, {}, meanwhile, output);
  if (!code) return tl::unexpected(code.error());
  if (*code != 0) return fail(ErrorKind::kUsage, name + " was not compiled");
  return {};
}

}  // namespace gemmscope::cli
