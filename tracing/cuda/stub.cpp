// SPDX-License-Identifier: MIT
// The GPU part of a build without a CUDA compiler: everything says so.
#include "tracing/cuda/bench.h"
#include "tracing/cuda/device.h"
#include "tracing/cuda/recorder.h"

namespace gemmscope::cuda {

namespace {

tl::unexpected<Error> without_cuda() {
  return fail(
      ErrorKind::kNoDevice,
      "this gemmscope was built without CUDA; build it where nvcc 12.4 or newer is found, or use the CPU backend");
}

}  // namespace

Result<DeviceInfo> find_device() { return without_cuda(); }

Result<format::Recording> record(const record::RecordRequest& request, const record::Progress&) {
  if (const auto plan = record::make_plan(request); !plan)
    return tl::unexpected(plan.error());  // what is wrong anywhere comes first
  return without_cuda();
}

Result<void> run_plain(const record::Plan&, kernels::GemmData&) { return without_cuda(); }
Result<void> run_traced(const record::Plan&, kernels::GemmData&) { return without_cuda(); }

Result<BenchResult> bench(const kernels::Variant&, std::uint32_t, std::uint32_t, std::uint32_t, double) {
  return without_cuda();
}

}  // namespace gemmscope::cuda
