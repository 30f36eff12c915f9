// SPDX-License-Identifier: MIT
#include "tracing/cuda/device.h"

#include <string>

#include "tracing/cuda/check.h"
#include "tracing/record/origin.h"

namespace gemmscope::cuda {

namespace {

std::string version(int cuda) { return std::to_string(cuda / 1000) + "." + std::to_string(cuda % 1000 / 10); }

constexpr const char* kInstead = "; record on the emulator instead, or open a recording made elsewhere";

}  // namespace

tl::unexpected<Error> failure(cudaError_t error, const char* call) {
  (void)cudaGetLastError();  // otherwise the next, unrelated check would report this one again
  if (error == cudaErrorMemoryAllocation)
    return fail(ErrorKind::kNoSpace, "the GPU has too little free memory for this; choose a smaller size");
  const std::string function = std::string(call).substr(0, std::string_view(call).find('('));
  return fail(ErrorKind::kNoDevice, std::string("the GPU reported '") + cudaGetErrorString(error) + "' in " + function +
                                        "; try again, and look at the system log (dmesg) if it happens twice");
}

Result<DeviceInfo> find_device() {
  int devices = 0;
  const cudaError_t error = cudaGetDeviceCount(&devices);
  int driver = 0;
  (void)cudaDriverGetVersion(&driver);
  if (error == cudaErrorInsufficientDriver && driver == 0)
    return fail(ErrorKind::kNoDevice, std::string("no NVIDIA driver is installed on this machine") + kInstead);
  if (error == cudaErrorInsufficientDriver)
    return fail(ErrorKind::kNoDevice, "the NVIDIA driver supports CUDA " + version(driver) + " and this build needs " +
                                          version(CUDART_VERSION) + "; update the driver" + kInstead);
  if (error == cudaErrorNoDevice || (error == cudaSuccess && devices == 0))
    return fail(ErrorKind::kNoDevice, std::string("no NVIDIA GPU was found on this machine") + kInstead);
  if (error != cudaSuccess) return failure(error, "cudaGetDeviceCount");
  cudaDeviceProp properties{};
  GS_CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  const std::string number = record::nvidia_driver();
  DeviceInfo info;
  info.name = properties.name;
  info.driver = number.empty() ? "CUDA " + version(driver) : number + " (CUDA " + version(driver) + ")";
  info.compute_capability = properties.major * 10 + properties.minor;
  info.multiprocessors = properties.multiProcessorCount;
  (void)cudaDeviceGetAttribute(&info.clock_khz, cudaDevAttrClockRate, 0);  // of the properties since 13.0 it is none
  info.memory_bytes = properties.totalGlobalMem;
  return info;
}

}  // namespace gemmscope::cuda
