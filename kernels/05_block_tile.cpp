// SPDX-License-Identifier: MIT
// What the table says of block_tile.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/05_block_tile.h"
#include "kernels/parameters.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

constexpr std::string_view kLoads[] = {"linear", "strided", "one_pass"};
constexpr std::string_view kMaps[] = {"blocked", "interleaved"};

constexpr ParameterInfo kParameters[] = {
    kParameterBM,
    kParameterBN,
    kParameterBK,
    kParameterTM,
    kParameterTN,
    kParameterPA,
    kParameterPB,
    {"load", "how tiles are copied: neighbouring threads copy neighbours, or each thread a column of A and a row of B, repeatedly or once",
     0, 0, kLoads, "linear"},
    {"omap", "rows and columns of a thread tile: adjacent, or spread over the block tile", 0, 0, kMaps, "blocked"},
};

constexpr std::string_view kLayouts[] = {
    "", "PA=1", "PA=2", "PA=4", "PA=8", "PB=1", "PB=2", "PA=1 PB=1", "PA=4 PB=4", "PA=3 PB=6", "PA=32 PB=31",
    "load=strided", "load=strided PA=1 PB=2", "load=one_pass", "omap=interleaved", "omap=interleaved PA=1",
    "omap=interleaved load=strided PA=1",
};

BlockGeometry geometry(const Variant& v) {
  const BlockTileLayout l(v);
  const ThreadTileShape s = thread_tile_of(v);
  return one_after_the_other({.BM = s.BM, .BN = s.BN, .BK = s.BK, .NT = s.NT(),
                              .tiles = {{.name = "As", .of = "A", .layout = padded_rows(s.BM, s.BK, l.padA)},
                                        {.name = "Bs", .of = "B", .layout = padded_rows(s.BK, s.BN, l.padB)}}});
}

std::string violated(const Variant& v) {
  const char* broken = block_tile_violation(thread_tile_of(v));
  return broken != nullptr ? broken : "";
}

std::string wrong_on_purpose(const Variant& v) {
  const ThreadTileShape s = thread_tile_of(v);
  if (static_cast<TileLoad>(v["load"]) == TileLoad::kOnePass && (s.Tx() != s.BK || s.Ty() != s.BK))
    return "load=one_pass needs BK = BN/TN = BM/TM: otherwise parts of the tiles are never copied, or stores go past them";
  return "";
}

}  // namespace

const KernelInfo& block_tile_info() {
  static const KernelInfo info{
      .name = "block_tile",
      .alias = "k001",
      .summary = "block tile and thread tiles; memory one float at a time",
      .source_path = "kernels/05_block_tile.cuh",
      .source_text = texts::k05_block_tile_cuh,
      .parameters = kParameters,
      .presets = presets_of(kBlockTilePresets),
      .layouts = kLayouts,
      .geometry = &geometry,
      .violated_constraint = &violated,
      .wrong_on_purpose = &wrong_on_purpose,
  };
  return info;
}

}  // namespace gemmscope::kernels
