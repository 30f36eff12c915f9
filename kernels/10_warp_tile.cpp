// SPDX-License-Identifier: MIT
// What the table says of warp_tile.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/10_warp_tile.h"
#include "kernels/shared_swizzles.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

constexpr std::string_view kSwizzles[] = {"none", "xor"};
constexpr std::string_view kVectors[] = {"vec", "scalar"};

constexpr ParameterInfo kWarpTileParameters[] = {
    {"BM", "rows of the block tile of C", 1, 256, {}, ""},
    {"BN", "columns of the block tile of C", 1, 256, {}, ""},
    {"BK", "depth of a k-tile", 1, 64, {}, ""},
    {"WM", "rows of a warp tile", 1, 256, {}, ""},
    {"WN", "columns of a warp tile", 1, 256, {}, ""},
    {"WNITER", "warp subtiles side by side in a warp tile", 1, 16, {}, ""},
    {"TM", "rows of a thread tile", 1, 16, {}, ""},
    {"TN", "columns of a thread tile", 1, 16, {}, ""},
    {"NT", "threads of a block", 32, 1024, {}, ""},
    {"PA", "floats added to each row of As", 0, kMaxPad, {}, "0"},
    {"PB", "floats added to each row of Bs", 0, kMaxPad, {}, "0"},
    {"swzA", "columns of As permuted by the row", 0, 0, kSwizzles, "none"},
    {"swzB", "columns of Bs permuted in groups of 4", 0, 0, kSwizzles, "none"},
    {"vec", "fragment reads as wide as alignment allows, or one float at a time", 0, 0, kVectors, "vec"},
};

constexpr std::string_view kLayouts[] = {
    "", "PA=1", "PA=2", "PA=4", "PA=8", "PB=1", "PB=2", "PA=1 PB=1", "PA=4 PB=4", "PA=3 PB=6", "PA=32 PB=31", "PA=2 PB=2", "PA=8 PB=8",
    "swzA=xor", "swzB=xor", "swzA=xor swzB=xor", "swzA=xor swzB=xor PA=4 PB=2", "vec=scalar", "vec=scalar PA=1 swzA=xor",
};

WarpTileShape shape_of(const Variant& v) {
  return {v["BM"], v["BN"], v["BK"], v["WM"], v["WN"], v["WNITER"], v["TM"], v["TN"], v["NT"]};
}

BlockGeometry geometry(const Variant& v) {
  const WarpTileShape s = shape_of(v);
  const int PA = v["PA"], PB = v["PB"], startB = 4 * offset_of_Bs(s.BM, s.BK, PA);
  return {.BM = s.BM, .BN = s.BN, .BK = s.BK, .NT = s.NT, .shared_bytes = startB + 4 * s.BK * (s.BN + PB),
          .tiles = {{.name = "As", .of = "A", .transposed = true, .rows = s.BK, .columns = s.BM, .pitch = s.BM + PA,
                     .offset_bytes = 0, .swizzle = v["swzA"] != 0 ? swizzle_of_As(s.BK) : Swizzle{}},
                    {.name = "Bs", .of = "B", .transposed = false, .rows = s.BK, .columns = s.BN, .pitch = s.BN + PB,
                     .offset_bytes = startB, .swizzle = v["swzB"] != 0 ? kSwizzleOfBs : Swizzle{}}}};
}

std::string violated(const Variant& v) {
  const WarpTileShape s = shape_of(v);
  if (const char* broken = violated_constraint(s)) return broken;
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
      "warp_tile", "k000", "block tile, warp tiles, warp subtiles, thread tiles; As transposed",
      "kernels/10_warp_tile.cuh", k10_warp_tile_source, kWarpTileParameters, presets(), kLayouts, &violated, &geometry};
  return info;
}

}  // namespace gemmscope::kernels
