// SPDX-License-Identifier: MIT
#include "tracing/cuda/bench.h"

#include <algorithm>
#include <vector>

#include "tracing/cuda/check.h"
#include "tracing/cuda/device_run.h"
#include "tracing/cuda/launch.h"
#include "tracing/record/origin.h"

namespace gemmscope::cuda {

namespace {

constexpr int kWarmUps = 3;
constexpr std::size_t kFewest = 11, kMost = 1000;  // launches

class Stopwatch {
 public:
  ~Stopwatch() {
    for (const cudaEvent_t event : {start_, stop_})
      if (event != nullptr) (void)cudaEventDestroy(event);
  }
  /// Milliseconds of GPU time that `work` takes.
  template <class Work>
  Result<double> time(const Work& work) {
    if (start_ == nullptr) {
      GS_CUDA_CHECK(cudaEventCreate(&start_));
      GS_CUDA_CHECK(cudaEventCreate(&stop_));
    }
    GS_CUDA_CHECK(cudaEventRecord(start_));
    GS_CUDA_CHECK(work());
    GS_CUDA_CHECK(cudaEventRecord(stop_));
    GS_CUDA_CHECK(cudaEventSynchronize(stop_));
    float ms = 0;
    GS_CUDA_CHECK(cudaEventElapsedTime(&ms, start_, stop_));
    return static_cast<double>(ms);
  }

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

}  // namespace

Result<BenchResult> bench(const kernels::Variant& variant, std::uint32_t M, std::uint32_t N, std::uint32_t K, double seconds) {
  record::RecordRequest request;
  request.kernel = variant.kernel->name;
  request.preset = variant.preset_name();
  for (const auto& [name, value] : variant.parameters()) request.overrides.push_back({name, value});
  request.M = M, request.N = N, request.K = K;
  const auto plan = record::make_plan(request);
  if (!plan) return tl::unexpected(plan.error());
  const auto device = find_device();
  if (!device) return tl::unexpected(device.error());
  const kernels::GemmData data = kernels::make_fractions(M, N, K);
  const auto run = DeviceRun::open(*plan, &data);
  if (!run) return tl::unexpected(run.error());

  const PlainKernel kernel = find_plain(variant, plan->has_edges());
  cudaFuncAttributes attributes{};
  GS_CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel.function));
  const auto launch = [&] { return kernel.launch(plan->grid_y, plan->grid_x, (*run)->arguments()); };
  for (int i = 0; i < kWarmUps; ++i) GS_CUDA_CHECK(launch());
  GS_CUDA_CHECK(cudaDeviceSynchronize());

  Stopwatch stopwatch;
  std::vector<double> times;
  for (double total = 0; times.size() < kFewest || (total < seconds * 1000 && times.size() < kMost); total += times.back()) {
    const auto ms = stopwatch.time(launch);
    if (!ms) return tl::unexpected(ms.error());
    times.push_back(*ms);
  }
  std::sort(times.begin(), times.end());

  BenchResult result;
  result.M = M, result.N = N, result.K = K;
  result.median_ms = times[times.size() / 2], result.fastest_ms = times.front(), result.slowest_ms = times.back();
  result.launches = static_cast<int>(times.size());
  result.gflops = 2.0 * M * N * K / (result.median_ms * 1e6);
  result.registers = attributes.numRegs;
  result.spilled_bytes = static_cast<int>(attributes.localSizeBytes);
  result.fixed_layout = kernel.fixed_layout;
  result.device = *device;
  result.date = record::utc_now();
  return result;
}

}  // namespace gemmscope::cuda
