// SPDX-License-Identifier: MIT
// What the table says of half_padded.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/14_half_padded.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

constexpr std::string_view kWidths[] = {"16", "8", "4", "2"};
constexpr std::string_view kSwizzles[] = {"none", "xor"};

constexpr ParameterInfo kParameters[] = {
    {"BM", "rows of the block tile of C", 1, 256, {}, ""},
    {"BN", "columns of the block tile of C", 1, 256, {}, ""},
    {"BK", "depth of a k-tile", 1, 64, {}, ""},
    {"TM", "rows of a thread tile", 1, 16, {}, ""},
    {"TN", "columns of a thread tile", 1, 16, {}, ""},
    {"pad", "halfs added after every 64 of a row of As and Bs", 0, kMaxPad, {}, "0"},
    {"width", "bytes of one access to a shared tile; the transposing stores to As have 2", 0, 0, kWidths, "16"},
    {"swz", "columns of As permuted in groups of 8 by the row", 0, 0, kSwizzles, "none"},
};

constexpr std::string_view kLayouts[] = {
    "", "width=8", "width=4", "width=2", "pad=1 width=2", "pad=2 width=4", "pad=3 width=2", "pad=4 width=8", "pad=8",
    "pad=8 width=4", "pad=32", "swz=xor", "swz=xor width=4", "swz=xor pad=8", "swz=xor pad=1 width=2",
};

HalfPaddedShape shape_of(const Variant& v) { return {v["BM"], v["BN"], v["BK"], v["TM"], v["TN"]}; }

BlockGeometry geometry(const Variant& v) {
  const HalfPaddedShape s = shape_of(v);
  const int pad = v["pad"], pitchA = padded_pitch(s.BM, pad), pitchB = padded_pitch(s.BN, pad);
  const Swizzle by_row{Swizzle::By::kRow, 3, 8, 56};
  return {.BM = s.BM, .BN = s.BN, .BK = s.BK, .NT = s.NT(), .shared_bytes = 2 * s.BK * (pitchA + pitchB),
          .tiles = {{.name = "As", .of = "A", .transposed = true, .rows = s.BK, .columns = s.BM, .pitch = pitchA,
                     .swizzle = v["swz"] != 0 ? by_row : Swizzle{}, .group = kPaddedGroup, .group_pad = pad},
                    {.name = "Bs", .of = "B", .rows = s.BK, .columns = s.BN, .pitch = pitchB,
                     .offset_bytes = 2 * s.BK * pitchA, .group = kPaddedGroup, .group_pad = pad}},
          .element_bytes = 2};
}

std::string violated(const Variant& v) {
  const char* broken = violated_constraint(shape_of(v));
  return broken != nullptr ? broken : "";
}

std::string wrong_on_purpose(const Variant& v) {
  const int vec = 8 >> v["width"];  // halfs
  if (v["pad"] % vec == 0) return "";
  return "width=" + std::to_string(2 * vec) + " needs pad to be a multiple of " + std::to_string(vec) +
         ": otherwise accesses are misaligned, which is a fault on a GPU";
}

std::vector<Preset> presets() {
  std::vector<Preset> all;
  for (const auto& [name, source, s] : kHalfPaddedPresets) all.push_back({name, source, {s.BM, s.BN, s.BK, s.TM, s.TN}});
  return all;
}

}  // namespace

const KernelInfo& half_padded_info() {
  static const KernelInfo info{
      "half_padded", "k004", "halfs, 16 bytes at a time; tiles padded after every 64; As transposed",
      "kernels/14_half_padded.cuh", k14_half_padded_source, kParameters, presets(), kLayouts, &violated, &geometry, &wrong_on_purpose};
  return info;
}

}  // namespace gemmscope::kernels
