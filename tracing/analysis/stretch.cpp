// SPDX-License-Identifier: MIT
#include "tracing/analysis/stretch.h"

#include <algorithm>
#include <bit>

namespace gemmscope::analysis {

void append_lanes(const format::Template& coded, std::size_t row, std::uint32_t width,
                  std::vector<Stretch>& stretches) {
  const auto lanes = coded.lanes(row);
  for (std::uint32_t left = coded.rows[row].mask; left != 0; left &= left - 1) {
    const std::uint32_t first = lanes[static_cast<std::size_t>(std::countr_zero(left))];
    if (!stretches.empty() && first == stretches.back().first + stretches.back().count)
      stretches.back().count += width;
    else
      stretches.push_back({first, width});
  }
}

void tidy(std::vector<Stretch>& stretches) {
  std::ranges::sort(stretches, {}, &Stretch::first);
  std::size_t kept = 0;
  for (const Stretch& each : stretches) {
    if (kept != 0) {
      Stretch& last = stretches[kept - 1];
      const std::uint64_t end = std::uint64_t{last.first} + last.count;
      if (each.first <= end) {
        const std::uint64_t longer = std::max(end, std::uint64_t{each.first} + each.count) - last.first;
        last.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(longer, 0xffffffff));
        continue;
      }
    }
    stretches[kept++] = each;
  }
  stretches.resize(kept);
}

}  // namespace gemmscope::analysis
