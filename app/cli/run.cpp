// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <regex>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/run_program.h"
#include "app/cli/run_shapes.h"
#include "app/words/number.h"
#include "tracing/cuda/device.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> command;
  std::string folder, kernel, backend = "cpu";
  unsigned launch = 1, memory = 1024;  ///< MiB
  std::vector<std::string> tensors;
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

using Variables = std::vector<std::pair<std::string, std::string>>;

std::string before(const std::string& first, const char* variable) {
  const char* const rest = std::getenv(variable);
  return rest == nullptr || *rest == 0 ? first : first + ":" + rest;
}

/// What programs are linked with, and what they are started with so that they record themselves.
struct Backend {
  fs::path libraries;
  const char* folder;  ///< the variable that says where recordings go
  Variables variables;
};

/// On the host: our libraries instead of NVIDIA's.
Result<Backend> emulator() {
  const auto runtime = runtime_folder();
  if (!runtime) return tl::unexpected(runtime.error());
  return Backend{*runtime,
                 runtime::kFolderVariable,
                 {{"LD_LIBRARY_PATH", before(runtime->string(), "LD_LIBRARY_PATH")},
                  {"NVCC_APPEND_FLAGS", "-lineinfo -cudart shared -L" + runtime->string()}}};
}

/// On a GPU: NVIDIA's, and before them one of ours.
Result<Backend> gpu(unsigned memory) {
  if (const auto device = cuda::find_device_of_programs(); !device) return tl::unexpected(device.error());
  const auto recorder = gpu_recorder();
  if (!recorder) return tl::unexpected(recorder.error());
  constexpr std::uint64_t kMiB = 1 << 20;
  Backend backend{{},
                  runtime::kGpuFolderVariable,
                  {{"LD_PRELOAD", before(recorder->string(), "LD_PRELOAD")},
                   {"NVCC_APPEND_FLAGS", "-lineinfo -cudart shared"},
                   {runtime::kMemoryVariable, std::to_string(memory * kMiB)}}};
  if (const fs::path real = toolkit_libraries(); !real.empty())
    backend.variables.emplace_back("LD_LIBRARY_PATH", before(real.string(), "LD_LIBRARY_PATH"));
  return backend;
}

Result<Verdict> run_program(const Options& options, std::ostream& out) {
  try {
    static_cast<void>(std::regex(options.kernel));
  } catch (const std::regex_error&) {
    return fail(ErrorKind::kUsage, "--kernel '" + options.kernel + "' is no regular expression");
  }
  const auto shapes = parse_shapes(options.tensors);
  if (!shapes) return tl::unexpected(shapes.error());
  const auto kind = parse_backend(options.backend);
  if (!kind) return tl::unexpected(kind.error());
  auto backend = *kind == record::Backend::kCpu ? emulator() : gpu(options.memory);
  if (!backend) return tl::unexpected(backend.error());
  const fs::path program = options.command.front();
  const fs::path folder =
      options.folder.empty() ? fs::path(program.stem().string() + "_recordings") : fs::path(options.folder);
  const Workplace work(folder);
  if (!work.is_there) return fail(ErrorKind::kUsage, "the folder " + folder.string() + " cannot be written to");

  std::vector<std::string> command = options.command;
  if (program.extension() == ".cu") {
    command.front() = fs::absolute(work.path / program.stem()).string();
    if (auto done = compile(program, backend->libraries, command.front()); !done) return tl::unexpected(done.error());
  }
  out << std::flush;
  backend->variables.emplace_back(backend->folder, fs::absolute(work.path).string());
  backend->variables.emplace_back(runtime::kKernelVariable, options.kernel);
  backend->variables.emplace_back(runtime::kLaunchVariable, std::to_string(options.launch));
  const auto code = run_and_wait(command, backend->variables);
  if (!code) return tl::unexpected(code.error());
  if (auto given = give_shapes(work.path, *shapes, out); !given) return tl::unexpected(given.error());
  const auto kept = take_over(work.path, folder, out);
  if (!kept) return tl::unexpected(kept.error());
  if (*kept == 0) out << "nothing was recorded\n";
  if (*code != 0) out << "the program ended with " << *code << "\n";
  return *code == 0 && *kept != 0 ? Verdict::kDone : Verdict::kFound;
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
  app.add_option("--tensor", o->tensors,
                 "an array's shape, its element's bytes first: A=4:MxK; rows and columns are numbers or parameters")
      ->type_name("NAME=BYTES:ROWSxCOLUMNS")
      ->allow_extra_args(false);
  app.add_option("--launch", o->launch, "record the N-th launch of each kernel")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  app.add_option("--backend", o->backend, "cpu for the emulator, cuda for an NVIDIA GPU")
      ->type_name("cpu|cuda")
      ->capture_default_str();
  app.add_option("--memory", o->memory, "the GPU's memory for requests; a launch that makes more runs several times")
      ->type_name("MIB")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  return [o](std::ostream& out) { return run_program(*o, out); };
}

}  // namespace gemmscope::cli
