// SPDX-License-Identifier: MIT
// The words of CUDA come first: kernels are written in them.
#include "tracing/simt/cuda_words.h"

#include <array>
#include <utility>

#include "kernels/10_warp_tile.cuh"
#include "kernels/gemm_arguments.h"
#include "kernels/warp_tile_presets.h"
#include "tracing/simt/bodies.h"
#include "tracing/simt/traced_memory.h"

namespace gemmscope::simt {

namespace {

template <class Tile, class Layout, class Mem, bool Edges>
void body(const void* arguments) {
  const auto& a = *static_cast<const kernels::GemmArguments*>(arguments);
  kernels::warp_tile<Tile, Layout, Mem, Edges>(a.M, a.N, a.K, a.alpha, a.A, a.B, a.beta, a.C,
                                               kernels::runtime_layout(Tile::TM, Tile::TN, a.layout), {});
}

/// The forms of one preset: with the widths of fragment reads fixed where that is common, and for everything else.
struct Forms {
  int widest_vecA = 0, widest_vecB = 0;
  BlockRunner::Body widest = nullptr, scalar = nullptr, mixed = nullptr, edges = nullptr;
};

template <class Tile, class Mem>
constexpr Forms forms() {
  constexpr int vecA = kernels::fragment_vector(Tile::TM, 0, false),
                vecB = kernels::fragment_vector(Tile::TN, 0, false);
  return {vecA,
          vecB,
          &body<Tile, kernels::FixedWidthLayout<vecA, vecB>, Mem, false>,
          &body<Tile, kernels::FixedWidthLayout<1, 1>, Mem, false>,
          &body<Tile, kernels::RuntimeLayout, Mem, false>,
          &body<Tile, kernels::RuntimeLayout, Mem, true>};
}

template <class Mem, int... i>
Forms forms_of(std::size_t preset, std::integer_sequence<int, i...>) {
  static constexpr std::array all{forms<kernels::WarpTilePreset<i>, Mem>()...};
  return all[preset];
}

}  // namespace

BlockRunner::Body warp_tile_body(const kernels::Variant& variant, bool traced, bool edges) {
  constexpr std::make_integer_sequence<int, kernels::kWarpTilePresetCount> presets;
  const Forms form = traced ? forms_of<TracedMemory>(variant.preset, presets)
                            : forms_of<kernels::PlainMemory>(variant.preset, presets);
  const kernels::RuntimeLayout layout = kernels::runtime_layout(variant["TM"], variant["TN"], variant.layout());
  if (edges) return form.edges;
  if (layout.swzA || layout.swzB) return form.mixed;
  if (layout.vecA == form.widest_vecA && layout.vecB == form.widest_vecB) return form.widest;
  if (layout.vecA == 1 && layout.vecB == 1) return form.scalar;
  return form.mixed;
}

}  // namespace gemmscope::simt
