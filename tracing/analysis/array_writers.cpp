// SPDX-License-Identifier: MIT
#include "tracing/analysis/array_writers.h"

#include <algorithm>
#include <tuple>

#include "tracing/analysis/check_findings.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;
using format::Segment;

bool stores(const Footprint& part, std::uint16_t tensor) {
  return part.tensor == tensor && part.op != format::Op::kLoad;
}

/// Segments that store to the array, in the order of time.
std::vector<const Segment*> storing_segments(const Recording& recording, const Footprints& footprints,
                                             std::uint16_t tensor, std::uint32_t block) {
  std::vector<const Segment*> segments;
  for (const Segment& segment : recording.patterns[recording.blocks[block].pattern].segments)
    if (std::ranges::any_of(footprints.of_template(segment.template_id),
                            [&](const Footprint& part) { return stores(part, tensor); }))
      segments.push_back(&segment);
  std::ranges::stable_sort(segments, [](const Segment* a, const Segment* b) {
    return std::tuple(a->interval, a->warp) < std::tuple(b->interval, b->warp);
  });
  return segments;
}

/// Whether request `request` of the segment comes before the moment, which is in interval `interval`.
bool is_before(const Segment& segment, std::uint32_t request, const Moment& moment, std::uint32_t interval) {
  return std::tuple(segment.interval, std::uint32_t{segment.warp}, request) <
         std::tuple(interval, moment.warp, moment.request);
}

std::uint32_t interval_of(const Recording& recording, const Moment& moment) {
  const format::Pattern& pattern = recording.patterns[recording.blocks[moment.block].pattern];
  if (moment.warp >= pattern.warp_requests.size() || moment.request >= pattern.warp_requests[moment.warp]) return kEnd;
  return pattern.segments[format::locate(recording, moment.block, moment.warp, moment.request).segment].interval;
}

}  // namespace

std::vector<CellWrite> array_writers(const Recording& recording, const Footprints& footprints, std::uint16_t tensor,
                                     const ArrayGrid& grid, const Moment& moment) {
  std::vector<CellWrite> cells(grid.cells());
  const std::uint32_t interval = interval_of(recording, moment);
  const std::optional<Access> fault = faulting_access(recording);
  for (const Segment* segment : storing_segments(recording, footprints, tensor, moment.block)) {
    const format::Template& coded = recording.templates[segment->template_id];
    for (std::size_t r = 0; r < coded.rows.size(); ++r) {
      const format::Row& row = coded.rows[r];
      const format::Site& site = recording.sites[row.site];
      const std::uint32_t request = segment->first_request + static_cast<std::uint32_t>(r);
      if (!is_before(*segment, request, moment, interval)) break;
      if (fault && fault->block == moment.block && fault->warp == segment->warp && fault->request == request) continue;
      if (site.tensor != tensor || site.op == format::Op::kLoad || row.base == format::kSharedBase) continue;
      const std::uint32_t base = segment->base[row.base] + recording.blocks[moment.block].base[row.base];
      const auto lanes = coded.lanes(r);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if ((row.mask >> lane & 1u) == 0) continue;
        grid.for_each_cell(base + lanes[lane], site.width, [&](std::uint32_t cell) {
          CellWrite& each = cells[cell];
          each.several |= each.write.written && each.write.warp != segment->warp;
          each.first_warp = each.write.written ? std::min(each.first_warp, segment->warp) : segment->warp;
          each.write = {true,    row.lane_of(lane), segment->warp,    row.site,
                        request, segment->interval, format::kEpilogue};
        });
      }
    }
  }
  return cells;
}

std::vector<CellBlock> storing_blocks(const Recording& recording, const Footprints& footprints, std::uint16_t tensor,
                                      const ArrayGrid& grid) {
  std::vector<CellBlock> cells(grid.cells());
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b) {
    const format::Block& block = recording.blocks[b];
    for (const Footprint& part : footprints.of_block(b)) {
      if (!stores(part, tensor)) continue;
      for (const Stretch& each : part.stretches)
        grid.for_each_cell(block.base[part.base] + each.first, each.count, [&](std::uint32_t cell) {
          cells[cell].several |= cells[cell].block && *cells[cell].block != b;
          cells[cell].block = b;
        });
    }
  }
  return cells;
}

Rect stored_part(const Recording& recording, const Footprints& footprints, std::uint16_t tensor,
                 const ArrayShape& shape, std::uint32_t block) {
  const std::uint32_t bytes = recording.tensors[tensor].element_bytes;
  std::uint32_t top = kEnd, left = kEnd, bottom = 0, right = 0;
  const format::Block& of = recording.blocks[block];
  for (const Footprint& part : footprints.of_block(block)) {
    if (!stores(part, tensor) || bytes == 0) continue;
    for (const Stretch& each : part.stretches) {
      const std::uint32_t first = (of.base[part.base] + each.first) / bytes,
                          last = static_cast<std::uint32_t>(
                              std::min<std::uint64_t>(first + std::uint64_t{each.count - 1} / bytes, kEnd));
      if (first >= shape.elements || each.count == 0) continue;
      const std::uint32_t end = std::min(last, shape.elements - 1);
      const bool whole_rows = shape.row(first) != shape.row(end);
      top = std::min(top, shape.row(first)), bottom = std::max(bottom, shape.row(end) + 1);
      left = std::min(left, whole_rows ? 0 : shape.column(first));
      right = std::max(right, whole_rows ? shape.pitch : shape.column(end) + 1);
    }
  }
  return bottom == 0 ? Rect{} : Rect{top, left, bottom - top, right - left};
}

std::vector<std::uint32_t> stored_elements(const Recording& recording, const Footprints& footprints,
                                           std::uint16_t tensor, const ArrayShape& shape, std::uint32_t block,
                                           std::size_t most) {
  const std::uint32_t bytes = recording.tensors[tensor].element_bytes;
  const format::Block& of = recording.blocks[block];
  std::vector<std::uint32_t> elements;
  if (bytes == 0 || !footprints.complete()) return elements;
  for (const Footprint& part : footprints.of_block(block)) {
    if (!stores(part, tensor)) continue;
    for (const Stretch& each : part.stretches) {
      const std::uint32_t begin = of.base[part.base] + each.first;
      const auto end = std::min<std::uint64_t>((std::uint64_t{begin} + each.count + bytes - 1) / bytes, shape.elements);
      if (begin / bytes < end && end - begin / bytes > most - elements.size()) return {};
      for (std::uint32_t element = begin / bytes; element < end; ++element) elements.push_back(element);
    }
  }
  return elements;
}

}  // namespace gemmscope::analysis
