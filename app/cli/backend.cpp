// SPDX-License-Identifier: MIT
#include "app/cli/backend.h"

#include "tracing/cuda/device.h"
#include "tracing/record/origin.h"

namespace gemmscope::cli {

std::vector<BackendInfo> find_backends() {
  std::vector<BackendInfo> backends{{"cpu", "emulator on " + record::cpu_name(), ""}};
  if (const auto gpu = cuda::find_device())
    backends.push_back({"cuda", gpu->name + ", driver " + gpu->driver, ""});
  else
    backends.push_back({"cuda", "", gpu.error().message});
  return backends;
}

}  // namespace gemmscope::cli
