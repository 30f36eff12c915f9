// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/backend.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/launch_options.h"
#include "app/cli/option_values.h"
#include "app/cli/progress.h"
#include "app/words/number.h"
#include "kernels/table.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;
using words::thousands;

struct RecordOptions {
  LaunchOptions launch;
  std::string backend = "cpu", file;
};

void say_done(const format::Recording& r, const std::string& file, std::ostream& out) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  out << r.kernel << " " << r.preset << " " << r.M << "x" << r.N << "x" << r.K << ": "
      << words::count_of(r.request_count(), "request") << ", " << thousands(r.blocks.size()) << " of "
      << words::count_of(std::uint64_t{r.grid_y} * r.grid_x, "block") << ", " << thousands(r.selection.k_tiles.size())
      << " of " << words::count_of(r.k_tiles, "k-tile") << ", " << thousands(r.dropped) << " dropped; "
      << words::count_of(bytes, "byte") << " in " << format::shown(file) << "\n";
}

Result<Verdict> record(const RecordOptions& options, std::ostream& out) {
  auto request = request_of(options.launch);
  if (!request) return tl::unexpected(request.error());
  const auto backend = parse_backend(options.backend);
  if (!backend) return tl::unexpected(backend.error());
  request->backend = *backend;
  const kernels::KernelInfo* kernel = kernels::find_kernel(request->kernel);
  const std::string file =
      options.file.empty() ? std::string(kernel == nullptr ? request->kernel : kernel->name) + ".gst" : options.file;
  if (auto place = format::check_replaceable(file); !place) return tl::unexpected(place.error());

  const WatchInterrupts watch;
  Result<format::Recording> recording;
  {
    ProgressLine progress("recording", "blocks");
    recording = record_on_backend(*request, std::ref(progress));
  }
  if (!recording) return tl::unexpected(recording.error());
  if (auto written = format::write_file(*recording, file); !written) return tl::unexpected(written.error());
  say_done(*recording, file, out);
  return Verdict::kDone;
}

}  // namespace

Action record_command(CLI::App& app) {
  const auto o = std::make_shared<RecordOptions>();
  add_launch_options(app, o->launch, "all");
  app.add_option("--backend", o->backend, "cpu for the emulator, cuda for an NVIDIA GPU")
      ->type_name("cpu|cuda")
      ->capture_default_str();
  app.add_option("-o,--output", o->file,
                 "the recording; default: KERNEL.gst. An old file is replaced once the new one is complete")
      ->type_name("FILE");
  return [o](std::ostream& out) { return record(*o, out); };
}

}  // namespace gemmscope::cli
