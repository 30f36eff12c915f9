// SPDX-License-Identifier: MIT
// What the report counts, whatever form it is written in.
#include <cstdio>

#include "app/views/metrics/report.h"
#include "tracing/analysis/digest.h"
#include "tracing/analysis/tiles/described.h"

namespace gemmscope::views {
namespace {

Figures figures(const format::Recording& recording, const analysis::CostTable& costs, const std::string& scope,
                const analysis::Scope& part) {
  return {.scope = scope, .part = part, .summary = analysis::summarize(recording, costs, part)};
}

}  // namespace

Result<analysis::Scope> part_of(const std::string& scope) {
  for (const auto each : {session::Scope::kKTile, session::Scope::kBlock, session::Scope::kKernel})
    if (scope == session::name_of(each)) return session::scope_at(each, 0, 0);
  return fail(ErrorKind::kUsage, "there is no scope '" + scope + "'; choose one of k_tile, block, kernel");
}

Coverages coverage_of(const format::Recording& recording) {
  return {.blocks = {recording.blocks.size(), recording.launch_blocks()},
          .warps = {recording.selection.warps.size(), recording.warps()}};
}

namespace {

Report report_of(const format::Recording& recording, const analysis::CostTable& costs, analysis::ConflictModel model,
                 const std::string& scope, const analysis::Scope& part) {
  Report report{.recording = &recording,
                .model = model,
                .recorded = figures(recording, costs, "kernel", {}),
                .asked = figures(recording, costs, scope, part),
                .digests = {},
                .coverage = coverage_of(recording),
                .arrays = {}};
  const std::vector<std::uint64_t> per_site = analysis::address_digests(recording, costs);
  for (const analysis::SiteSummary& site : report.recorded.summary.sites) {
    report.digests.push_back(0);
    for (const std::uint16_t s : site.sites) report.digests.back() += per_site[s];
  }
  return report;
}

void add_arrays(Report& report, const std::optional<analysis::Tiles>& tiles,
                const std::vector<analysis::ArrayShape>& shapes, const analysis::Footprints& footprints) {
  report.tiles = tiles;
  report.arrays = analysis::array_uses(*report.recording, shapes, footprints);
  report.arrays_complete = footprints.complete();
}

}  // namespace

analysis::Count count_of(const analysis::Summary& summary, std::uint16_t tensor, format::Op op) {
  analysis::Count count;
  for (const analysis::SiteSummary& site : summary.sites)
    if (site.tensor == tensor && site.op == op) count += site.count;
  return count;
}

Result<Report> make_report(const format::Recording& recording, analysis::ConflictModel model,
                           const std::string& scope) {
  const auto part = part_of(scope);
  if (!part) return tl::unexpected(part.error());
  const auto tiles = analysis::tiles_of(recording);
  const std::vector<analysis::ArrayShape> shapes = analysis::array_shapes(recording, tiles);
  std::shared_ptr<format::Recording> own;
  if (tiles) {
    own = std::make_shared<format::Recording>(recording);
    if (!analysis::describe(*own, *tiles).empty()) own.reset();
  }
  const format::Recording& used = own ? *own : recording;
  Report report = report_of(used, analysis::CostTable(used), model, scope, *part);
  report.with_tiles = own;
  add_arrays(report, tiles, shapes, analysis::Footprints(used));
  return report;
}

Result<std::string> metrics_text(const session::Look& look) {
  Report report = report_of(*look.recording(), look.loaded->costs, look.rule, std::string(session::name_of(look.scope)),
                            look.summary_scope);
  add_arrays(report, look.loaded->tiles, look.loaded->shapes, look.loaded->footprints);
  return report_text(report);
}

std::string digest_text(std::uint64_t digest) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(digest));
  return text;
}

}  // namespace gemmscope::views
