// SPDX-License-Identifier: MIT
// What nvcc's host code registers before main(), and launches.
#include <cstring>
#include <vector>

#include "tracing/runtime/cudart/streams.h"
#include "tracing/runtime/fat_binary.h"

using namespace gemmscope::runtime;

namespace {

/// <<<grid, block, shared, stream>>>, between the two calls that nvcc makes of it.
struct Configuration {
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
};
/// The configurations of this thread. There is more than one if an argument of a launch launches, too. They are never
/// destroyed, because programs launch kernels until their very end.
struct Configurations {
  static constexpr std::size_t kMost = 64;
  std::size_t count;
  Configuration all[kMost];
};
thread_local Configurations configurations;

Module* module_of(void** handle) { return reinterpret_cast<Module*>(handle); }

/// Until CUDA 12 the runtime looks at the sizes itself; since 13.0 it leaves that to the driver.
constexpr cudaError_t kBadConfiguration =
    CUDART_VERSION < 13000 ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;

cudaError_t error_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone: return cudaSuccess;
    case Outcome::kBadConfiguration: return kBadConfiguration;
    case Outcome::kTooLarge: return cudaErrorCooperativeLaunchTooLarge;
    case Outcome::kBadSharedSize: return cudaErrorInvalidValue;
    case Outcome::kBadAddress: return Errors::fault = cudaErrorIllegalAddress;
    case Outcome::kMisaligned: return Errors::fault = cudaErrorMisalignedAddress;
    case Outcome::kStackOverflow: return Errors::fault = cudaErrorHardwareStackError;
    case Outcome::kTrapped: return Errors::fault = cudaErrorLaunchFailure;
    case Outcome::kAsserted: return Errors::fault = cudaErrorAssert;
    case Outcome::kNoEnd: return Errors::fault = cudaErrorLaunchTimeout;
  }
  return cudaErrorUnknown;
}

/// A kernel's fault is told by a later call, as where launches do not wait.
cudaError_t launch(Runtime& runtime, Kernel* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                   bool cooperative = false) {
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  runtime.stream = id_of(InStream::now());
  const cudaError_t error = error_of(
      runtime.launch(*kernel, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, arguments, shared, cooperative));
  return error == Errors::fault ? cudaSuccess : error;
}

/// `kernel(runtime)`: null where there is none.
template <class Find>
cudaError_t put_launch(cudaStream_t stream, Find kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                       bool cooperative = false) {
  return put(
      stream, cudaGraphNodeTypeKernel,
      [=] {
        return call([&](Runtime& runtime) {
          return launch(runtime, kernel(runtime), grid, block, arguments, shared, cooperative);
        });
      },
      [&](Runtime& runtime) {
        return kept_launch(runtime, kernel(runtime), grid, block, arguments, shared, cooperative);
      });
}
auto of_stub(const void* stub) {
  return [stub](Runtime& runtime) { return runtime.modules.kernel(stub); };
}

}  // namespace

std::function<cudaError_t()> gemmscope::runtime::kept_launch(Runtime& runtime, Kernel* kernel, dim3 grid, dim3 block,
                                                             void** arguments, std::size_t shared, bool cooperative) {
  if (kernel == nullptr) return [] { return cudaErrorInvalidDeviceFunction; };
  const auto program = runtime.modules.program(*kernel);
  if (!program) runtime.refuse(program.error());
  KeptLaunch kept{kernel, grid, block, shared, cooperative};
  for (std::size_t i = 0; i < (*program)->parameters.size(); ++i) {
    const auto* const begin = static_cast<const std::byte*>(arguments[i]);
    kept.values.emplace_back(begin, begin + (*program)->parameters[i].bytes);
  }
  return kept;
}

void** KeptLaunch::find_arguments() {
  arguments.clear();
  for (std::vector<std::byte>& value : values) arguments.push_back(value.data());
  return arguments.data();
}

cudaError_t KeptLaunch::operator()() {
  return call([&](Runtime& now) { return launch(now, kernel, grid, block, find_arguments(), shared, is_cooperative); });
}

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  const std::scoped_lock lock(runtime().mutex);
  return reinterpret_cast<void**>(
      runtime().modules.add(fat_binaries_of(*static_cast<const FatBinaryWrapper*>(wrapper))));
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) { return 1; }
void __cudaRegisterFunction(void** module, const char* stub, char*, const char* name, int, uint3*, uint3*, dim3*, dim3*,
                            int*) {
  const std::scoped_lock lock(runtime().mutex);
  runtime().modules.add_kernel(module_of(module), stub, name);
}
void __cudaRegisterVar(void** module, char* shadow, char*, const char* name, int, std::size_t, int, int) {
  const std::scoped_lock lock(runtime().mutex);
  runtime().modules.add_symbol(module_of(module), shadow, name);
}
/// The host reads and writes the variable through a pointer, which is set here.
void __cudaRegisterManagedVar(void** module, void** shadow, char*, const char* name, int, std::size_t, int, int) {
  const std::scoped_lock lock(runtime().mutex);
  runtime().modules.add_symbol(module_of(module), shadow, name);
  const auto place = runtime().modules.place(shadow);
  if (!place) runtime().refuse(place.error());
  if (!*place) return;
  *shadow = (*place)->begin;
  runtime().hazards.pages.add(reinterpret_cast<std::uint64_t>((*place)->begin), (*place)->bytes, HostMemory::kManaged);
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream) {
  if (configurations.count == Configurations::kMost) return 1;  // nvcc's code then launches nothing
  configurations.all[configurations.count++] = {grid, block, shared, stream};
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
  if (configurations.count == 0) return cudaErrorMissingConfiguration;
  const Configuration last = configurations.all[--configurations.count];
  *grid = last.grid, *block = last.block, *shared = last.shared;
  std::memcpy(stream, &last.stream, sizeof(last.stream));
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* to, const void* stub) {
  return call([&](Runtime& runtime) {
    *to = reinterpret_cast<cudaKernel_t>(runtime.modules.kernel(stub));
    return unless(*to != nullptr, cudaErrorInvalidDeviceFunction);
  });
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                               cudaStream_t stream) {
  return put_launch(
      stream, [=](Runtime&) { return reinterpret_cast<Kernel*>(kernel); }, grid, block, arguments, shared);
}
cudaError_t cudaLaunchKernel(const void* stub, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                             cudaStream_t stream) {
  return put_launch(stream, of_stub(stub), grid, block, arguments, shared);
}

cudaError_t cudaLaunchCooperativeKernel(const void* stub, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                        cudaStream_t stream) {
  return put_launch(stream, of_stub(stub), grid, block, arguments, shared, true);
}
/// Attributes are hints, but for these.
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* stub, void** arguments) {
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) cooperative = attribute.val.cooperative != 0;
    const auto& cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z != 1)
      runtime().refuse({gemmscope::ErrorKind::kUsage, "clusters of blocks are not supported without a GPU"});
  }
  return put_launch(config->stream, of_stub(stub), config->gridDim, config->blockDim, arguments,
                    config->dynamicSmemBytes, cooperative);
}

}  // extern "C"
