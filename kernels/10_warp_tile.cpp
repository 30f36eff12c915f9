// SPDX-License-Identifier: MIT
// What the table says of warp_tile.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/10_warp_tile.h"
#include "kernels/parameters.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {


constexpr ParameterInfo kParameters[] = {
    kParameterBM,
    kParameterBN,
    kParameterBK,
    {"WM", "rows of a warp tile", 1, 256, {}, ""},
    {"WN", "columns of a warp tile", 1, 256, {}, ""},
    {"WNITER", "warp subtiles side by side in a warp tile", 1, 16, {}, ""},
    kParameterTM,
    kParameterTN,
    {"NT", "threads of a block", 32, 1024, {}, ""},
    kParameterPA,
    kParameterPB,
    kParameterSwzA,
    kParameterSwzB,
    kParameterVec,
};

constexpr std::string_view kLayouts[] = {
    "", "PA=1", "PA=2", "PA=4", "PA=8", "PB=1", "PB=2", "PA=1 PB=1", "PA=4 PB=4", "PA=3 PB=6", "PA=32 PB=31", "PA=2 PB=2", "PA=8 PB=8",
    "swzA=xor", "swzB=xor", "swzA=xor swzB=xor", "swzA=xor swzB=xor PA=4 PB=2", "vec=scalar", "vec=scalar PA=1 swzA=xor",
};

WarpTileShape shape_of(const Variant& v) {
  return {v["BM"], v["BN"], v["BK"], v["WM"], v["WN"], v["WNITER"], v["TM"], v["TN"], v["NT"]};
}

BlockGeometry geometry(const Variant& v) {
  const WarpTileLayout l(v);
  const WarpTileShape s = shape_of(v);
  const Layout As = padded_rows(s.BK, s.BM, l.padA, l.swzA ? swizzle_of_As(s.BK) : Swizzle{});
  const Layout Bs = padded_rows(s.BK, s.BN, l.padB, l.swzB ? kSwizzleOfBs : Swizzle{});
  return one_after_the_other(
      {.BM = s.BM, .BN = s.BN, .BK = s.BK, .NT = s.NT,
       .tiles = {{.name = "As", .of = "A", .transposed = true, .layout = As, .load = l.vecA},
                 {.name = "Bs", .of = "B", .layout = Bs, .load = l.vecB, .store = l.storeB}}});
}

std::string violated(const Variant& v) {
  const WarpTileShape s = shape_of(v);
  if (const char* broken = warp_tile_violation(s)) return broken;
  if (v["swzA"] != 0 && s.BM % 32 != 0)
    return "swzA=xor needs BM to be a multiple of 32: it permutes whole turns around the banks";
  if (v["swzB"] != 0 && s.BN % 8 != 0)
    return "swzB=xor needs BN to be a multiple of 8: it swaps neighbouring groups of 4";
  return "";
}

std::vector<Preset> presets() {
  std::vector<Preset> all;
  for (const auto& [name, source, s] : kWarpTilePresets)
    all.push_back({name, source, {s.BM, s.BN, s.BK, s.WM, s.WN, s.WNITER, s.TM, s.TN, s.NT}});
  return all;
}

}  // namespace

const KernelInfo& warp_tile_info() {
  static const KernelInfo info{
      .name = "warp_tile",
      .alias = "k000",
      .summary = "block tile, warp tiles, warp subtiles, thread tiles; As transposed",
      .source_path = "kernels/10_warp_tile.cuh",
      .source_text = texts::k10_warp_tile_cuh,
      .parameters = kParameters,
      .presets = presets(),
      .layouts = kLayouts,
      .geometry = &geometry,
      .violated_constraint = &violated,
  };
  return info;
}

}  // namespace gemmscope::kernels
