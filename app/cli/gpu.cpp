// SPDX-License-Identifier: MIT
#include "app/cli/gpu.h"

#include <ostream>

#include "app/cli/verification.h"
#include "tracing/analysis/digest.h"
#include "tracing/cuda/bench.h"
#include "tracing/cuda/recorder.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::cli {
namespace {

constexpr std::uint32_t kGpuSize = 4096;  ///< M, N and K: large enough to fill every GPU of today

std::string text_of(const analysis::Difference& d) {
  return "block " + std::to_string(d.y) + "," + std::to_string(d.x) + ", warp " + std::to_string(d.warp) +
         ", request " + std::to_string(d.index);
}

}  // namespace

Result<std::uint64_t> compare_recordings(const kernels::KernelInfo& kernel, std::ostream& out) {
  std::uint64_t different = 0;
  for (const Configuration& configuration : record::configurations_of(kernel)) {
    const auto variant = kernels::resolve(kernel.name, configuration.preset, {});
    const kernels::BlockGeometry tile = variant->geometry();
    record::RecordRequest request = record::request_of(kernel, configuration);
    request.M = static_cast<std::uint32_t>(tile.BM) + 1, request.N = static_cast<std::uint32_t>(tile.BN) + 2;
    request.K = 2 * static_cast<std::uint32_t>(tile.BK) + 1;
    request.beta = 1;
    if (!record::size_is_possible(request)) request.M += 3, request.N += 2, request.K -= 1;  // whole vectors and lines
    const auto gpu = cuda::record(request);
    if (!gpu) return tl::unexpected(gpu.error());
    const auto emulator = simt::record(request);
    if (!emulator) return tl::unexpected(emulator.error());
    const auto difference = analysis::first_difference(*gpu, *emulator);
    if (!difference) continue;
    ++different;
    out << "DIFFERENT " << kernel.name << " " << configuration.text() << ": GPU and emulator part at "
        << text_of(*difference) << "\n";
  }
  return different;
}

Result<GpuRates> measure_on_gpu(const std::vector<const kernels::KernelInfo*>& kernels) {
  const auto device = cuda::find_device();
  if (!device) return tl::unexpected(device.error());
  GpuRates measured{
      .device = device->name, .driver = device->driver, .compiler = device->compiler, .date = {}, .rates = {}};
  for (const kernels::KernelInfo* kernel : kernels)
    for (const kernels::Preset& preset : kernel->presets) {
      const auto variant = kernels::resolve(kernel->name, preset.name, {});
      const auto result = cuda::bench(*variant, kGpuSize, kGpuSize, kGpuSize);
      if (!result) return tl::unexpected(result.error());
      measured.date = result->date;
      measured.rates.push_back(
          {kernel, std::string(preset.name), kGpuSize, result->median_ms, result->gflops, result->fixed_layout});
    }
  return measured;
}

}  // namespace gemmscope::cli
