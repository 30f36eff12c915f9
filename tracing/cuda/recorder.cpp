// SPDX-License-Identifier: MIT
#include "tracing/cuda/recorder.h"

#include <new>

#include "tracing/cuda/device_run.h"
#include "tracing/cuda/record_with.h"
#include "tracing/record/origin.h"

namespace gemmscope::cuda {

Result<format::Recording> record(const record::RecordRequest& request, const record::Progress& progress) try {
  const auto plan = record::make_plan(request);
  if (!plan) return tl::unexpected(plan.error());
  if (auto aligned = check_defined(*plan); !aligned) return tl::unexpected(aligned.error());
  const auto device = find_device();
  if (!device) return tl::unexpected(device.error());
  const auto run = DeviceRun::open(*plan);
  if (!run) return tl::unexpected(run.error());
  auto recording = record_with(**run, *plan, progress);
  if (recording) recording->origin = record::make_origin("cuda", device->name, device->driver, device->compiler);
  return recording;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::kNoSpace, "not enough memory to record this; select fewer blocks or k-tiles");
}

namespace {

Result<void> run(const record::Plan& plan, kernels::GemmData& data, Result<void> (DeviceRun::*work)()) try {
  if (auto aligned = check_defined(plan); !aligned) return aligned;
  if (const auto device = find_device(); !device) return tl::unexpected(device.error());
  const auto opened = DeviceRun::open(plan, &data);
  if (!opened) return tl::unexpected(opened.error());
  if (auto done = ((**opened).*work)(); !done) return done;
  return (*opened)->copy_C(data.C);
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::kNoSpace, "not enough memory to run this; choose a smaller size");
}

}  // namespace

Result<void> run_plain(const record::Plan& plan, kernels::GemmData& data) {
  return run(plan, data, &DeviceRun::run_plain);
}
Result<void> run_traced(const record::Plan& plan, kernels::GemmData& data) {
  return run(plan, data, &DeviceRun::run_traced);
}

}  // namespace gemmscope::cuda
