// SPDX-License-Identifier: MIT
#include "tracing/analysis/summary.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/geometry.h"
#include "tracing/analysis/modelled_cycles.h"
#include "tracing/analysis/ownership.h"

namespace gemmscope::analysis {
namespace {

constexpr std::uint64_t divide_up(std::uint64_t n, std::uint64_t by) { return (n + by - 1) / by; }

std::uint32_t overlap(format::Range a, format::Range b) {
  return format::Range{std::max(a.begin, b.begin), std::min(a.end, b.end)}.size();
}

std::optional<double> warp_fmas(const format::Recording& recording, const Scope& scope) {
  const auto& tile = recording.found_tile;
  if (!tile || scope.intervals != kEverything || lanes_share(recording)) return std::nullopt;
  const format::Range selected = recording.selection.warps;
  const double warps = overlap(scope.warps, {selected.begin, std::min(selected.end, recording.warps())});
  const std::uint32_t blocks = overlap(scope.blocks, {0, static_cast<std::uint32_t>(recording.blocks.size())}) -
                               idle_blocks(recording, scope.blocks);
  const double others = scope.k_tiles == kEverything ? double{1} * tile->other_ks - tile->stepped_over : 0;
  const double ks = 1.0 * overlap(scope.k_tiles, {0, recording.k_tiles}) * tile->BK / tile->k_parts + others;
  return blocks * ks * warps / recording.warps() * tile->BM * tile->BN / kLanes;
}

/// Sites of one name and width become one row, where the first of them stands.
std::vector<SiteSummary> merge_sites(const format::Recording& recording, const std::vector<Count>& per_site) {
  std::vector<SiteSummary> merged;
  std::map<std::tuple<std::string_view, std::uint8_t, std::uint16_t, format::Op>, std::size_t> row_of;
  for (std::size_t s = 0; s < recording.sites.size(); ++s) {
    const format::Site& site = recording.sites[s];
    const auto [found, is_first] = row_of.try_emplace({site.name, site.width, site.tensor, site.op}, merged.size());
    if (is_first)
      merged.push_back({.name = site.name,
                        .tensor = site.tensor,
                        .space = recording.tensors[site.tensor].space,
                        .op = site.op,
                        .width = site.width,
                        .sites = {},
                        .count = {},
                        .lines = {}});
    SiteSummary& row = merged[found->second];
    row.sites.push_back(static_cast<std::uint16_t>(s));
    row.count += per_site[s];
    row.lines.push_back({site.line, per_site[s]});
  }
  return merged;
}

LineCounts merge_lines(const format::Recording& recording, const std::vector<Count>& per_site, std::uint16_t file) {
  std::map<std::uint32_t, Count> by_line;
  for (std::size_t s = 0; s < per_site.size(); ++s)
    if (const std::uint32_t line = recording.sites[s].line_in(file); line != 0 || file == 0)
      by_line[line] += per_site[s];
  LineCounts lines;
  for (const auto& [line, count] : by_line) lines.push_back({line, count});
  return lines;
}

}  // namespace

void Count::add(const format::Site& site, const RequestCost& cost, std::uint64_t n) {
  requests += n;
  if (!cost.counts()) {
    (cost.misaligned ? misaligned : faulted) += n;
    return;
  }
  if (cost.sectors != 0) {
    sectors += n * cost.sectors;
    ideal_sectors += n * divide_up(cost.useful_bytes, kSectorBytes);
    lines += n * cost.lines;
    ideal_lines += n * divide_up(cost.useful_bytes, kLineBytes);
    useful_bytes += n * cost.useful_bytes;
    load_wavefronts += n * cost.load_wavefronts;
    return;
  }
  for (std::size_t m = 0; m < kConflictModels; ++m) {
    const ModelCost& by_model = cost.models[m];
    shared[m].wavefronts += n * by_model.wavefronts;
    shared[m].ideal_wavefronts += n * by_model.ideal;
    shared[m].max_nway = std::max<int>(shared[m].max_nway, by_model.max_nway);
    shared[m].nway_histogram[by_model.max_nway] += n;
  }
  cycles_h200 += static_cast<double>(n) * modelled_cycles_h200(instruction_of(site), site.width,
                                                               cost.by(ConflictModel::kFused).wavefronts, cost.fused);
}

Count& Count::operator+=(const Count& other) {
  requests += other.requests;
  misaligned += other.misaligned;
  faulted += other.faulted;
  for (std::size_t m = 0; m < kConflictModels; ++m) {
    shared[m].wavefronts += other.shared[m].wavefronts;
    shared[m].ideal_wavefronts += other.shared[m].ideal_wavefronts;
    shared[m].max_nway = std::max(shared[m].max_nway, other.shared[m].max_nway);
    for (std::size_t n = 0; n < shared[m].nway_histogram.size(); ++n)
      shared[m].nway_histogram[n] += other.shared[m].nway_histogram[n];
  }
  cycles_h200 += other.cycles_h200;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  lines += other.lines;
  ideal_lines += other.ideal_lines;
  useful_bytes += other.useful_bytes;
  load_wavefronts += other.load_wavefronts;
  return *this;
}

const SiteSummary* Summary::site(std::string_view name) const {
  for (const SiteSummary& s : sites)
    if (s.name == name) return &s;
  return nullptr;
}

std::optional<double> Summary::wavefronts_per_fma(ConflictModel model) const {
  if (!warp_fmas || *warp_fmas == 0) return std::nullopt;
  return static_cast<double>(main_loop.by(model).wavefronts) / *warp_fmas;
}

Summary summarize(const format::Recording& recording, const CostTable& table, const Scope& scope) {
  const std::vector<std::uint64_t> requests = count_requests(recording, table, scope);
  std::vector<Count> per_site(recording.sites.size());
  Summary summary;
  const auto add = [&](const format::Row& row, const RequestCost& cost, std::uint64_t n) {
    const format::Site& site = recording.sites[row.site];
    per_site[row.site].add(site, cost, n);
    if (row.continues) per_site[row.site].requests -= n;  // it is counted already
    if (row.k_tile != format::Row::kEpilogueRow) summary.main_loop.add(site, cost, n);
  };
  for (const CostTable::Entry& entry : table.entries()) {
    const std::vector<format::Row>& rows = recording.templates[entry.template_id].rows;
    const auto costs = table.costs(entry);
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (const std::uint64_t n = requests[entry.first + row]; n != 0) add(rows[row], costs[row], n);
  }
  for (const Count& count : per_site) summary.total += count;
  summary.sites = merge_sites(recording, per_site);
  summary.lines = merge_lines(recording, per_site, 0);
  for (std::uint16_t file = 1; file <= recording.included.size(); ++file)
    summary.included.push_back(merge_lines(recording, per_site, file));
  summary.warp_fmas = warp_fmas(recording, scope);
  return summary;
}

Summary summarize(const format::Recording& recording, const Scope& scope) {
  return summarize(recording, CostTable(recording), scope);
}

}  // namespace gemmscope::analysis
