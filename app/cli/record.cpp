// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/backend.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
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

struct Options {
  std::string kernel, preset, size, alpha = "1", beta = "0", blocks, warps, k_tiles, backend = "cpu", file;
  std::vector<std::string> assignments;
  bool no_epilogue = false;
};

Result<record::RecordRequest> request_of(const Options& o) {
  record::RecordRequest request;
  request.kernel = o.kernel;
  request.preset = o.preset;
  for (const std::string& text : o.assignments) {
    auto assignment = parse_assignment(text);
    if (!assignment) return tl::unexpected(assignment.error());
    request.overrides.push_back(std::move(*assignment));
  }
  if (!o.size.empty()) {
    const auto size = parse_size(o.size);
    if (!size) return tl::unexpected(size.error());
    request.M = size->M, request.N = size->N, request.K = size->K;
  } else if (const auto* kernel = kernels::find_kernel(o.kernel); kernel != nullptr && kernel->mistake != nullptr) {
    request.M = kernel->mistake->M, request.N = kernel->mistake->N, request.K = kernel->mistake->K;
  }
  const auto alpha = parse_number("--alpha", o.alpha), beta = parse_number("--beta", o.beta);
  if (!alpha) return tl::unexpected(alpha.error());
  if (!beta) return tl::unexpected(beta.error());
  request.alpha = *alpha, request.beta = *beta;
  if (!o.blocks.empty()) {
    const auto blocks = parse_blocks(o.blocks);
    if (!blocks) return tl::unexpected(blocks.error());
    request.block_y = blocks->y, request.block_x = blocks->x;
  }
  for (const auto& [option, text, range] :
       {std::tuple("--warps", &o.warps, &request.warps), std::tuple("--k-tiles", &o.k_tiles, &request.k_tiles)}) {
    if (text->empty()) continue;
    const auto parsed = parse_range(option, *text);
    if (!parsed) return tl::unexpected(parsed.error());
    *range = *parsed;
  }
  request.epilogue = !o.no_epilogue;
  const auto backend = parse_backend(o.backend);
  if (!backend) return tl::unexpected(backend.error());
  request.backend = *backend;
  return request;
}

void say_done(const format::Recording& r, const std::string& file, std::ostream& out) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  out << r.kernel << " " << r.preset << " " << r.M << "x" << r.N << "x" << r.K << ": "
      << words::count_of(r.request_count(), "request") << ", " << thousands(r.blocks.size()) << " of "
      << words::count_of(std::uint64_t{r.grid_y} * r.grid_x, "block") << ", " << thousands(r.selection.k_tiles.size())
      << " of " << words::count_of(r.k_tiles, "k-tile") << ", " << thousands(r.dropped) << " dropped; "
      << words::count_of(bytes, "byte") << " in " << format::shown(file) << "\n";
}

Result<Verdict> record(const Options& options, std::ostream& out) {
  const auto request = request_of(options);
  if (!request) return tl::unexpected(request.error());
  const kernels::KernelInfo* kernel = kernels::find_kernel(options.kernel);
  const std::string file =
      options.file.empty() ? std::string(kernel == nullptr ? options.kernel : kernel->name) + ".gst" : options.file;
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
  const auto o = std::make_shared<Options>();
  app.add_option("KERNEL", o->kernel, "name of the kernel; see 'gemmscope list' and 'gemmscope list --broken'")
      ->required();
  app.add_option("--preset", o->preset, "tile sizes; default: the kernel's first preset")->type_name("P");
  app.add_option("--set", o->assignments,
                 "parameters, for example BM=64 PA=4 swzA=xor; 'gemmscope list' shows their ranges")
      ->type_name("NAME=VALUE");
  app.add_option("--size", o->size,
                 "of C = alpha * A * B + beta * C, where A is MxK and B is KxN; default: 256x256x256, or for a "
                 "deliberately broken kernel a size at which the mistake shows")
      ->type_name("MxNxK");
  app.add_option("--alpha", o->alpha, "factor of A * B")->type_name("a")->capture_default_str();
  app.add_option("--beta", o->beta, "factor of C; with 0, C is not read")->type_name("b")->capture_default_str();
  app.add_option("--blocks", o->blocks,
                 "one block, or all from the first up to but not including the second; default: all")
      ->type_name("y,x[:y,x]");
  app.add_option("--warps", o->warps, "warps a to b-1 of each block; default: all")->type_name("a:b");
  app.add_option("--k-tiles", o->k_tiles, "k-tiles a to b-1; default: all")->type_name("a:b");
  app.add_flag("--no-epilogue", o->no_epilogue, "leave out the write-back of C");
  app.add_option("--backend", o->backend, "cpu for the emulator, cuda for an NVIDIA GPU")
      ->type_name("cpu|cuda")
      ->capture_default_str();
  app.add_option("-o,--output", o->file,
                 "the recording; default: KERNEL.gst. An old file is replaced once the new one is complete")
      ->type_name("FILE");
  return [o](std::ostream& out) { return record(*o, out); };
}

}  // namespace gemmscope::cli
