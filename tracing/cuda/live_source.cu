// SPDX-License-Identifier: MIT
#include <new>

#include "tracing/cuda/device_run.h"
#include "tracing/cuda/launch.h"
#include "tracing/cuda/live_bench.h"
#include "tracing/cuda/stopwatch.h"

namespace gemmscope::cuda {

namespace {

class GpuSource : public LiveSource {
 public:
  Result<DeviceInfo> find() override { return find_device(); }

  Result<void> prepare(const record::RecordRequest& request) override try {
    run_.reset();  // first: the next matrices may need the room
    auto plan = record::make_plan(request);
    if (!plan) return tl::unexpected(plan.error());
    const kernels::GemmData data = kernels::make_fractions(plan->M, plan->N, plan->K);
    auto run = DeviceRun::open(*plan, &data);
    if (!run) return tl::unexpected(run.error());
    kernel_ = find_plain(plan->variant, plan->has_edges());
    grid_y_ = plan->grid_y, grid_x_ = plan->grid_x;
    run_ = std::move(*run);
    return {};
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::kNoSpace, "not enough memory to measure this in the background; choose another kernel");
  }

  Result<double> launch(const std::stop_token&) override {
    return stopwatch_.time([&]() -> Result<void> {
      GS_CUDA_CHECK(kernel_.launch(grid_y_, grid_x_, run_->arguments()));
      return {};
    });
  }

 private:
  std::unique_ptr<DeviceRun> run_;
  PlainKernel kernel_;
  std::uint32_t grid_y_ = 0, grid_x_ = 0;
  Stopwatch stopwatch_;
};

}  // namespace

std::unique_ptr<LiveSource> live_on_gpu() { return std::make_unique<GpuSource>(); }

}  // namespace gemmscope::cuda
