// SPDX-License-Identifier: MIT
#include "tracing/analysis/narrow_loads.h"

#include <bit>
#include <set>

namespace gemmscope::analysis {

bool has_narrow_loads(const format::Recording& recording) {
  constexpr std::size_t kMostRows = 4096;  // kernels read in the first dozens; keeps damaged files affordable
  std::size_t looked_at = 0;
  for (const format::Template& coded : recording.templates) {
    std::set<std::pair<std::uint16_t, std::uint32_t>> read;  // tensor, byte
    for (std::size_t r = 0; r < coded.rows.size(); ++r) {
      if (++looked_at > kMostRows) return false;
      const format::Row& row = coded.rows[r];
      const format::Site& site = recording.sites[row.site];
      if (row.base != format::kSharedBase || site.op != format::Op::kLoad || site.width >= 16) continue;
      const std::uint32_t byte = coded.lanes(r)[static_cast<std::size_t>(std::countr_zero(row.mask))];
      if (read.contains({site.tensor, byte - site.width}) || read.contains({site.tensor, byte + site.width}))
        return true;
      read.insert({site.tensor, byte});
    }
  }
  return false;
}

}  // namespace gemmscope::analysis
