// SPDX-License-Identifier: MIT
// What the table says of vectorized.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/06_vectorized.h"
#include "kernels/parameters.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

constexpr std::string_view kAsOrders[] = {"col", "row"};
constexpr std::string_view kFragments[] = {"blocked", "split"};

constexpr ParameterInfo kParameters[] = {
    kParameterBM,
    kParameterBN,
    kParameterBK,
    kParameterTM,
    kParameterTN,
    kParameterPA,
    kParameterPB,
    {"As", "As transposed, or row by row as in A", 0, 0, kAsOrders, "col"},
    {"frag", "a thread's rows and columns: adjacent, or spread in groups of 4", 0, 0, kFragments, "blocked"},
    kParameterSwzA,
    kParameterSwzB,
    kParameterVec,
};

constexpr std::string_view kLayouts[] = {
    "", "PA=1", "PA=2", "PA=4", "PA=8", "PB=1", "PB=2", "PA=1 PB=1", "PA=4 PB=4", "PA=3 PB=6", "PA=32 PB=31",
    "As=row", "As=row PA=1", "As=row PA=2 frag=split", "frag=split", "frag=split PA=4", "frag=split swzA=xor swzB=xor",
    "swzA=xor", "swzB=xor", "swzA=xor swzB=xor PA=4 PB=2", "vec=scalar", "vec=scalar PA=1 swzA=xor",
};

BlockGeometry geometry(const Variant& v) {
  const VectorizedLayout l(v);
  const ThreadTileShape s = thread_tile_of(v);
  const Layout As = l.asRow ? padded_rows(s.BM, s.BK, l.padA)
                             : padded_rows(s.BK, s.BM, l.padA, l.swzA ? swizzle_of_As(s.BK) : Swizzle{});
  const Layout Bs = padded_rows(s.BK, s.BN, l.padB, l.swzB ? kSwizzleOfBs : Swizzle{});
  return one_after_the_other(
      {.BM = s.BM, .BN = s.BN, .BK = s.BK, .NT = s.NT(),
       .tiles = {{.name = "As", .of = "A", .transposed = !l.asRow, .layout = As, .load = l.vecA,
                  .store = l.asRow ? aligned_vector(l.padA) : 1},
                 {.name = "Bs", .of = "B", .layout = Bs, .load = l.vecB, .store = aligned_vector(l.padB)}}});
}

std::string violated(const Variant& v) {
  const ThreadTileShape s = thread_tile_of(v);
  if (const char* broken = vectorized_violation(s)) return broken;
  if (v["swzA"] != 0 && v["As"] != 0) return "swzA=xor needs As=col: it permutes the columns of the transposed tile";
  if (v["swzA"] != 0 && s.BM % 32 != 0)
    return "swzA=xor needs BM to be a multiple of 32: it permutes whole turns around the banks";
  if (v["swzB"] != 0 && s.BN % 8 != 0)
    return "swzB=xor needs BN to be a multiple of 8: it swaps neighbouring groups of 4";
  return "";
}

}  // namespace

const KernelInfo& vectorized_info() {
  static const KernelInfo info{
      .name = "vectorized",
      .alias = "k003",
      .summary = "block tile and thread tiles; memory in float4, As transposed",
      .source_path = "kernels/06_vectorized.cuh",
      .source_text = texts::k06_vectorized_cuh,
      .parameters = kParameters,
      .presets = presets_of(kVectorizedPresets),
      .layouts = kLayouts,
      .geometry = &geometry,
      .violated_constraint = &violated,
  };
  return info;
}

}  // namespace gemmscope::kernels
