// SPDX-License-Identifier: MIT
#include "tests/analysis/recording_builder.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace gemmscope::analysis::testing {
namespace {

using format::Request;
using Bases = std::array<std::optional<std::uint32_t>, format::kMaxGlobalTensors>;

std::uint32_t first_address(const Request& request) {
  return request.address[static_cast<std::size_t>(std::countr_zero(request.mask))];
}

}  // namespace

std::uint32_t RecordingBuilder::template_id(format::Template coded) {
  const auto found = std::find(recording.templates.begin(), recording.templates.end(), coded);
  const auto id = static_cast<std::uint32_t>(found - recording.templates.begin());
  if (found == recording.templates.end()) recording.templates.push_back(std::move(coded));
  return id;
}

void RecordingBuilder::add_block(std::uint32_t y, std::uint32_t x, const std::vector<Request>& requests,
                                 std::vector<std::uint32_t> barrier_lines) {
  format::Pattern pattern;
  pattern.barrier_lines = std::move(barrier_lines);
  Bases block_base;
  for (std::size_t begin = 0, end = 0; begin < requests.size(); begin = end) {
    const Request& head = requests[begin];
    const auto same = [&](const Request& r) { return r.warp == head.warp && r.interval == head.interval; };
    while (end < requests.size() && same(requests[end])) ++end;

    format::Segment segment{.warp = head.warp, .interval = head.interval, .k_tile = head.k_tile};
    format::Template coded;
    Bases base;
    for (std::size_t i = begin; i < end; ++i) {
      const Request& r = requests[i];
      const std::uint16_t tensor = recording.sites[r.site].tensor;
      const bool shared = recording.tensors[tensor].space == format::Space::kShared;
      if (!shared && !base[tensor]) base[tensor] = first_address(r);
      coded.rows.push_back({.mask = r.mask,
                            .site = r.site,
                            .step = r.step,
                            .k_tile = r.k_tile == format::kEpilogue
                                          ? format::Row::kEpilogueRow
                                          : static_cast<std::uint16_t>(r.k_tile - head.k_tile),
                            .phase = r.phase,
                            .base = shared ? format::kSharedBase : static_cast<std::uint8_t>(tensor)});
      for (std::size_t lane = 0; lane < format::kLanes; ++lane)
        coded.addresses.push_back((r.mask >> lane & 1u) == 0 ? 0 : r.address[lane] - (shared ? 0 : *base[tensor]));
    }
    for (std::size_t t = 0; t < base.size(); ++t) {
      if (!base[t]) continue;
      if (!block_base[t]) block_base[t] = base[t];
      segment.base[t] = *base[t] - *block_base[t];
    }
    segment.template_id = template_id(std::move(coded));
    pattern.segments.push_back(segment);
  }

  const auto found = std::find(recording.patterns.begin(), recording.patterns.end(), pattern);
  format::Block block{.y = y, .x = x, .pattern = static_cast<std::uint32_t>(found - recording.patterns.begin())};
  for (std::size_t t = 0; t < block_base.size(); ++t) block.base[t] = block_base[t].value_or(0);
  if (found == recording.patterns.end()) recording.patterns.push_back(std::move(pattern));
  recording.blocks.push_back(block);
}

format::Recording RecordingBuilder::finish() {
  format::index_patterns(recording);
  return std::move(recording);
}

}  // namespace gemmscope::analysis::testing
