// SPDX-License-Identifier: MIT
#include "tracing/analysis/cost_table.h"

#include <algorithm>
#include <map>

#include "tracing/analysis/check_findings.h"
#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/l1_wavefronts.h"
#include "tracing/format/bases.h"

namespace gemmscope::analysis {

static_assert(format::kBasePeriod % kLineBytes == 0);

namespace {

/// An entry of `coded` whose costs begin at `first`.
CostTable::Entry entry_for(const format::Template& coded, std::uint32_t template_id, std::size_t first) {
  CostTable::Entry entry{.template_id = template_id, .first = first, .rows = coded.rows.size(), .k_tiles = {}};
  for (const format::Row& row : coded.rows) {
    if (row.k_tile == format::Row::kEpilogueRow) {
      entry.epilogue = true;
      continue;
    }
    if (entry.k_tiles.size() == 0) entry.k_tiles = {row.k_tile, row.k_tile + 1u};
    entry.k_tiles.begin = std::min<std::uint32_t>(entry.k_tiles.begin, row.k_tile);
    entry.k_tiles.end = std::max<std::uint32_t>(entry.k_tiles.end, row.k_tile + 1u);
  }
  return entry;
}

enum class Inside { kNone, kSome, kAll };

/// How many rows of a segment at k-tile `k_tile` are inside `scope`, without a look at them.
Inside part_inside(const Scope& scope, const CostTable::Entry& entry, std::uint32_t k_tile) {
  const bool main = entry.k_tiles.size() != 0;
  const std::uint32_t begin = k_tile + entry.k_tiles.begin, end = k_tile + entry.k_tiles.end;
  const bool all = !main || (scope.k_tiles.begin <= begin && end <= scope.k_tiles.end);
  const bool none = !main || end <= scope.k_tiles.begin || scope.k_tiles.end <= begin;
  if (all && (!entry.epilogue || scope.epilogue)) return Inside::kAll;
  return none && (!entry.epilogue || !scope.epilogue) ? Inside::kNone : Inside::kSome;
}

}  // namespace

RequestCost request_cost(const format::Recording& recording, const format::Template& coded, std::size_t row,
                         std::uint32_t base) {
  const format::Row& r = coded.rows[row];
  const WarpAccess access = warp_access(recording, coded, row, base);
  RequestCost cost;
  if (r.base != format::kSharedBase) {
    const GlobalCost global = global_cost(access);
    cost.misaligned = global.misaligned != 0;
    cost.sectors = global.sector_count;
    cost.lines = global.lines;
    cost.useful_bytes = global.useful_bytes;
    if (access.instruction == Instruction::kLoad)
      cost.load_wavefronts = static_cast<std::uint8_t>(l1_wavefronts(access, global.lines));
    return cost;
  }
  // Models differ only where phases fuse or words split, so most requests need one or two counts instead of three.
  const auto count = [&](ConflictModel model) {
    const SharedCost shared = shared_cost(access, model);
    return ModelCost{shared.wavefronts, shared.ideal, shared.max_nway};
  };
  cost.misaligned = misaligned_lanes(access) != 0;
  cost.fused = !cost.misaligned && find_fusion(access) != Fusion::kNone;
  const ModelCost textbook = count(ConflictModel::kTextbook);
  cost.models = {cost.fused ? count(ConflictModel::kFused) : textbook, textbook,
                 access.width > kBankBytes ? count(ConflictModel::kSubop) : textbook};
  return cost;
}

CostTable::CostTable(const format::Recording& recording) {
  std::vector<std::uint32_t> used, used_by_pattern;
  for (const format::Template& coded : recording.templates) used.push_back(format::tensors_used(coded));
  for (const format::Pattern& pattern : recording.patterns) {
    used_by_pattern.push_back(0);
    for (const format::Segment& segment : pattern.segments) used_by_pattern.back() |= used[segment.template_id];
  }

  const auto add_entry = [&](const format::PlaceKey& key, std::uint32_t template_id) {
    const format::Template& coded = recording.templates[template_id];
    entries_.push_back(entry_for(coded, template_id, costs_.size()));
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      const std::uint8_t tensor = coded.rows[row].base;
      const std::uint32_t at = tensor == format::kSharedBase ? 0 : key.bases.base[tensor];
      costs_.push_back(request_cost(recording, coded, row, at));
    }
    return static_cast<std::uint32_t>(entries_.size() - 1);
  };
  const auto key_of = [&](const format::Segment& segment, const format::Block& block) {
    format::Bases base = segment.base;
    for (std::size_t t = 0; t < base.size(); ++t) base[t] += block.base[t];
    return format::PlaceKey{segment.template_id, format::base_key(used[segment.template_id], base)};
  };
  std::map<format::PlaceKey, std::uint32_t> entry_of_key;
  const auto entry_of = [&](const format::Segment& segment, const format::Block& block) {
    const format::PlaceKey key = key_of(segment, block);
    const auto [found, is_first] = entry_of_key.try_emplace(key, static_cast<std::uint32_t>(entries_.size()));
    return is_first ? add_entry(key, segment.template_id) : found->second;
  };
  const auto add_group = [&](const format::Block& block) -> Group& {
    Group& group = groups_.emplace_back(Group{block.pattern, {}});
    const std::vector<format::Segment>& segments = recording.patterns[block.pattern].segments;
    group.entry.reserve(segments.size());
    for (const format::Segment& segment : segments) group.entry.push_back(entry_of(segment, block));
    return group;
  };

