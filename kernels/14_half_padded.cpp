// SPDX-License-Identifier: MIT
// What the table says of half_padded.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/14_half_padded.h"
#include "kernels/parameters.h"
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

constexpr std::string_view kWidths[] = {"16", "8", "4", "2"};

constexpr ParameterInfo kParameters[] = {
    kParameterBM,
    kParameterBN,
    kParameterBK,
    kParameterTM,
    kParameterTN,
    {"pad", "elements added after every 64 in a row of As and Bs", 0, kMaxPad, {}, "0"},
    {"width", "bytes of one access to a shared tile; the transposing stores to As have 2", 0, 0, kWidths, "16"},
    {"swz", "columns of As permuted in groups of 8 by the row", 0, 0, kSwizzles, "none"},
};

constexpr std::string_view kLayouts[] = {
    "", "width=8", "width=4", "width=2", "pad=1 width=2", "pad=2 width=4", "pad=3 width=2", "pad=4 width=8", "pad=8",
    "pad=8 width=4", "pad=32", "swz=xor", "swz=xor width=4", "swz=xor pad=8", "swz=xor pad=1 width=2",
};

BlockGeometry geometry(const Variant& v) {
  const HalfPaddedLayout l(v);
  const ThreadTileShape s = thread_tile_of(v);
  const Layout As = padded_groups(s.BK, s.BM, kPaddedGroup, l.pad, l.swz ? kSwizzleOfHalfAs : Swizzle{});
  const Layout Bs = padded_groups(s.BK, s.BN, kPaddedGroup, l.pad);
  return one_after_the_other(
      {.BM = s.BM, .BN = s.BN, .BK = s.BK, .NT = s.NT(),
       .tiles = {{.name = "As", .of = "A", .transposed = true, .layout = As, .load = l.vec},
                 {.name = "Bs", .of = "B", .layout = Bs, .load = l.vec, .store = l.vec}},
       .element_bytes = 2});
}

std::string violated(const Variant& v) {
  const char* broken = half_padded_violation(thread_tile_of(v));
  return broken != nullptr ? broken : "";
}

bool misaligned(const Variant& v) { return v["pad"] % HalfPaddedLayout(v).vec != 0; }

std::string wrong_on_purpose(const Variant& v) {
  if (!misaligned(v)) return "";
  const int vec = HalfPaddedLayout(v).vec;
  return "width=" + std::to_string(2 * vec) + " needs pad to be a multiple of " + std::to_string(vec) +
         ": otherwise accesses are misaligned and the GPU faults";
}

}  // namespace

const KernelInfo& half_padded_info() {
  static const KernelInfo info{
      .name = "half_padded",
      .alias = "k004",
      .summary = "half precision, 16 bytes at a time; tiles padded after every 64 elements; As transposed",
      .source_path = "kernels/14_half_padded.cuh",
      .source_text = texts::k14_half_padded_cuh,
      .parameters = kParameters,
      .presets = presets_of(kHalfPaddedPresets),
      .layouts = kLayouts,
      .geometry = &geometry,
      .violated_constraint = &violated,
      .wrong_on_purpose = &wrong_on_purpose,
      .misaligned = &misaligned,
  };
  return info;
}

}  // namespace gemmscope::kernels
