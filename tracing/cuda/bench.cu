// SPDX-License-Identifier: MIT
#include "tracing/cuda/bench.h"

#include "tracing/cuda/device_run.h"
#include "tracing/cuda/launch.h"
#include "tracing/cuda/stopwatch.h"
#include "tracing/record/origin.h"

namespace gemmscope::cuda {

namespace {

record::RecordRequest request_of(const kernels::Variant& variant, const kernels::GemmData& data) {
  record::RecordRequest request;
  request.kernel = variant.kernel->name;
  request.preset = variant.preset_name();
  for (const auto& [name, value] : variant.parameters()) request.overrides.push_back({name, value});
  request.M = static_cast<std::uint32_t>(data.M), request.N = static_cast<std::uint32_t>(data.N);
  request.K = static_cast<std::uint32_t>(data.K);
  return request;
}

}  // namespace

Result<BenchResult> bench(const kernels::Variant& variant, const kernels::GemmData& data, double seconds) {
  const auto plan = record::make_plan(request_of(variant, data));
  if (!plan) return tl::unexpected(plan.error());
  const auto device = find_device();
  if (!device) return tl::unexpected(device.error());
  const auto run = DeviceRun::open(*plan, &data);
  if (!run) return tl::unexpected(run.error());

  const PlainKernel kernel = find_plain(variant, plan->has_edges());
  cudaFuncAttributes attributes{};
  GS_CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel.function));
  const int threads = variant.geometry().NT;
  int resident_blocks = 0;
  GS_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_blocks, kernel.function, threads, 0));
  GS_CUDA_CHECK(cudaDeviceSynchronize());
  const auto launch = [&]() -> Result<void> {
    GS_CUDA_CHECK(kernel.launch(plan->grid_y, plan->grid_x, (*run)->arguments()));
    return {};
  };
  Stopwatch stopwatch;
  const double flops = 2.0 * plan->M * plan->N * plan->K;
  const auto timing = time_launches([&] { return stopwatch.time(launch); }, flops, seconds);
  if (!timing) return tl::unexpected(timing.error());

  BenchResult result;
  static_cast<Timing&>(result) = *timing;
  result.M = plan->M, result.N = plan->N, result.K = plan->K;
  result.registers = attributes.numRegs;
  result.spilled_bytes = static_cast<int>(attributes.localSizeBytes);
  result.resident_warps = resident_blocks * (threads / 32);
  result.fixed_layout = kernel.fixed_layout;
  result.device = *device;
  result.date = record::utc_now();
  return result;
}

Result<BenchResult> bench(const kernels::Variant& variant, std::uint32_t M, std::uint32_t N, std::uint32_t K,
                          double seconds) {
  if (const auto device = find_device(); !device) return tl::unexpected(device.error());  // before data is made
  return bench(variant, kernels::make_fractions(M, N, K), seconds);
}

bool has_fixed_layout(const kernels::Variant& variant) { return find_plain(variant, false).fixed_layout; }

}  // namespace gemmscope::cuda
