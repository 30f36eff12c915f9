// SPDX-License-Identifier: MIT
#include "app/cli/gpu.h"

#include <ostream>

#include "tracing/analysis/digest.h"
#include "tracing/cuda/recorder.h"
#include "tracing/record/configurations.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::cli {
namespace {

std::string place_of(const analysis::Difference& d) {
  return "block " + std::to_string(d.y) + "," + std::to_string(d.x) + ", warp " + std::to_string(d.warp) +
         ", request " + std::to_string(d.index);
}

}  // namespace

Result<std::uint64_t> compare_recordings(const kernels::KernelInfo& kernel, std::ostream& out) {
  std::uint64_t different = 0;
  for (const record::Configuration& configuration : record::configurations_of(kernel)) {
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
    out << "DIFFERENT " << kernel.name << " " << configuration.text() << ": GPU and emulator differ first at "
        << place_of(*difference) << "\n";
  }
  return different;
}

}  // namespace gemmscope::cli
