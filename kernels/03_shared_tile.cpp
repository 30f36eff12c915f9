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
  const int side = v["BM"], PA = v["PA"], PB = v["PB"], startB = 4 * offset_of_Bs(side, side, PA);
  return {.BM = side, .BN = side, .BK = side, .NT = side * side, .shared_bytes = startB + 4 * side * (side + PB),
          .tiles = {{.name = "As", .of = "A", .transposed = false, .rows = side, .columns = side, .pitch = side + PA},
                    {.name = "Bs", .of = "B", .transposed = false, .rows = side, .columns = side, .pitch = side + PB,
                     .offset_bytes = startB}}};
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
  };
  return info;
}

}  // namespace gemmscope::kernels
