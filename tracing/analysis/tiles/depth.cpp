// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/depth.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace gemmscope::analysis {
namespace {

using format::Recording;

class Depth {
 public:
  Depth(const Recording& recording, const Product& product, std::uint32_t block)
      : r_(recording), product_(product), block_(recording.blocks[block]) {}

  std::uint32_t find() const {
    constexpr std::uint32_t kMostDepth = 64;
    const std::vector<std::vector<std::uint32_t>> of_warps = lowest_of_warps();
    for (std::uint32_t depth = 1; depth <= kMostDepth; depth *= 2) {
      const auto before = [&](std::uint32_t a, std::uint32_t b) { return a / depth < b / depth; };
      if (std::ranges::all_of(of_warps, [&](const auto& ks) { return std::ranges::is_sorted(ks, before); }))
        return depth;
    }
    return 0;
  }

 private:
  /// The lowest k of each request to A or B.
  std::vector<std::vector<std::uint32_t>> lowest_of_warps() const {
    std::vector<std::vector<std::uint32_t>> all;
    std::uint32_t warp = 0xffffffff;
    for (const format::Segment& segment : r_.patterns[block_.pattern].segments) {
      if (segment.warp != std::exchange(warp, segment.warp)) all.emplace_back();
      const format::Template& coded = r_.templates[segment.template_id];
      for (std::size_t row = 0; row < coded.rows.size(); ++row)
        for (const ProductMatrix* matrix : {&product_.A, &product_.B})
          if (r_.sites[coded.rows[row].site].tensor == matrix->tensor)
            all.back().push_back(lowest_k(segment, coded, row, *matrix));
    }
    return all;
  }
  std::uint32_t lowest_k(const format::Segment& segment, const format::Template& coded, std::size_t row,
                         const ProductMatrix& matrix) const {
    std::uint32_t lowest = 0xffffffff;
    for (std::uint32_t left = coded.rows[row].mask; left != 0; left &= left - 1) {
      const std::uint32_t byte = segment.base[matrix.tensor] + block_.base[matrix.tensor] +
                                 coded.lanes(row)[static_cast<std::size_t>(std::countr_zero(left))];
      const std::uint32_t element = byte / r_.tensors[matrix.tensor].element_bytes;
      lowest = std::min(lowest, &matrix == &product_.A ? matrix.column(element) : matrix.row(element));
    }
    return lowest;
  }

  const Recording& r_;
  const Product& product_;
  const format::Block& block_;
};

}  // namespace

std::uint32_t depth_of(const format::Recording& recording, const Product& product, std::uint32_t block) {
  return Depth(recording, product, block).find();
}

}  // namespace gemmscope::analysis
