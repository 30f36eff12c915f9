// SPDX-License-Identifier: MIT
#include <stdexcept>

#include "tracing/cuda/launch.h"

namespace gemmscope::cuda {

namespace {

struct NamedLaunches {
  std::string_view kernel;
  KernelLaunches launches;
};

constexpr NamedLaunches kLaunches[] = {
    {"warp_tile", {&traced_warp_tile, &plain_warp_tile, &plain_warp_tile_any_layout}},
};

const KernelLaunches& launches_of(const kernels::Variant& variant) {
  for (const auto& [kernel, launches] : kLaunches)
    if (kernel == variant.kernel->name) return launches;
  throw std::logic_error("a kernel of the table is not compiled for the GPU");
}

}  // namespace

TracedLaunch find_traced(const kernels::Variant& variant, bool edges) {
  return launches_of(variant).traced(variant, edges);
}

PlainKernel find_plain_any_layout(const kernels::Variant& variant, bool edges) {
  return launches_of(variant).any_layout(variant, edges);
}

PlainKernel find_plain(const kernels::Variant& variant, bool edges) {
  const PlainKernel fixed = edges ? PlainKernel{} : launches_of(variant).fixed_layout(variant);
  return fixed.launch != nullptr ? fixed : find_plain_any_layout(variant, edges);
}

}  // namespace gemmscope::cuda