  const std::optional<Access> fault = faulting_access(recording);
  std::map<format::PlaceKey, std::uint32_t> group_of_key;
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b) {
    const format::Block& block = recording.blocks[b];
    const auto next = static_cast<std::uint32_t>(groups_.size());
    if (fault && fault->block == b) {
      const auto [at, row] = format::locate(recording, b, fault->warp, fault->request);
      const format::Segment& segment = recording.patterns[block.pattern].segments[at];
      const std::uint32_t entry = add_entry(key_of(segment, block), segment.template_id);
      RequestCost& cost = costs_[entries_[entry].first + row];
      if (!cost.misaligned) cost = {.faulted = true};
      add_group(block).entry[at] = entry;
      group_of_block_.push_back(next);
      continue;
    }
    const format::PlaceKey key{block.pattern, format::base_key(used_by_pattern[block.pattern], block.base)};
    const auto [found, is_first] = group_of_key.try_emplace(key, next);
    if (is_first) add_group(block);
    group_of_block_.push_back(found->second);
  }
}

std::vector<std::uint64_t> count_requests(const format::Recording& recording, const CostTable& table,
                                          const Scope& scope) {
  std::vector<std::uint64_t> blocks(table.groups().size(), 0);
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b)
    if (scope.blocks.contains(b)) ++blocks[table.group_of_block(b)];

  std::vector<std::uint64_t> whole(table.entries().size(), 0);
  std::vector<std::uint64_t> count(table.size(), 0);
  for (std::size_t g = 0; g < blocks.size(); ++g) {
    if (blocks[g] == 0) continue;
    const CostTable::Group& group = table.groups()[g];
    const std::vector<format::Segment>& segments = recording.patterns[group.pattern].segments;
    for (std::size_t s = 0; s < segments.size(); ++s) {
      if (!scope.contains(segments[s])) continue;
      const Inside part = part_inside(scope, table.entries()[group.entry[s]], segments[s].k_tile);
      if (part == Inside::kAll) whole[group.entry[s]] += blocks[g];
      if (part != Inside::kSome) continue;
      const std::vector<format::Row>& rows = recording.templates[segments[s].template_id].rows;
      const std::size_t first = table.entries()[group.entry[s]].first;
      for (std::size_t row = 0; row < rows.size(); ++row)
        if (scope.contains_k_tile(k_tile_of(segments[s], rows[row]))) count[first + row] += blocks[g];
    }
  }
  for (std::size_t e = 0; e < whole.size(); ++e) {
    const CostTable::Entry& entry = table.entries()[e];
    if (whole[e] != 0)
      for (std::size_t row = 0; row < entry.rows; ++row) count[entry.first + row] += whole[e];
  }
  return count;
}

std::uint32_t idle_blocks(const format::Recording& recording, format::Range blocks) {
  const auto all = static_cast<std::uint32_t>(recording.blocks.size());
  std::uint32_t idle = 0;
  for (std::uint32_t b = blocks.begin; b < std::min(blocks.end, all); ++b)
    idle += recording.patterns[recording.blocks[b].pattern].segments.empty() ? 1 : 0;
  return idle;
}

}  // namespace gemmscope::analysis
