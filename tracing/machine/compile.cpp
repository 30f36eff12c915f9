// SPDX-License-Identifier: MIT
#include "tracing/machine/compile.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tracing/machine/toolkit.h"

extern char** environ;

namespace gemmscope::machine {
namespace {

namespace fs = std::filesystem;

constexpr int kNotRun = 127;  ///< as shells say it

/// A folder of our own, gone at the end.
struct Folder {
  Folder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "gemmscope_machine_XXXXXX").string();
    if (!error && ::mkdtemp(name.data()) != nullptr) path = name;
  }
  ~Folder() {
    std::error_code error;
    if (!path.empty()) fs::remove_all(path, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path path;  ///< empty: none could be made
};

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Waits for it; what it prints goes to `output`. Returns its exit code. Spawned, not forked: a window's process is
/// large, and has threads.
int run(std::vector<std::string> command, const fs::path& output, const std::function<bool()>& go_on) {
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (failure != 0) return kNotRun;
  int status = 0;
  bool told = false;
  for (pid_t ended = 0; (ended = ::waitpid(child, &status, WNOHANG)) != child;) {
    if (ended < 0) return kNotRun;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (go_on && !told && !go_on()) told = true, ::kill(child, SIGKILL);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// "Cuda compilation tools, release 13.0, V13.0.88" -> "13.0"; empty: it says none.
std::string release_in(const std::string& text) {
  const std::size_t at = text.find("release ");
  return at == text.npos ? "" : text.substr(at + 8, text.find(',', at) - at - 8);
}

/// The first line that tells an error: "ptxas fatal   : Value 'sm_1' is not defined for option 'gpu-name'".
std::string error_in(const std::string& said) {
  std::string_view rest = said;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    const bool is_error = line.find("fatal") != line.npos || line.find("error") != line.npos;
    if (const std::size_t colon = line.find(" : "); is_error && colon != line.npos)
      return std::string(line.substr(colon + 3));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "it does not say why";
}

bool is_architecture(const std::string& name) {
  return name.size() > 3 && name.size() < 12 && name.starts_with("sm_") &&
         std::ranges::all_of(name.substr(3), [](unsigned char c) { return std::isalnum(c) != 0; });
}

}  // namespace

Result<MachineCode> compile(const std::string& ptx, const std::string& entry, const std::string& architecture,
                            const std::function<bool()>& go_on) {
  const auto kernel = read_kernel(ptx, entry);
  if (!kernel) return tl::unexpected(kernel.error());
  const std::string sm = architecture.empty() ? kernel->target : architecture;
  if (!is_architecture(sm)) return fail(ErrorKind::kUsage, "'" + sm + "' is no architecture; give one such as sm_90");
  const std::string assembler = ptxas(), disassembler = nvdisasm();
  if (assembler.empty())
    return fail(ErrorKind::kNoDevice, "there is no ptxas here: put the CUDA toolkit's bin into PATH");
  if (disassembler.empty())
    return fail(ErrorKind::kNoDevice,
                "there is no nvdisasm here: put the CUDA toolkit's bin into PATH, or run 'scripts/setup test'");
  const Folder folder;
  if (folder.path.empty()) return fail(ErrorKind::kNoSpace, "no folder can be made for temporary files");
  const fs::path text = folder.path / "kernel.ptx", cubin = folder.path / "kernel.cubin",
                 said = folder.path / "said.txt", listing = folder.path / "listing.txt",
                 version = folder.path / "version.txt";
  if (!(std::ofstream(text, std::ios::binary) << ptx << std::flush))
    return fail(ErrorKind::kNoSpace, "the PTX cannot be written to " + folder.path.string());
  if (run({assembler, "-lineinfo", "-v", "-arch=" + sm, "--entry", entry, "-o", cubin, text}, said, go_on) != 0)
    return fail(ErrorKind::kUsage, "ptxas cannot compile the PTX for " + sm + ": " + error_in(text_of(said)));
  if (run({disassembler, "-c", "-gi", cubin}, listing, go_on) != 0)
    return fail(ErrorKind::kUsage, "nvdisasm cannot read what ptxas made for " + sm);
  auto made = machine_code(*kernel, entry, text_of(listing), text_of(said));
  if (!made) return made;
  run({assembler, "--version"}, version, go_on);
  made->compiler = "ptxas " + release_in(text_of(version));
  made->architecture = sm;
  return made;
}

}  // namespace gemmscope::machine
