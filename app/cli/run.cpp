// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <regex>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/run_program.h"
#include "app/words/number.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> command;
  std::string folder, kernel;
  unsigned launch = 1;
  bool addresses_only = false;
};

/// A folder of our own inside `where`, gone at the end with all that is still in it.
class Workplace {
 public:
  explicit Workplace(const fs::path& where) : path(where / (".gemmscope-" + std::to_string(::getpid()))) {
    std::error_code error;
    fs::create_directories(path, error);
    is_there = !error;
  }
  ~Workplace() {
    std::error_code error;
    fs::remove_all(path, error);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  fs::path path;
  bool is_there = false;
};

/// "tiled: 10,368 requests of 12 blocks of 1,024 threads; 4,119 bytes in recordings/tiled.gst"
void say_done(const format::Recording& r, const fs::path& file, std::ostream& out) {
  std::error_code error;
  out << r.kernel << ": " << words::count_of(r.request_count(), "request") << " of "
      << words::count_of(r.blocks.size(), "block") << " of " << words::count_of(r.threads, "thread") << "; "
      << words::count_of(fs::file_size(file, error), "byte") << " in " << format::shown(file.string()) << "\n";
}

/// What the program has left becomes the folder's.
Result<std::size_t> take_over(const fs::path& from, const fs::path& to, std::ostream& out) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(from, error))
    if (entry.path().extension() == ".gst") files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    const auto recording = format::read_file(file);
    if (!recording) return tl::unexpected(recording.error());
    const fs::path target = to / file.filename();
    fs::rename(file, target, error);
    if (error) return fail(ErrorKind::kUsage, target.string() + " cannot be written: " + error.message());
    say_done(*recording, target, out);
  }
  return files.size();
}

Result<Verdict> run_program(const Options& options, std::ostream& out) {
  try {
    static_cast<void>(std::regex(options.kernel));
  } catch (const std::regex_error&) {
    return fail(ErrorKind::kUsage, "--kernel '" + options.kernel + "' is no regular expression");
  }
  const auto runtime = runtime_folder();
  if (!runtime) return tl::unexpected(runtime.error());
  const fs::path program = options.command.front();
  const fs::path folder =
      options.folder.empty() ? fs::path(program.stem().string() + "_recordings") : fs::path(options.folder);
  const Workplace work(folder);
  if (!work.is_there) return fail(ErrorKind::kUsage, "the folder " + folder.string() + " cannot be written to");

  std::vector<std::string> command = options.command;
  if (program.extension() == ".cu") {
    command.front() = fs::absolute(work.path / program.stem()).string();
    if (auto done = compile(program, *runtime, command.front()); !done) return tl::unexpected(done.error());
  }
  out << std::flush;
  const char* const before = std::getenv("LD_LIBRARY_PATH");
  const auto code = run_and_wait(
      command, {{"LD_LIBRARY_PATH", runtime->string() + (before == nullptr ? "" : ":" + std::string(before))},
                {"NVCC_APPEND_FLAGS", "-lineinfo -cudart shared -L" + runtime->string()},
                {runtime::kFolderVariable, fs::absolute(work.path).string()},
                {runtime::kKernelVariable, options.kernel},
                {runtime::kLaunchVariable, std::to_string(options.launch)},
                {runtime::kAddressesVariable, options.addresses_only ? "1" : ""}});
  if (!code) return tl::unexpected(code.error());
  const auto kept = take_over(work.path, folder, out);
  if (!kept) return tl::unexpected(kept.error());
  if (*kept == 0) out << "nothing was recorded\n";
  if (*code != 0) out << "the program ended with " << *code << "\n";
  if (options.addresses_only) out << "results were not computed: what the program makes of them says nothing\n";
  return (*code == 0 || options.addresses_only) && *kept != 0 ? Verdict::kDone : Verdict::kFound;
}

}  // namespace

Action run_command(CLI::App& app) {
  const auto o = std::make_shared<Options>();
  app.add_option("PROGRAM", o->command, "a .cu file, compiled with nvcc; or a program; -- and its arguments")
      ->required();
  app.add_option("-o,--output", o->folder, "where the recordings go; default: the program's name and _recordings")
      ->type_name("FOLDER");
  app.add_option("--kernel", o->kernel, "record only kernels whose name matches this regular expression")
      ->type_name("REGEX");
  app.add_option("--launch", o->launch, "record the N-th launch of each kernel")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  app.add_flag("--addresses-only", o->addresses_only,
               "record faster: leave out what only the results of recorded launches need");
  return [o](std::ostream& out) { return run_program(*o, out); };
}

}  // namespace gemmscope::cli
