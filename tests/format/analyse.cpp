// SPDX-License-Identifier: MIT
#include "tests/format/analyse.h"

#include "app/words/finding_words.h"
#include "app/words/limits_words.h"
#include "tracing/analysis/check.h"
#include "tracing/analysis/digest.h"
#include "tracing/analysis/last_writers.h"
#include "tracing/analysis/life_of.h"
#include "tracing/analysis/ownership.h"
#include "tracing/analysis/reuse.h"
#include "tracing/analysis/roofline.h"
#include "tracing/analysis/shared_heat.h"
#include "tracing/analysis/summary.h"
#include "tracing/analysis/timeline.h"

namespace gemmscope::format::testing {
namespace {

using analysis::ConflictModel;
using analysis::CostTable;

std::uint64_t count(const Recording& recording, const CostTable& costs) {
  std::uint64_t sum = 0;
  for (const analysis::Scope& scope : {analysis::Scope{}, analysis::Scope{.k_tiles = {1, 2}, .epilogue = false}}) {
    const analysis::Summary summary = summarize(recording, costs, scope);
    sum += summary.total.requests + summary.sites.size() + summary.lines.size();
    sum += summary.wavefronts_per_fma(ConflictModel::kFused) > 0.25;
    for (const std::uint64_t digest : address_digests(recording, costs, scope)) sum += digest;
    for (const auto& tile : shared_heat(recording, costs, scope).words)
      for (const analysis::WordCount& word : tile) sum += word.contended;
  }
  return sum + analysis::combined(analysis::stream_digests(recording));
}

std::uint64_t walk_timeline(const analysis::Timeline& timeline, std::uint32_t block, std::uint32_t warp) {
  const std::uint32_t size = timeline.size(block, warp);
  std::uint64_t sum = timeline.stretch(block, warp, 0, size).excess;
  std::vector<analysis::TimelineColumn> columns(7);
  timeline.columns(block, warp, 0, size, columns);
  for (const analysis::TimelineColumn& column : columns) sum += column.excess;
  for (auto at = timeline.next_conflict(block, warp, 0); at; at = timeline.next_conflict(block, warp, *at + 1)) ++sum;
  sum += timeline.previous_conflict(block, warp, size).value_or(0);
  return sum + timeline.barriers(block, warp).size() + timeline.k_tile_bands(block, warp).size();
}

std::uint64_t place_bytes(const Recording& recording, const Block& block) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < 128; ++i) {
    const auto byte = static_cast<std::uint32_t>(i * (recording.shared_bytes + 4) / 128);
    for (std::uint16_t t = 0; t < recording.tensors.size(); ++t) {
      const auto cell = analysis::cell_in(recording, t, byte);
      const auto element = cell ? element_in(recording, *cell, block, static_cast<std::uint32_t>(i % 4)) : std::nullopt;
      sum += element ? byte_of(recording, *element) : 0;
    }
  }
  for (std::uint16_t t = 0; t < recording.tensors.size() && recording.tensors[t].space == Space::kGlobal; ++t)
    for (std::uint32_t i = 0; i < 128; ++i) {
      const auto element = analysis::element_at(recording, t, i * 0x2000004);
      if (!element) continue;
      const auto k_tile = k_tile_using(recording, *element);
      const auto cell = cell_holding(recording, *element, block, k_tile.value_or(0));
      sum += cell ? cell->byte : 1;
    }
  return sum;
}

std::uint64_t find_writers(const Recording& recording, std::uint32_t block, std::uint32_t warp, std::uint32_t request) {
  const analysis::Moment moment{block, warp, request};
  std::uint64_t sum = 0;
  for (const analysis::Write& write : shared_writers(recording, moment)) sum += write.request;
  return sum;
}

std::uint64_t count_reuse(const Recording& recording, const CostTable& costs) {
  const analysis::Reuse reuse = analysis::reuse(recording, costs);
  std::uint64_t sum = reuse.global.moved_bytes + reuse.shared.moved_bytes;
  for (const analysis::MatrixReuse& matrix : reuse.matrices)
    for (std::uint32_t i = 0; i < 128; ++i) sum += matrix.outside + matrix.map.at(i * 0x2000004, i).lanes;
  for (const analysis::TileReuse& tile : reuse.tiles) sum += tile.lanes.sum;
  return sum;
}

std::uint64_t find_limits(const Recording& recording, const CostTable& costs) {
  const analysis::Machine& h200 = analysis::kMachineH200;
  const analysis::Limits limits = analysis::limits(recording, costs, h200);
  const analysis::RooflinePoint point = roofline_point(recording, limits, h200);
  return words::bound_in_words(recording, limits, h200).size() + point.flop_per_byte[0].has_value();
}

std::uint64_t follow(const Recording& recording, std::uint32_t block, std::uint32_t warp, std::uint32_t request) {
  std::vector<analysis::Followed> followed;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t) {
    const Tensor& tensor = recording.tensors[t];
    for (const std::uint32_t part : {0u, 3u, 7u}) {
      const analysis::Element element{t, tensor.layout.rows / 8 * part, tensor.layout.columns / 8 * part};
      if (tensor.space == Space::kGlobal)
        followed.push_back(element);
      else
        followed.push_back(analysis::TileCell{element, part});
    }
  }
  for (const std::uint32_t back : {0u, 1u, 9u})
    followed.push_back(analysis::Register{warp, request - std::min(request, back), 5, 1});
  std::uint64_t sum = 0;
  for (const analysis::Followed& what : followed) {
    const analysis::Life life = analysis::life_of(recording, block, what).value();
    sum += life.uses.size() + life.absent.size() + elements_in(life.ends) + block_of(recording, what).value_or(0);
  }
  return sum;
}

}  // namespace

std::uint64_t analyse_tiling(const Recording& recording) {
  if (recording.blocks.empty()) return 0;
  const auto owners = analysis::ownership(recording, 0);
  return owners ? owners->owner_of(0, 0).value_or(analysis::Owner{}).lane + 1 : 0;
}

std::uint64_t analyse(const Recording& recording) {
  const CostTable costs(recording);
  const analysis::Timeline timeline(recording, costs);
  std::uint64_t sum = analyse_tiling(recording) + count(recording, costs) + count_reuse(recording, costs);
  sum += find_limits(recording, costs);
  for (const analysis::Finding& f : analysis::check(recording).findings) sum += words::sentence(recording, f).size();
  for (std::uint32_t block = 0; block < recording.blocks.size(); ++block) {
    sum += place_bytes(recording, recording.blocks[block]);
    for (std::uint32_t warp = 0; warp < recording.warps(); ++warp) sum += walk_timeline(timeline, block, warp);
    const std::uint32_t warp = block % recording.warps();
    sum += find_writers(recording, block, warp, timeline.size(block, warp) / 2);
    if (block < 2) sum += follow(recording, block, warp, timeline.size(block, warp) / 2);
  }
  return sum;
}

}  // namespace gemmscope::format::testing
