// SPDX-License-Identifier: MIT
// What the table says of sgemm64.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/12_sgemm64.h"
#include "kernels/parameters.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

using Tile = Sgemm64Tile<0>;

constexpr std::string_view kLanes[] = {"zigzag", "scanA", "scanB"};
constexpr std::string_view kFragments[] = {"split32", "contig8"};
constexpr std::string_view kStores[] = {"shuffle", "direct", "direct32"};
constexpr std::string_view kOutside[] = {"zero", "texture"};

constexpr ParameterInfo kParameters[] = {
    {"lanes", "lanes walk over the thread tiles in a zigzag, along A, or along B", 0, 0, kLanes, "zigzag"},
    {"frag", "a thread's rows and columns: two groups of 4, 32 apart, or 8 adjacent", 0, 0, kFragments, "split32"},
    {"cstore", "C through shared memory, or by each thread, 16 or 4 bytes at a time", 0, 0, kStores, "shuffle"},
    {"PC", "floats added to each row of Cs", 0, kMaxPad, {}, "0"},
    {"swzC", "columns of Cs permuted by the row", 0, 0, kSwizzles, "none"},
    {"oob", "values beyond the edges of A and B: zeros, or those of a linear texture", 0, 0, kOutside, "zero"},
};

constexpr std::string_view kLayouts[] = {
    "", "lanes=scanA", "lanes=scanB", "frag=contig8", "lanes=scanA frag=contig8 cstore=direct",
    "lanes=scanB frag=contig8 cstore=direct32", "cstore=direct", "cstore=direct32", "PC=1", "PC=2", "PC=4", "PC=16",
    "swzC=xor", "lanes=scanB swzC=xor PC=3", "oob=texture", "oob=texture cstore=direct",
};

BlockGeometry geometry(const Variant& v) {
  constexpr int BM = Tile::BM, BN = Tile::BN, BK = Tile::BK, buffer = Tile::buffer;
  const Sgemm64Layout l(v);
  BlockGeometry g{.BM = BM, .BN = BN, .BK = BK, .NT = Tile::NT, .shared_bytes = 4 * 2 * buffer,
                  .tiles = {{.name = "As", .of = "A", .transposed = true,
                             .layout = in_buffers(padded_rows(BK, BM), 2, buffer), .load = 4, .store = 4},
                            {.name = "Bs", .of = "B", .layout = in_buffers(padded_rows(BK, BN), 2, buffer), .load = 4,
                             .store = 4, .offset_bytes = 4 * BK * BM}},
                  .column_major = true, .x_walks_rows = true};
  // Row b, in round n, is column n of thread column b; column = row of C.
  if (l.store == StoreC::kShuffle)
    g.tiles.push_back({.name = "Cs", .of = "C", .transposed = true,
                       .layout = padded_rows(8, BM, l.padC, l.swzC ? kSwizzleOfCs : Swizzle{}),
                       .store = aligned_vector(l.padC)});
  return g;
}

std::string violated(const Variant& v) {
  if (static_cast<StoreC>(v["cstore"]) != StoreC::kShuffle && (v["PC"] != 0 || v["swzC"] != 0))
    return "PC and swzC need cstore=shuffle: without it there is no Cs";
  return "";
}

std::string violated_size(const Variant& v, long long M, long long N, long long) {
  if (v["oob"] != 0 && (M % 4 != 0 || N % 4 != 0))
    return "oob=texture needs M and N to be multiples of 4: a texture of float4 is read 16 bytes at a time";
  return "";
}

}  // namespace

const KernelInfo& sgemm64_info() {
  static const KernelInfo info{
      .name = "sgemm64",
      .alias = "k002",
      .summary = "maxas sgemm64, 64 x 64 x 8: two buffers, column-major, C through shared memory",
      .source_path = "kernels/12_sgemm64.cuh",
      .source_text = texts::k12_sgemm64_cuh,
      .parameters = kParameters,
      .presets = {{"maxas64", "S. Gray, maxas sgemm64", {}}},
      .layouts = kLayouts,
      .geometry = &geometry,
      .violated_constraint = &violated,
      .violated_size = &violated_size,
  };
  return info;
}

}  // namespace gemmscope::kernels
