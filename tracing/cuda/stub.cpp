// SPDX-License-Identifier: MIT
// The GPU part of a build without a CUDA compiler: everything says so.
#include "tracing/cuda/bench.h"
#include "tracing/cuda/cublas.h"
#include "tracing/cuda/device.h"
#include "tracing/cuda/live_bench.h"
#include "tracing/cuda/recorder.h"

namespace gemmscope::cuda {

namespace {

tl::unexpected<Error> without_cuda() {
  return fail(
      ErrorKind::kNoDevice,
      "this gemmscope was built without its GPU recorder; run scripts/run on the machine with the GPU, which builds it there, "
      "or use the emulator");
}

}  // namespace

Result<DeviceInfo> find_device() { return without_cuda(); }
Result<DeviceInfo> find_device_of_programs() { return without_cuda(); }

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
Result<BenchResult> bench(const kernels::Variant&, const kernels::GemmData&, double) { return without_cuda(); }
bool has_fixed_layout(const kernels::Variant&) { return false; }

Result<std::unique_ptr<Cublas>> Cublas::open() { return without_cuda(); }
Result<std::string> find_cublas() { return without_cuda(); }

std::unique_ptr<LiveSource> live_on_gpu() {
  class NoSource : public LiveSource {
    Result<DeviceInfo> find() override { return without_cuda(); }
    Result<void> prepare(const record::RecordRequest&) override { return without_cuda(); }
    Result<double> launch(const std::stop_token&) override { return without_cuda(); }
  };
  return std::make_unique<NoSource>();
}

}  // namespace gemmscope::cuda
