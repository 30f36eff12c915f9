// SPDX-License-Identifier: MIT
/// @file requests.h
/// Every request of a recording, decoded, one after the other: what counts of analyses are compared with.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::testing {

/// Of a block: by interval, warp, program order.
inline std::vector<format::Request> requests_of(const format::Recording& r, std::uint32_t block) {
  std::vector<format::Request> requests;
  for (const format::Segment& segment : r.patterns[r.blocks[block].pattern].segments)
    for (std::size_t row = 0; row < r.templates[segment.template_id].rows.size(); ++row)
      requests.push_back(format::decode(r, block, segment, row));
  std::ranges::stable_sort(requests, {}, [](const format::Request& q) { return std::tuple(q.interval, q.warp); });
  return requests;
}

/// Calls visit(request, its site) for all of them, block by block.
template <class Visit>
void for_each_request(const format::Recording& r, const Visit& visit) {
  for (std::uint32_t block = 0; block < r.blocks.size(); ++block)
    for (const format::Request& request : requests_of(r, block)) visit(request, r.sites[request.site]);
}

}  // namespace gemmscope::testing
