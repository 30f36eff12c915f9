// SPDX-License-Identifier: MIT
// The GPU part of a build without CUDA's runtime: everything says so.
#include "tracing/cuda/cublas.h"
#include "tracing/cuda/device.h"

namespace gemmscope::cuda {
namespace {

tl::unexpected<Error> without_cuda() {
  return fail(
      ErrorKind::kNoDevice,
      "this gemmscope was built without CUDA; run scripts/run on the machine with the GPU, which builds it there, "
      "or use the emulator");
}

}  // namespace

Result<DeviceInfo> find_device() { return without_cuda(); }
Result<std::unique_ptr<Cublas>> Cublas::open() { return without_cuda(); }
Result<std::string> find_cublas() { return without_cuda(); }

}  // namespace gemmscope::cuda
