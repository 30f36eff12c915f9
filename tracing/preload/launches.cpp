// SPDX-License-Identifier: MIT
// The functions by which programs launch kernels.
#include <algorithm>

#include "tracing/preload/launch.h"

using namespace gemmscope::preload;

extern "C" {

// As nvcc 13's host code calls them.
cudaError_t __cudaGetKernel(cudaKernel_t* to, const void* stub);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                               cudaStream_t stream);
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                    cudaStream_t stream);
cudaError_t cudaLaunchKernel_ptsz(const void* stub, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                  cudaStream_t stream);
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* config, const void* stub, void** arguments);
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void* stub, dim3 grid, dim3 block, void** arguments,
                                             std::size_t shared, cudaStream_t stream);

}  // extern "C"

namespace {

/// `launches(stub)`: what the program has called, for any kernel.
template <class Launches>
cudaError_t launch_of(const void* stub, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                      cudaStream_t stream, const Launches& launches, bool is_cooperative = false) {
  const Inside inside;
  if (!inside.is_outermost()) return launches(stub);
  return launch(stub, {.grid = {grid.x, grid.y, grid.z},
                       .block = {block.x, block.y, block.z},
                       .dynamic_shared = shared,
                       .stream = stream,
                       .arguments = arguments,
                       .is_cooperative = is_cooperative,
                       .launch = launches});
}

bool is_cooperative(const cudaLaunchConfig_t& config) {
  const auto says_so = [](const cudaLaunchAttribute& attribute) {
    return attribute.id == cudaLaunchAttributeCooperative && attribute.val.cooperative != 0;
  };
  return std::any_of(config.attrs, config.attrs + config.numAttrs, says_so);
}

/// Remembers what the handle that the runtime has given stands for.
cudaError_t named(const cudaKernel_t* to, const void* stub, cudaError_t error) {
  if (error != cudaSuccess) return error;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  all.stubs[*to] = stub;
  return error;
}

/// The stub of the kernel that a handle stands for; the handle itself where the program has got it in another way.
const void* stub_of(cudaKernel_t kernel) {
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  const auto found = all.stubs.find(kernel);
  return found == all.stubs.end() ? kernel : found->second;
}

}  // namespace

extern "C" {

cudaError_t cudaLaunchKernel(const void* f, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                             cudaStream_t stream) {
  return launch_of(f, grid, block, arguments, shared, stream, [=](const void* stub) {
    return GS_REAL(cudaLaunchKernel)(stub, grid, block, arguments, shared, stream);
  });
}
cudaError_t cudaLaunchKernel_ptsz(const void* f, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                  cudaStream_t stream) {
  return launch_of(f, grid, block, arguments, shared, of_thread(stream), [=](const void* stub) {
    return GS_REAL(cudaLaunchKernel_ptsz)(stub, grid, block, arguments, shared, stream);
  });
}
cudaError_t cudaLaunchCooperativeKernel(const void* f, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                        cudaStream_t stream) {
  const auto launches = [=](const void* stub) {
    return GS_REAL(cudaLaunchCooperativeKernel)(stub, grid, block, arguments, shared, stream);
  };
  return launch_of(f, grid, block, arguments, shared, stream, launches, true);
}
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void* f, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                             cudaStream_t stream) {
  const auto launches = [=](const void* stub) {
    return GS_REAL(cudaLaunchCooperativeKernel_ptsz)(stub, grid, block, arguments, shared, stream);
  };
  return launch_of(f, grid, block, arguments, shared, of_thread(stream), launches, true);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* f, void** arguments) {
  return launch_of(
      f, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream,
      [=](const void* stub) { return GS_REAL(cudaLaunchKernelExC)(config, stub, arguments); }, is_cooperative(*config));
}
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* config, const void* f, void** arguments) {
  return launch_of(
      f, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, of_thread(config->stream),
      [=](const void* stub) { return GS_REAL(cudaLaunchKernelExC_ptsz)(config, stub, arguments); },
      is_cooperative(*config));
}

cudaError_t __cudaGetKernel(cudaKernel_t* to, const void* stub) {
  return named(to, stub, GS_REAL(__cudaGetKernel)(to, stub));
}
cudaError_t cudaGetKernel(cudaKernel_t* to, const void* stub) {
  return named(to, stub, GS_REAL(cudaGetKernel)(to, stub));
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                               cudaStream_t stream) {
  const void* const own = stub_of(kernel);
  return launch_of(own, grid, block, arguments, shared, stream, [=](const void* stub) {
    if (stub == own) return GS_REAL(__cudaLaunchKernel)(kernel, grid, block, arguments, shared, stream);
    return GS_REAL(cudaLaunchKernel)(stub, grid, block, arguments, shared, stream);
  });
}
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                    cudaStream_t stream) {
  const void* const own = stub_of(kernel);
  return launch_of(own, grid, block, arguments, shared, of_thread(stream), [=](const void* stub) {
    if (stub == own) return GS_REAL(__cudaLaunchKernel_ptsz)(kernel, grid, block, arguments, shared, stream);
    return GS_REAL(cudaLaunchKernel_ptsz)(stub, grid, block, arguments, shared, stream);
  });
}

/// What is set for a kernel, its twin needs too: more dynamic shared memory than 48 KiB.
cudaError_t cudaFuncSetAttribute(const void* f, cudaFuncAttribute attribute, int value) {
  const Inside inside;
  const cudaError_t error = GS_REAL(cudaFuncSetAttribute)(f, attribute, value);
  if (error != cudaSuccess || !inside.is_outermost()) return error;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  if (const LoadedKernel* const kernel = all.kernel_of(f); kernel != nullptr && kernel->twin != nullptr)
    if (GS_REAL(cudaFuncSetAttribute)(kernel->twin, attribute, value) != cudaSuccess)
      static_cast<void>(GS_REAL(cudaGetLastError)());
  return error;
}

}  // extern "C"
