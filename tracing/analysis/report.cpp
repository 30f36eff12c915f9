// SPDX-License-Identifier: MIT
#include "tracing/analysis/report.h"

#include <cstdio>

#include "tracing/analysis/digest.h"
#include "tracing/analysis/tiles/described.h"

namespace gemmscope::analysis {

Coverages coverage_of(const format::Recording& recording) {
  return {.blocks = {recording.blocks.size(), recording.launch_blocks()},
          .warps = {recording.selection.warps.size(), recording.warps()}};
}

Count count_of(const Summary& summary, std::uint16_t tensor, format::Op op) {
  Count count;
  for (const SiteSummary& site : summary.sites)
    if (site.tensor == tensor && site.op == op) count += site.count;
  return count;
}

Report make_report(const format::Recording& recording, ConflictModel model, const NamedScope& asked,
                   const KnownOfRecording& known) {
  const auto figures = [&](const NamedScope& scope) {
    return Figures{.scope = scope, .summary = summarize(recording, known.costs, scope.part)};
  };
  Report report{.recording = &recording,
                .model = model,
                .recorded = figures({}),
                .asked = figures(asked),
                .digests = {},
                .coverage = coverage_of(recording),
                .tiles = known.tiles,
                .arrays = array_uses(recording, known.shapes, known.footprints),
                .arrays_complete = known.footprints.complete()};
  const std::vector<std::uint64_t> per_site = address_digests(recording, known.costs);
  for (const SiteSummary& site : report.recorded.summary.sites) {
    report.digests.push_back(0);
    for (const std::uint16_t s : site.sites) report.digests.back() += per_site[s];
  }
  return report;
}

Report make_report(const format::Recording& recording, ConflictModel model, const NamedScope& asked) {
  const auto tiles = tiles_of(recording);
  const std::vector<ArrayShape> shapes = array_shapes(recording, tiles);
  std::shared_ptr<format::Recording> own;
  if (tiles) {
    own = std::make_shared<format::Recording>(recording);
    if (!describe(*own, *tiles).empty()) own.reset();
  }
  const format::Recording& used = own ? *own : recording;
  Report report = make_report(used, model, asked, {CostTable(used), tiles, shapes, Footprints(used)});
  report.with_tiles = own;
  return report;
}

std::string digest_text(std::uint64_t digest) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(digest));
  return text;
}

}  // namespace gemmscope::analysis
