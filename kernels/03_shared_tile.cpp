// SPDX-License-Identifier: MIT
// What the table says of shared_tile.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/03_shared_tile.h"
#include "kernels/parameters.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

constexpr ParameterInfo kParameters[] = {
    {"BM", "rows and columns of every tile, and depth of a k-tile", 1, 32, {}, ""},
    kParameterPA,
    kParameterPB,
};

BlockGeometry geometry(const Variant& v) {
  const SharedTileLayout l(v);
  const int side = v["BM"];
  return one_after_the_other({.BM = side, .BN = side, .BK = side, .NT = side * side,
                              .tiles = {{.name = "As", .of = "A", .layout = padded_rows(side, side, l.padA)},
                                        {.name = "Bs", .of = "B", .layout = padded_rows(side, side, l.padB)}}});
}

constexpr std::string_view kLayouts[] = {
    "", "PA=1", "PA=2", "PA=4", "PA=8", "PB=1", "PB=2", "PA=1 PB=1", "PA=4 PB=4", "PA=3 PB=6", "PA=32 PB=31",
};

}  // namespace

const KernelInfo& shared_tile_info() {
  static const KernelInfo info{
      .name = "shared_tile",
      .summary = "square tiles in shared memory, one thread for each element of C",
      .source_path = "kernels/03_shared_tile.cuh",
      .source_text = texts::k03_shared_tile_cuh,
      .parameters = kParameters,
      .presets = presets_of(kSharedTilePresets),
      .layouts = kLayouts,
      .geometry = &geometry,
      .violated_constraint = &square_violated,
  };
  return info;
}

}  // namespace gemmscope::kernels
