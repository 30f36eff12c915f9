// SPDX-License-Identifier: MIT
#include "app/cli/backend.h"

#include <iostream>

#include "tracing/cuda/recorder.h"
#include "tracing/record/origin.h"
#include "tracing/record/plan.h"
#include "tracing/simt/emulator.h"
#include "tracing/simt/on_demand.h"

namespace gemmscope::cli {

namespace {

/// Says so where a kernel is compiled first.
void say_what_comes(const record::RecordRequest& request) {
  const auto variant = record::variant_of(request);
  if (!variant || variant->is_preset() || !simt::must_compile(*variant, simt::usual_workshop())) return;
  std::cerr << "compiling " << variant->kernel->name << " " << variant->preset_name() << " ..." << std::endl;
}

}  // namespace

Result<format::Recording> record_on_backend(const record::RecordRequest& request, const record::Progress& progress) {
  say_what_comes(request);
  switch (request.backend) {
    case record::Backend::kCpu: return simt::record(request, progress);
    case record::Backend::kCuda: return cuda::record(request, progress);
  }
  return fail(ErrorKind::kUsage, "there is no such backend; choose cpu or cuda");
}

std::vector<BackendInfo> find_backends() {
  std::vector<BackendInfo> backends{{"cpu", "emulator on " + record::cpu_name(), ""}};
  if (const auto gpu = cuda::find_device())
    backends.push_back({"cuda", gpu->name + ", driver " + gpu->driver, ""});
  else
    backends.push_back({"cuda", "", gpu.error().message});
  return backends;
}

}  // namespace gemmscope::cli
