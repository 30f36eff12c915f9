// SPDX-License-Identifier: MIT
#include "app/cli/backend.h"

#include "tracing/cuda/recorder.h"
#include "tracing/record/origin.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::cli {

Result<format::Recording> record_on_backend(const record::RecordRequest& request, const record::Progress& progress) {
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
