// SPDX-License-Identifier: MIT
#include "tracing/analysis/neighbouring_loads.h"

#include <algorithm>
#include <array>
#include <map>

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::size_t kSoon = 4;          // loads of a site that are remembered
constexpr std::uint32_t kMostBytes = 16;  // that a lane can load at a time

/// Whether row `b` loads what is beside that of row `a`, which is at one site, so that a load of both would be aligned.
bool are_neighbours(const format::Template& coded, std::size_t a, std::size_t b, std::uint32_t width) {
  if (coded.rows[a].mask != coded.rows[b].mask) return false;
  const auto first = coded.lanes(a), second = coded.lanes(b);
  for (std::size_t lane = 0; lane < format::kLanes; ++lane) {
    if ((coded.rows[a].mask >> lane & 1u) == 0) continue;
    const std::uint32_t low = std::min(first[lane], second[lane]), high = std::max(first[lane], second[lane]);
    if (high - low != width || low % (2 * width) != 0) return false;
  }
  return coded.rows[a].mask != 0;
}

}  // namespace

std::vector<std::uint16_t> neighbouring_loads(const Recording& recording) {
  std::vector<bool> found(recording.sites.size());
  for (const format::Template& coded : recording.templates) {
    std::map<std::uint16_t, std::array<std::size_t, kSoon>> before;  // rows of a site: the number n at n % kSoon
    std::map<std::uint16_t, std::size_t> count;
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      const std::uint16_t s = coded.rows[row].site;
      const format::Site& site = recording.sites[s];
      if (found[s] || site.op != format::Op::kLoad || coded.rows[row].base != format::kSharedBase ||
          2u * site.width > kMostBytes)
        continue;
      std::array<std::size_t, kSoon>& rows = before[s];
      std::size_t& n = count[s];
      for (std::size_t i = 0; i < std::min(n, kSoon) && !found[s]; ++i)
        found[s] = are_neighbours(coded, rows[i], row, site.width);
      rows[n++ % kSoon] = row;
    }
  }
  std::vector<std::uint16_t> sites;
  for (std::size_t s = 0; s < found.size(); ++s)
    if (found[s]) sites.push_back(static_cast<std::uint16_t>(s));
  return sites;
}

}  // namespace gemmscope::analysis
