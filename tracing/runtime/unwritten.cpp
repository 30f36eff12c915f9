// SPDX-License-Identifier: MIT
#include "tracing/runtime/unwritten.h"

#include <algorithm>
#include <bit>

namespace gemmscope::runtime {

void UnwrittenReads::unwritten(std::uint64_t block, std::uint32_t warp, const lockstep::Access& access,
                               const lockstep::Allocation& allocation, lockstep::Mask lanes, std::uint64_t first) {
  if (!selects(selection_, launch_, block) || !selection_.warps.contains(warp)) return;
  const lockstep::Allocation* const part = arrays_.find(first);
  const lockstep::Allocation& array = part != nullptr ? *part : allocation;
  const std::uint64_t byte = first - array.address;
  const std::scoped_lock lock(mutex_);
  Found& found =
      by_statement_.try_emplace({access.statement, array.id}, Found{access, array.id, 0, byte}).first->second;
  found.lanes += static_cast<std::uint64_t>(std::popcount(lanes));
  found.byte = std::min(found.byte, byte);
}

std::vector<UnwrittenReads::Found> UnwrittenReads::all() const {
  std::vector<Found> all;
  for (const auto& [key, found] : by_statement_) all.push_back(found);
  return all;
}

std::vector<format::UnwrittenRead> by_sites(std::span<const UnwrittenReads::Found> all,
                                            std::span<const record::LogKey> sites, const Numbering& numbering,
                                            const Lines& lines) {
  std::map<std::uint16_t, format::UnwrittenRead> by_site;
  for (const UnwrittenReads::Found& found : all) {
    const auto place = numbering.places().find(found.array);
    if (place == numbering.places().end()) continue;
    const record::LogKey key = site_key(lines, found.access, place->second.array);
    const auto site = std::ranges::lower_bound(sites, key);
    if (site == sites.end() || *site != key) continue;
    const auto n = static_cast<std::uint16_t>(site - sites.begin());
    const auto byte = static_cast<std::uint32_t>(place->second.offset + found.byte);
    format::UnwrittenRead& read = by_site.try_emplace(n, format::UnwrittenRead{n, byte, 0}).first->second;
    read.byte = std::min(read.byte, byte);
    read.count += found.lanes;
  }
  std::vector<format::UnwrittenRead> ordered;
  for (const auto& [site, read] : by_site) ordered.push_back(read);
  return ordered;
}

}  // namespace gemmscope::runtime
