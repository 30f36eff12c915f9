// SPDX-License-Identifier: MIT
// What `gemmscope bench` asks of a program: how long a launch takes.
#include <chrono>
#include <thread>

#include "tracing/cuda/timing.h"
#include "tracing/preload/launch.h"
#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/launch_times.h"

namespace gemmscope::preload {
namespace {

constexpr double kSeconds = 0.1;  // of GPU time for a median, as for the ladder's kernels (docs/bench.md)

/// What the runtime says of the kernel, without times.
runtime::LaunchTimes about(const LoadedKernel& kernel, const Call& call) {
  runtime::LaunchTimes all{.kernel = ptx::short_name(kernel.kernel.name)};
  cudaFuncAttributes attributes{};
  if (GS_REAL(cudaFuncGetAttributes)(&attributes, kernel.kernel.stub) == cudaSuccess)
    all.registers = attributes.numRegs, all.spilled_bytes = static_cast<int>(attributes.localSizeBytes);
  const int threads = static_cast<int>(call.block[0] * call.block[1] * call.block[2]), warps = (threads + 31) / 32;
  int blocks = 0;
  if (GS_REAL(cudaOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel.kernel.stub, threads,
                                                             call.dynamic_shared) == cudaSuccess)
    all.resident_warps = blocks * warps;
  static_cast<void>(GS_REAL(cudaGetLastError)());
  return all;
}

/// Until the process is ended.
Result<std::vector<double>> watch(const std::string& folder, const runtime::LaunchTimes& about,
                                  const std::function<Result<double>()>& launch) {
  for (;;) {
    const auto begin = std::chrono::steady_clock::now();
    const auto ms = launch();
    if (!ms) return tl::unexpected(ms.error());
    runtime::LaunchTimes sample = about;
    sample.ms = {*ms};
    runtime::note(folder, sample);
    // With what the copies took that put the program's memory back.
    const std::chrono::duration<double, std::milli> all = std::chrono::steady_clock::now() - begin;
    std::this_thread::sleep_for(cuda::LivePace{}.rest_after(all.count()));
  }
}

}  // namespace

void measure(Program& program, const LoadedKernel& kernel, const Call& call) {
  runtime::LaunchTimes all = about(kernel, call);
  const auto saved = Saved::of(program.allocations, limit_of_environment());
  Result<std::vector<double>> times;
  if (!saved) {
    times = tl::unexpected(saved.error());
  } else {
    const Muted muted;
    const auto launch = [&] { return launch_timed(kernel, call, *saved); };
    times = program.measures == Program::Measures::kOn ? watch(program.wish.folder, all, launch)
                                                       : cuda::launch_repeatedly(launch, kSeconds);
    if (const auto back = saved->restore(); !back && times) times = tl::unexpected(back.error());
  }
  if (times)
    all.ms = std::move(*times);
  else
    all.why_not = times.error().message;
  runtime::note(program.wish.folder, all);
}

}  // namespace gemmscope::preload
