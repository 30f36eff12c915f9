// SPDX-License-Identifier: MIT
// What the table says of vectorized.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/06_vectorized.h"
#include "kernels/shared_swizzles.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

constexpr std::string_view kAsOrders[] = {"col", "row"};
constexpr std::string_view kFragments[] = {"blocked", "split"};
constexpr std::string_view kSwizzles[] = {"none", "xor"};
constexpr std::string_view kVectors[] = {"vec", "scalar"};
constexpr std::string_view kSingle[] = {"false", "true"};

constexpr ParameterInfo kParameters[] = {
    {"BM", "rows of the block tile of C", 1, 256, {}, ""},
    {"BN", "columns of the block tile of C", 1, 256, {}, ""},
    {"BK", "depth of a k-tile", 1, 64, {}, ""},
    {"TM", "rows of a thread tile", 1, 16, {}, ""},
    {"TN", "columns of a thread tile", 1, 16, {}, ""},
    {"PA", "floats added to each row of As", 0, kMaxPad, {}, "0"},
    {"PB", "floats added to each row of Bs", 0, kMaxPad, {}, "0"},
    {"As", "As transposed, or row by row as in A", 0, 0, kAsOrders, "col"},
    {"frag", "a thread's rows and columns one after the other, or spread in groups of 4", 0, 0, kFragments, "blocked"},
    {"swzA", "columns of As permuted by the row", 0, 0, kSwizzles, "none"},
    {"swzB", "columns of Bs permuted in groups of 4", 0, 0, kSwizzles, "none"},
    {"single", "tiles are copied in one pass, however large they are", 0, 0, kSingle, "false"},
    {"vec", "fragment reads as wide as alignment allows, or one float at a time", 0, 0, kVectors, "vec"},
};

constexpr std::string_view kLayouts[] = {
    "", "PA=1", "PA=2", "PA=4", "PA=8", "PB=1", "PB=2", "PA=1 PB=1", "PA=4 PB=4", "PA=3 PB=6", "PA=32 PB=31",
    "As=row", "As=row PA=1", "As=row PA=2 frag=split", "frag=split", "frag=split PA=4", "frag=split swzA=xor swzB=xor",
    "swzA=xor", "swzB=xor", "swzA=xor swzB=xor PA=4 PB=2", "vec=scalar", "vec=scalar PA=1 swzA=xor", "single=true", "single=true PA=4",
};

VectorizedShape shape_of(const Variant& v) { return {v["BM"], v["BN"], v["BK"], v["TM"], v["TN"]}; }

BlockGeometry geometry(const Variant& v) {
  const VectorizedShape s = shape_of(v);
  const bool row = v["As"] != 0;
  const int PA = v["PA"], PB = v["PB"], rowsA = row ? s.BM : s.BK, colsA = row ? s.BK : s.BM;
  const int startB = 4 * offset_of_Bs(colsA, rowsA, PA);
  return {.BM = s.BM, .BN = s.BN, .BK = s.BK, .NT = s.NT(), .shared_bytes = startB + 4 * s.BK * (s.BN + PB),
          .tiles = {{.name = "As", .of = "A", .transposed = !row, .rows = rowsA, .columns = colsA, .pitch = colsA + PA,
                     .offset_bytes = 0, .swizzle = v["swzA"] != 0 ? swizzle_of_As(s.BK) : Swizzle{}},
                    {.name = "Bs", .of = "B", .transposed = false, .rows = s.BK, .columns = s.BN, .pitch = s.BN + PB,
                     .offset_bytes = startB, .swizzle = v["swzB"] != 0 ? kSwizzleOfBs : Swizzle{}}}};
}

std::string violated(const Variant& v) {
  const VectorizedShape s = shape_of(v);
  if (const char* broken = violated_constraint(s)) return broken;
  if (v["swzA"] != 0 && v["As"] != 0) return "swzA=xor needs As=col: it permutes the columns of the transposed tile";
  if (v["swzA"] != 0 && s.BM % 32 != 0)
    return "swzA=xor needs BM to be a multiple of 32: it permutes whole turns around the banks";
  if (v["swzB"] != 0 && s.BN % 8 != 0)
    return "swzB=xor needs BN to be a multiple of 8: it swaps neighbouring groups of 4";
  return "";
}

std::string wrong_on_purpose(const Variant& v) {
  const VectorizedShape s = shape_of(v);
  if (v["single"] != 0 && (4 * s.NT() != s.BM * s.BK || 4 * s.NT() != s.BK * s.BN))
    return "single=true needs 4*NT = BM*BK = BK*BN: otherwise one pass of the copy leaves parts of the tiles unwritten";
  return "";
}

std::vector<Preset> presets() {
  std::vector<Preset> all;
  for (const auto& [name, source, s] : kVectorizedPresets) all.push_back({name, source, {s.BM, s.BN, s.BK, s.TM, s.TN}});
  return all;
}

}  // namespace

const KernelInfo& vectorized_info() {
  static const KernelInfo info{
      "vectorized", "k003", "block tile and thread tiles; memory in float4, As transposed",
      "kernels/06_vectorized.cuh", k06_vectorized_source, kParameters, presets(), kLayouts, &violated, &geometry, &wrong_on_purpose};
  return info;
}

}  // namespace gemmscope::kernels
