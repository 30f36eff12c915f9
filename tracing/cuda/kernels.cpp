// SPDX-License-Identifier: MIT
#include <stdexcept>
#include <utility>

#include "kernels/builds.h"
#include "tracing/cuda/launch.h"

namespace gemmscope::cuda {

namespace {

/// The plain builds of all presets of a kernel.
template <class Builds, class Presets>
struct PlainBuilds;

template <class Builds, int... i>
struct PlainBuilds<Builds, std::integer_sequence<int, i...>> {
  static PlainKernel fixed_layout(const kernels::Variant& variant) {
    static constexpr PlainKernel (*presets[])(const kernels::Variant&) = {&PlainBuild<Builds, i>::fixed_layout...};
    return presets[variant.preset](variant);
  }
  static PlainKernel any_layout(const kernels::Variant& variant, bool edges) {
    static constexpr PlainKernel (*presets[])(bool) = {&PlainBuild<Builds, i>::any_layout...};
    return presets[variant.preset](edges);
  }
};

struct NamedLaunches {
  std::string_view kernel;
  int presets;
  KernelLaunches launches;
};

template <class Builds, int presets>
constexpr NamedLaunches launches(std::string_view kernel) {
  using Plain = PlainBuilds<Builds, std::make_integer_sequence<int, presets>>;
  return {kernel, presets, {&traced_build<Builds>, &Plain::fixed_layout, &Plain::any_layout}};
}

constexpr NamedLaunches kLaunches[] = {
    launches<kernels::NaiveBuilds, GEMMSCOPE_NAIVE_PRESETS>("naive"),
    launches<kernels::CoalescedBuilds, GEMMSCOPE_COALESCED_PRESETS>("coalesced"),
    launches<kernels::SharedTileBuilds, GEMMSCOPE_SHARED_TILE_PRESETS>("shared_tile"),
    launches<kernels::BlockTileBuilds, GEMMSCOPE_BLOCK_TILE_PRESETS>("block_tile"),
    launches<kernels::VectorizedBuilds, GEMMSCOPE_VECTORIZED_PRESETS>("vectorized"),
    launches<kernels::WarpTileBuilds, GEMMSCOPE_WARP_TILE_PRESETS>("warp_tile"),
    launches<kernels::Sgemm64Builds, GEMMSCOPE_SGEMM64_PRESETS>("sgemm64"),
    launches<kernels::HalfPaddedBuilds, GEMMSCOPE_HALF_PADDED_PRESETS>("half_padded"),
};

const KernelLaunches& launches_of(const kernels::Variant& variant) {
  for (const auto& [kernel, presets, launches] : kLaunches)
    if (kernel == variant.kernel->name && static_cast<int>(variant.kernel->presets.size()) == presets) return launches;
  throw std::logic_error("not all presets of a kernel of the table are compiled for the GPU; see cmake/Kernels.cmake");
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
