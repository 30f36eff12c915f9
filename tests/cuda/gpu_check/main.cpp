// SPDX-License-Identifier: MIT
/// @file main.cpp
/// Compares the GPU with the emulator and measures it: every preset, layout, edge, in one go.
///
///   gpu_check [--json FILE] [--quick] [--only recording|results|broken|cost|speed|live]
///   gpu_check --run-broken KERNEL      runs a deliberately broken one, once
///
/// --quick: one preset and one layout, no timing: short enough for compute-sanitizer. Exit code 0: all good; 1:
/// something differs; 2: bad usage; 4: no GPU.
#include <cstdio>
#include <string>

#include "tests/cuda/gpu_check/check.h"
#include "tracing/cuda/device.h"
#include "tracing/record/origin.h"

int main(int argc, char** argv) {
  using namespace gemmscope;
  constexpr const char* kUsage =
      "gpu_check [--json FILE] [--quick] [--only recording|results|broken|cost|speed|live] or --run-broken KERNEL";
  std::string json_path, only, run_broken;
  bool quick = false;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--quick") {
      quick = true;
    } else if (option == "--json" && i + 1 < argc) {
      json_path = argv[++i];
    } else if (option == "--only" && i + 1 < argc) {
      only = argv[++i];
    } else if (option == "--run-broken" && i + 1 < argc) {
      run_broken = argv[++i];
    } else {
      std::fprintf(stderr, "gpu_check: '%s' is no option; %s\n", argv[i], kUsage);
      return 2;
    }
  }
  const auto device = cuda::find_device();
  if (!device) {
    std::fprintf(stderr, "gpu_check: %s\n", device.error().message.c_str());
    return 4;
  }
  if (!run_broken.empty()) return gpu_check::run_broken(run_broken);

  gpu_check::Report report;
  report.header() = {{"schema", 1},
                     {"device", device->name},
                     {"driver", device->driver},
                     {"compiler", device->compiler},
                     {"compute_capability", device->compute_capability},
                     {"multiprocessors", device->multiprocessors},
                     {"host", record::cpu_name()},
                     {"host_compiler", record::host_compiler()},
                     {"build", record::build_id()},
                     {"date", record::utc_now()}};
  std::printf("%s\n\n", report.header().dump(2).c_str());
  const gpu_check::Stopwatch stopwatch;
  const auto wanted = [&](const char* part) { return only.empty() || only == part; };
  if (wanted("recording")) gpu_check::check_recordings(report, quick);
  if (wanted("results")) gpu_check::check_results(report, quick);
  if (wanted("broken") && !quick) gpu_check::check_broken(report);
  if (wanted("cost") && !quick) gpu_check::measure_recording(report);
  if (wanted("speed") && !quick) gpu_check::measure_plain(report);
  if (wanted("live") && !quick) gpu_check::check_live(report);
  report.header()["seconds"] = stopwatch.seconds();
  if (!json_path.empty()) report.write(json_path);
  std::printf("%s: %d bad, %.1f s\n", report.bad() == 0 ? "all good" : "NOT GOOD", report.bad(), stopwatch.seconds());
  return report.bad() == 0 ? 0 : 1;
}
