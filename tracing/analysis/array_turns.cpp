// SPDX-License-Identifier: MIT
#include "tracing/analysis/array_turns.h"

#include <optional>

namespace gemmscope::analysis {
namespace {

using format::Recording;
using format::Segment;

class Turning {
 public:
  Turning(const Recording& recording, const Footprints& footprints, std::uint16_t tensor, const ArrayGrid& grid,
          const Moment& moment)
      : recording_(recording),
        footprints_(footprints),
        tensor_(tensor),
        grid_(grid),
        block_(recording.blocks[moment.block]),
        pattern_(recording.patterns[block_.pattern]),
        cells_(grid.cells()) {
    if (moment.warp < pattern_.warp_requests.size() && moment.request < pattern_.warp_requests[moment.warp])
      now_ = format::locate(recording, moment.block, moment.warp, moment.request);
  }

  std::vector<Turns> run() {
    for (std::size_t s = 0; s < pattern_.segments.size(); ++s) add(s);
    for (const Footprint& part : footprints_.of_launch())
      if (part.tensor == tensor_)
        for (const Stretch& each : part.stretches) mark(each.first, each.count, Turn::kAnyBlock, part.op);
    return std::move(cells_);
  }

 private:
  void add(std::size_t s) {
    const Segment& segment = pattern_.segments[s];
    const Segment* const now = now_ ? &pattern_.segments[now_->segment] : nullptr;
    if (now != nullptr && s == now_->segment) return add_own(segment);
    const bool later = now != nullptr && (segment.interval > now->interval ||
                                          (segment.interval == now->interval && segment.warp > now->warp));
    for (const Footprint& part : footprints_.of_template(segment.template_id)) {
      if (part.tensor != tensor_) continue;
      const std::uint32_t base = segment.base[part.base] + block_.base[part.base];
      for (const Stretch& each : part.stretches)
        mark(base + each.first, each.count, later ? Turn::kLater : Turn::kBefore, part.op);
    }
    if (now != nullptr && segment.interval == now->interval) add_beside(segment, *now);
  }

  /// The cursor's warp and interval, request by request.
  void add_own(const Segment& segment) {
    const format::Template& coded = recording_.templates[segment.template_id];
    for (std::size_t row = 0; row < coded.rows.size(); ++row)
      add_row(segment, row, row < now_->row ? Turn::kBefore : row == now_->row ? Turn::kNow : Turn::kLater);
  }

  /// What another warp does when it does the same.
  void add_beside(const Segment& segment, const Segment& now) {
    const auto& own = recording_.templates[now.template_id].rows;
    const std::uint16_t site = own[now_->row].site;
    std::size_t left = 0;  // of the site, before the request
    for (std::size_t row = 0; row < now_->row; ++row) left += own[row].site == site;
    const auto& rows = recording_.templates[segment.template_id].rows;
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (rows[row].site == site && left-- == 0) return add_row(segment, row, Turn::kBeside);
  }

  void add_row(const Segment& segment, std::size_t row, Turn turn) {
    const format::Template& coded = recording_.templates[segment.template_id];
    const format::Row& each = coded.rows[row];
    const format::Site& site = recording_.sites[each.site];
    if (site.tensor != tensor_ || each.base == format::kSharedBase) return;
    const std::uint32_t base = segment.base[each.base] + block_.base[each.base];
    const auto lanes = coded.lanes(row);
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if ((each.mask >> lane & 1u) != 0) mark(base + lanes[lane], site.width, turn, site.op);
  }

  void mark(std::uint32_t first, std::uint32_t count, Turn turn, format::Op op) {
    grid_.for_each_cell(first, count, [&](std::uint32_t cell) { cells_[cell].add(turn, op); });
  }

  const Recording& recording_;
  const Footprints& footprints_;
  const std::uint16_t tensor_;
  const ArrayGrid& grid_;
  const format::Block& block_;
  const format::Pattern& pattern_;
  std::optional<format::RequestPosition> now_;
  std::vector<Turns> cells_;
};

}  // namespace

std::vector<Turns> array_turns(const Recording& recording, const Footprints& footprints, std::uint16_t tensor,
                               const ArrayGrid& grid, const Moment& moment) {
  return Turning(recording, footprints, tensor, grid, moment).run();
}

}  // namespace gemmscope::analysis
