// SPDX-License-Identifier: MIT
// What the table says of block_tile.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/05_block_tile.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

constexpr std::string_view kLoads[] = {"linear", "strided", "seed"};
constexpr std::string_view kMaps[] = {"blocked", "interleaved"};

constexpr ParameterInfo kParameters[] = {
    {"BM", "rows of the block tile of C", 1, 256, {}, ""},
    {"BN", "columns of the block tile of C", 1, 256, {}, ""},
    {"BK", "depth of a k-tile", 1, 64, {}, ""},
    {"TM", "rows of a thread tile", 1, 16, {}, ""},
    {"TN", "columns of a thread tile", 1, 16, {}, ""},
    {"PA", "floats added to each row of As", 0, kMaxPad, {}, "0"},
    {"PB", "floats added to each row of Bs", 0, kMaxPad, {}, "0"},
    {"load", "how tiles are copied: neighbours by neighbours, or each thread a column of A and a row of B", 0, 0, kLoads, "linear"},
    {"omap", "rows and columns of a thread tile one after the other, or spread over the block tile", 0, 0, kMaps, "blocked"},
};

constexpr std::string_view kLayouts[] = {
    "", "PA=1", "PA=2", "PA=4", "PA=8", "PB=1", "PB=2", "PA=1 PB=1", "PA=4 PB=4", "PA=3 PB=6", "PA=32 PB=31",
    "load=strided", "load=strided PA=1 PB=2", "load=seed", "omap=interleaved", "omap=interleaved PA=1",
    "omap=interleaved load=strided PA=1",
};

BlockTileShape shape_of(const Variant& v) { return {v["BM"], v["BN"], v["BK"], v["TM"], v["TN"]}; }

BlockGeometry geometry(const Variant& v) {
  const BlockTileShape s = shape_of(v);
  const int PA = v["PA"], PB = v["PB"], startB = 4 * offset_of_Bs(s.BK, s.BM, PA);
  return {.BM = s.BM, .BN = s.BN, .BK = s.BK, .NT = s.NT(), .shared_bytes = startB + 4 * s.BK * (s.BN + PB),
          .tiles = {{.name = "As", .of = "A", .transposed = false, .rows = s.BM, .columns = s.BK, .pitch = s.BK + PA},
                    {.name = "Bs", .of = "B", .transposed = false, .rows = s.BK, .columns = s.BN, .pitch = s.BN + PB,
                     .offset_bytes = startB}}};
}

std::string violated(const Variant& v) {
  const BlockTileShape s = shape_of(v);
  const char* broken = violated_constraint(s);
  return broken != nullptr ? broken : "";
}

std::string wrong_on_purpose(const Variant& v) {
  const BlockTileShape s = shape_of(v);
  if (static_cast<TileLoad>(v["load"]) == TileLoad::kSeed && (s.Tx() != s.BK || s.Ty() != s.BK))
    return "load=seed needs BK = BN/TN = BM/TM: otherwise parts of the tiles are never copied, or stores go past them";
  return "";
}

std::vector<Preset> presets() {
  std::vector<Preset> all;
  for (const auto& [name, source, s] : kBlockTilePresets) all.push_back({name, source, {s.BM, s.BN, s.BK, s.TM, s.TN}});
  return all;
}

}  // namespace

const KernelInfo& block_tile_info() {
  static const KernelInfo info{
      "block_tile", "k001", "block tile and thread tiles; memory one float at a time",
      "kernels/05_block_tile.cuh", k05_block_tile_source, kParameters, presets(), kLayouts, &violated, &geometry, &wrong_on_purpose};
  return info;
}

}  // namespace gemmscope::kernels
