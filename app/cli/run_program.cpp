// SPDX-License-Identifier: MIT
#include "app/cli/run_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cli/interrupt.h"
#include "app/cli/run_folder.h"
#include "app/words/number.h"
#include "tracing/format/input_file.h"
#include "tracing/machine/toolkit.h"
#include "tracing/process/programs.h"
#include "tracing/process/run.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kNotStarted = 127;
constexpr int kLongestPause = 16;                             // ms
constexpr auto kGrace = std::chrono::seconds(5);              // for a program that is asked to end
constexpr std::size_t kMostPrinted = std::size_t{512} << 10;  // bytes that are kept of the beginning and of the end

/// In the child: does not return.
[[noreturn]] void become(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& variables, int output,
                         const fs::path& folder, pid_t parent) {
  process::end_with(parent);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (output >= 0) ::dup2(output, stream);
  for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
  if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(kNotStarted);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  // Another child may have the file still open for writing, from when it was forked until it is a program of its own.
  constexpr int kMostTries = 2000;
  constexpr useconds_t kPause = 1000;
  for (int i = 0; i < kMostTries; ++i) {
    ::execvp(arguments[0], arguments.data());
    if (errno != ETXTBSY) break;
    ::usleep(kPause);
  }
  ::_exit(kNotStarted);
}

/// A file of this build, beside this program.
Result<fs::path> part_of_build(const char* name) {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/exe", error).parent_path() / name;
  if (error || !fs::exists(path, error))
    return fail(ErrorKind::kNoDevice,
                "this build cannot run CUDA programs, because no CUDA compiler was found when it was built: run "
                "'scripts/run', which fetches one and builds again");
  return path;
}

/// Closed at the end; -1: none.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  operator int() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

/// Takes the contents of the pipe. False: no more will come.
bool take(int pipe, Printed& printed) {
  std::array<char, 1 << 16> piece;
  for (pollfd ready{pipe, POLLIN, 0}; ::poll(&ready, 1, 0) > 0;) {
    const ssize_t count = ::read(pipe, piece.data(), piece.size());
    if (count == 0 || (count < 0 && errno != EINTR)) return false;
    if (count > 0) printed.add({piece.data(), static_cast<std::size_t>(count)});
  }
  return true;
}

}  // namespace

void Printed::add(std::string_view text) {
  const std::size_t first = std::min(text.size(), kMostPrinted - begin_.size());
  begin_ += text.substr(0, first);
  end_ += text.substr(first);
  if (end_.size() < 2 * kMostPrinted) return;
  left_out_ += end_.size() - kMostPrinted;
  end_.erase(0, end_.size() - kMostPrinted);
}

std::string Printed::text() const {
  const std::size_t more = end_.size() - std::min(end_.size(), kMostPrinted);
  if (left_out_ + more == 0) return begin_ + end_;
  return begin_ + "\ngemmscope: " + words::count_of(left_out_ + more, "byte") +
         " that were printed are left out here\n" + end_.substr(more);
}

Result<fs::path> runtime_folder() {
  const auto library = part_of_build("runtime/libcudart.so");
  if (!library) return library;
  return library->parent_path();
}

Result<fs::path> names_library() { return part_of_build("runtime/libgemmscope_names.so"); }

Result<fs::path> gpu_recorder() { return part_of_build("preload/libgemmscope_preload.so"); }

tl::unexpected<Error> not_started(const std::string& program) {
  struct statvfs disk {};
  const fs::path file = process::found(program);
  if (!file.empty() && ::statvfs(file.c_str(), &disk) == 0 && (disk.f_flag & ST_NOEXEC) != 0)
    return fail(ErrorKind::kBadFile, "'" + file.string() +
                                         "' cannot be started, because its disk is mounted noexec; "
                                         "choose a folder on another disk");
  return fail(ErrorKind::kBadFile, "'" + program + "' is not a program that can be started");
}

fs::path toolkit_libraries() {
  std::error_code error;
  const fs::path bin = fs::canonical(process::found(machine::nvcc()), error).parent_path();
  for (const char* folder : {"lib64", "lib"})
    if (!error && fs::exists(bin.parent_path() / folder / "libcudart.so", error)) return bin.parent_path() / folder;
  return {};
}

Result<int> run_and_wait(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& variables, const Meanwhile& meanwhile,
                         Printed* printed, const fs::path& folder) {
  if (!process::can_be_started(command.at(0))) return not_started(command[0]);
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return no_room("no program can be started", errno);
  const Descriptor reader(ends[0]);
  Descriptor writer(ends[1]);
  const pid_t self = ::getpid(), child = WatchInterrupts::fork();
  if (child == 0) become(command, variables, printed == nullptr ? -1 : writer, folder, self);
  if (child < 0) return no_room("no program can be started", errno);
  writer.close();
  const Descriptor end(static_cast<int>(
      ::syscall(SYS_pidfd_open, child, 0)));  // readable when the child ends; Linux before 5.3 has none
  int status = 0;
  std::optional<std::chrono::steady_clock::time_point> told;
  bool more = printed != nullptr;
  for (int pause = 1; ::waitpid(child, &status, WNOHANG) == 0;) {
    std::array<pollfd, 2> ready{{{more ? reader : -1, POLLIN, 0}, {end, POLLIN, 0}}};
    ::poll(ready.data(), ready.size(), pause);
    const bool ended = more && !(more = take(reader, *printed));
    pause = ended ? 1 : std::min(2 * pause, kLongestPause);  // what ends its output ends soon
    if (meanwhile()) continue;
    const auto now = std::chrono::steady_clock::now();
    if (!told)
      told = now, ::kill(child, SIGTERM);  // Ctrl-C has reached it already, kill has not
    else if (interruptions() > 1 || now - *told > kGrace)
      ::kill(child, SIGKILL);
  }
  if (more) take(reader, *printed);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace gemmscope::cli
