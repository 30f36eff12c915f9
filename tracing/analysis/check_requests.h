// SPDX-License-Identifier: MIT
/// @file check_requests.h
/// All accesses to one array in global memory.
#pragma once

#include <bit>
#include <vector>

#include "tracing/analysis/check_budget.h"
#include "tracing/analysis/check_findings.h"

namespace gemmscope::analysis {

/// The requests that load or store one tensor in global memory: few of all, where the rest is shared memory.
class RequestsOf {
 public:
  /// One lane's access.
  struct Touch {
    Access by;
    std::uint32_t byte = 0, width = 0;
    const format::Row* row = nullptr;
    const format::Segment* segment = nullptr;
  };

  RequestsOf(const format::Recording& r, std::uint16_t tensor, format::Op op)
      : r_(r), rows_(r.templates.size()), segments_(r.patterns.size()), lanes_(r.patterns.size(), 0) {
    for (std::size_t t = 0; t < rows_.size(); ++t)
      for (std::uint32_t row = 0; row < r.templates[t].rows.size(); ++row) {
        const format::Row& coded = r.templates[t].rows[row];
        if (r.sites[coded.site].tensor == tensor && r.sites[coded.site].op == op && coded.base != format::kSharedBase)
          rows_[t].push_back(row);
      }
    for (std::size_t p = 0; p < segments_.size(); ++p)
      for (const format::Segment& s : r.patterns[p].segments) {
        if (rows_[s.template_id].empty()) continue;
        segments_[p].push_back(&s);
        lanes_[p] += rows_[s.template_id].size() * kLanes;
      }
  }

  /// One request of a block.
  struct Place {
    std::uint32_t block = 0, row = 0, base = 0;  ///< `base`: of its addresses
    const format::Segment* segment = nullptr;
  };

  /// Calls visit(place) for all requests of block `block`; false if the budget does not allow it, or ends on the way.
  bool for_each_request(std::uint32_t block, Budget& budget, const auto& visit) const {
    if (!budget.allows(lanes_[r_.blocks[block].pattern])) return false;
    for (const format::Segment* segment : segments_[r_.blocks[block].pattern])
      for (const std::uint32_t row : rows_[segment->template_id]) {
        if (!budget.spend(kLanes)) return false;
        const std::uint8_t base = r_.templates[segment->template_id].rows[row].base;
        visit(Place{block, row, segment->base[base] + r_.blocks[block].base[base], segment});
      }
    return true;
  }
  /// Calls visit(touch) for its lanes.
  void for_each_lane(const Place& place, const auto& visit) const {
    const format::Segment& segment = *place.segment;
    const format::Template& t = r_.templates[segment.template_id];
    const format::Row& coded = t.rows[place.row];
    for (std::uint32_t left = coded.mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      visit(Touch{access_of(place.block, segment, place.row, coded.lane_of(lane), coded.site),
                  place.base + t.lanes(place.row)[lane], r_.sites[coded.site].width, &coded, &segment});
    }
  }
  /// Calls visit(touch) for all lanes of block `block`; false as for_each_request().
  bool for_each(std::uint32_t block, Budget& budget, const auto& visit) const {
    return for_each_request(block, budget, [&](const Place& place) { for_each_lane(place, visit); });
  }

 private:
  const format::Recording& r_;
  std::vector<std::vector<std::uint32_t>> rows_;               ///< of each template
  std::vector<std::vector<const format::Segment*>> segments_;  ///< of each pattern, those that have any
  std::vector<std::uint64_t> lanes_;                           ///< of each pattern
};

}  // namespace gemmscope::analysis
