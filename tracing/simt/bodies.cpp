// SPDX-License-Identifier: MIT
#include "tracing/simt/bodies.h"

#include <stdexcept>

#include "kernels/builds.h"

namespace gemmscope::simt {

namespace {

struct KernelBodies {
  std::string_view kernel;
  BoundBody (*bind)(const kernels::GemmArguments& arguments, bool traced, bool edges);
};

constexpr KernelBodies kBodies[] = {
    {"naive", &bind_build<kernels::NaiveBuilds>},
    {"coalesced", &bind_build<kernels::CoalescedBuilds>},
    {"shared_tile", &bind_build<kernels::SharedTileBuilds>},
    {"block_tile", &bind_build<kernels::BlockTileBuilds>},
    {"vectorized", &bind_build<kernels::VectorizedBuilds>},
    {"warp_tile", &bind_build<kernels::WarpTileBuilds>},
    {"sgemm64", &bind_build<kernels::Sgemm64Builds>},
    {"half_padded", &bind_build<kernels::HalfPaddedBuilds>},
};

}  // namespace

BoundBody bind(const kernels::GemmArguments& arguments, bool traced, bool edges) {
  for (const KernelBodies& bodies : kBodies)
    if (bodies.kernel == arguments.variant->kernel->name) return bodies.bind(arguments, traced, edges);
  throw std::logic_error("a kernel of the table is not compiled for the emulator");
}

}  // namespace gemmscope::simt
