// SPDX-License-Identifier: MIT
#include <array>
#include <utility>

#include "tracing/cuda/launch.h"

namespace gemmscope::cuda {

namespace {

static_assert(kernels::kWarpTilePresetCount == GEMMSCOPE_PLAIN_PRESETS, "tracing/cuda/CMakeLists.txt names the number of presets");

template <int... i>
PlainKernel find(const kernels::Variant& variant, std::integer_sequence<int, i...>) {
  static constexpr std::array finders{&PlainKernels<i>::find...};
  return finders[static_cast<std::size_t>(variant.preset_index)](variant);
}

template <int... i>
PlainKernel any_layout(const kernels::Variant& variant, bool edges, std::integer_sequence<int, i...>) {
  static constexpr std::array finders{&PlainKernels<i>::any_layout...};
  return finders[static_cast<std::size_t>(variant.preset_index)](edges);
}

constexpr std::make_integer_sequence<int, kernels::kWarpTilePresetCount> kPresets;

}  // namespace

PlainKernel find_plain_any_layout(const kernels::Variant& variant, bool edges) { return any_layout(variant, edges, kPresets); }

PlainKernel find_plain(const kernels::Variant& variant, bool edges) {
  const PlainKernel fixed = edges ? PlainKernel{} : find(variant, kPresets);
  return fixed.launch != nullptr ? fixed : find_plain_any_layout(variant, edges);
}

}  // namespace gemmscope::cuda
