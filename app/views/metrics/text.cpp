// SPDX-License-Identifier: MIT
// The report as tables that people read.
#include <algorithm>

#include "app/views/metrics/report.h"
#include "app/views/parts/mistake.h"
#include "app/words/finding_words.h"
#include "app/words/line_words.h"
#include "app/words/number.h"
#include "app/words/scope_words.h"
#include "app/words/text_table.h"
#include "app/words/tile_words.h"
#include "tracing/analysis/layout_notation.h"
#include "tracing/analysis/metrics.h"
#include "tracing/analysis/neighbouring_loads.h"
#include "tracing/format/block_name.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

using analysis::ConflictModel;
using analysis::SiteSummary;
using words::thousands;

std::string of(const analysis::Coverage& c, const std::string& things) {
  return thousands(c.recorded) + " of " + thousands(c.total) + " " + things;
}

/// A tile's layout; for other arrays "16 \u00d7 17 elements of 4 B".
std::string shared_in_words(const format::Recording& r, const format::Tensor& array) {
  const Layout& l = array.layout;
  if (r.tiles_known() && array.matrix != format::Matrix::kOther) return analysis::in_cute(l);
  return (l.rows == 1 ? words::count_of(l.extent(), "element")
                      : thousands(l.rows) + " \u00d7 " + thousands(l.columns) + " elements") +
         " of " + std::to_string(array.element_bytes) + " B";
}

std::string heading(const analysis::Report& report) {
  const format::Recording& r = *report.recording;
  std::string text = r.kernel + "\n";
  for (const format::Parameter& p : r.parameters)
    text += (&p == r.parameters.data() ? "" : ", ") + p.name + "=" + p.value;
  std::string tiles;
  for (const format::Tensor& t : r.tensors)
    if (t.space == format::Space::kShared)
      tiles += (tiles.empty() ? "\nshared arrays: " : "; ") + t.name + " " + shared_in_words(r, t);
  text += tiles;
  if (!r.source.path.empty()) text += "\nsource: " + format::shown(r.source.path);
  text += "\nrecorded: " + of(report.coverage.blocks, "blocks") + ", " + of(report.coverage.warps, "warps");
  text += "; " + thousands(r.dropped) + " requests dropped";
  if (r.dropped != 0) text += ", so every figure is too low";
  if (const std::string mistake = mistake_said(r); !mistake.empty()) text += "\nbroken on purpose: " + mistake;
  if (r.fault) text += "\nended with a fault, so every figure is too low: " + words::fault_sentence(r);
  for (const format::Divergence& d : r.divergences)
    text += "\n" + d.text(block_name(r, d.y, d.x)) + ", which is undefined in CUDA";
  if (r.absent_lanes && !r.absent_lanes->empty()) {  // most often all blocks do the same
    const format::Divergence& d = r.absent_lanes->front();
    const std::size_t others = r.absent_lanes->size() - 1;
    text += "\n" + d.text_of_absence(block_name(r, d.y, d.x)) + ", which is undefined in CUDA" +
            (others == 0 ? "" : "; likewise in " + words::count_of(others, "other block"));
  }
  return text + "\nrecorded on: " + r.origin.backend + ", " + r.origin.device + ", " + r.origin.date + "\n";
}

/// "4-way", or "4-way 64, 1-way 16": the worst phase of each request, requests counted.
std::string n_way(const analysis::SharedCount& count) {
  std::string text;
  const auto& histogram = count.nway_histogram;
  const bool alike = std::count_if(histogram.begin(), histogram.end(), [](auto n) { return n != 0; }) == 1;
  for (std::size_t n = histogram.size(); n-- > 0;) {
    if (histogram[n] == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(n) + "-way" + (alike ? "" : " " + thousands(histogram[n]));
  }
  return text;
}

std::string width_text(const SiteSummary& site) { return std::to_string(site.width) + " B"; }

std::string value_text(const analysis::Metric& metric, const analysis::Count& count, ConflictModel model) {
  return metric.count != nullptr ? thousands(metric.count(count, model)) : words::share(metric.ratio(count));
}

/// The sites of one memory.
std::string table_of(const analysis::Report& report, format::Space space) {
  const bool shared = space == format::Space::kShared;
  std::vector<const analysis::Metric*> metrics;
  for (const analysis::Metric& metric : analysis::kMetrics)
    if (metric.is_of(space) && metric.id != "max_nway" &&  // the histogram has it
        (metric.id != "faulted" || report.recording->fault))
      metrics.push_back(&metric);
  std::vector<std::string> titles{"site", "source", ">width"};
  for (const analysis::Metric* metric : metrics) titles.push_back(">" + std::string(metric->title));
  if (shared) titles.emplace_back("n-way");
  titles.emplace_back("digest");

  words::TextTable table(titles);
  for (std::size_t i = 0; i < report.asked.summary.sites.size(); ++i) {
    const SiteSummary& site = report.asked.summary.sites[i];
    if (site.space != space) continue;
    std::vector<std::string> cells{site.name, words::lines_in_words(*report.recording, site.sites), width_text(site)};
    for (const analysis::Metric* metric : metrics) cells.push_back(value_text(*metric, site.count, report.model));
    if (shared) cells.push_back(n_way(site.count.by(report.model)));
    cells.push_back(analysis::digest_text(report.digests[i]));
    table.add(cells);
  }
  std::vector<std::string> totals{"total", "", ""};
  for (const analysis::Metric* metric : metrics)  // the others add up both memories
    totals.push_back(
        metric->of == analysis::Metric::Of::kAll ? "" : value_text(*metric, report.asked.summary.total, report.model));
  table.add(totals);
  return table.text(2);
}

/// What the figures add up.
std::string scope_line(const analysis::Report& report) {
  const analysis::Figures& asked = report.asked;
  return "figures: " + words::scope_in_words(*report.recording, asked.scope.part) + "\n";
}

/// For a program recorded from PTX: which of its requests a GPU may make differently.
std::string joined_sentence(const analysis::Report& report) {
  const format::Recording& r = *report.recording;
  if (r.code.ptx.empty()) return {};
  const std::vector<std::uint16_t> sites = analysis::neighbouring_loads(r);
  if (sites.empty()) return {};
  return "Counted for each load in nvcc's PTX. ptxas may join neighbouring loads, here in " +
         words::lines_in_words(r, sites) +
         ", so that the machine makes fewer requests and may need fewer wavefronts: see report --machine.\n";
}

/// What conflicts cost, and where most of it arises.
std::string conflicts_sentence(const analysis::Report& report) {
  const analysis::SharedCount& total = report.asked.summary.total.by(report.model);
  if (total.wavefronts == 0) return "No requests to shared memory.\n";
  if (total.excess() == 0) return "No bank conflicts: every request takes its ideal number of wavefronts.\n";
  const auto worst = std::max_element(report.asked.summary.sites.begin(), report.asked.summary.sites.end(),
                                      [&](const SiteSummary& a, const SiteSummary& b) {
                                        return a.count.by(report.model).excess() < b.count.by(report.model).excess();
                                      });
  return "Bank conflicts cost " + thousands(total.excess()) + " of " + words::count_of(total.wavefronts, "wavefront") +
         ", " + thousands(worst->count.by(report.model).excess()) + " of these at " + worst->name + " (" +
         words::lines_in_words(*report.recording, worst->sites) + ").\n";
}

/// Where the textbook rule counts differently, so that a figure found elsewhere can be recognised.
std::string textbook_sentence(const analysis::Report& report) {
  if (report.model != ConflictModel::kFused) return {};
  std::string sites;
  for (const SiteSummary& site : report.asked.summary.sites) {
    const std::uint64_t fused = site.count.by(ConflictModel::kFused).wavefronts;
    const std::uint64_t textbook = site.count.by(ConflictModel::kTextbook).wavefronts;
    if (fused != textbook)
      sites += (sites.empty() ? "" : ", ") + site.name + " " + thousands(textbook) + " instead of " + thousands(fused);
  }
  if (sites.empty()) return {};
  return "The textbook rule counts more, because it never fuses two phases of a load: " + sites + ".\n";
}

std::string per_fma_sentence(const analysis::Report& report) {
  const auto per_fma = report.asked.summary.wavefronts_per_fma(report.model);
  if (!per_fma) return {};
  return "Shared wavefronts per warp-FMA in the main loop: " + words::decimals(*per_fma, 3) +
         ". An SM that retires 4 warp-FMAs and 1 wavefront per clock is bound by shared memory above 0.25.\n";
}

/// Empty where none were found.
std::string tiles_paragraph(const analysis::Report& report) {
  if (!report.tiles) return "";
  const bool is_said = report.tiles->product.by == analysis::Product::By::kSaid;
  std::string text =
      is_said ? "\ntiles, as a comment and the stores say\n" : "\ntiles, found from what each lane loads and stores\n";
  for (const std::string& line : words::all_tiles_in_words(*report.recording, *report.tiles,
                                                           analysis::remarks_of(*report.recording, report.tiles)))
    text += "  " + line + "\n";
  return text;
}

}  // namespace

std::string report_text(const analysis::Report& report) {
  const bool shared = std::ranges::any_of(report.asked.summary.sites,
                                          [](const SiteSummary& site) { return site.space == format::Space::kShared; });
  return heading(report) + scope_line(report) +
         (shared ? "\nshared memory, in wavefronts; counting rule: " + std::string(analysis::name_of(report.model)) +
                       " (" + std::string(analysis::rule_of(report.model)) + ")\n" +
                       table_of(report, format::Space::kShared)
                 : "") +
         "\nglobal memory, in sectors of 32 bytes and lines of 128; efficiency: ideal sectors / sectors\n" +
         table_of(report, format::Space::kGlobal) + arrays_text(report) + tiles_paragraph(report) + "\n" +
         joined_sentence(report) + conflicts_sentence(report) + textbook_sentence(report) + per_fma_sentence(report);
}

Result<std::string> metrics_text(const session::Look& look) {
  const session::Loaded& loaded = *look.loaded;
  return report_text(analysis::make_report(*look.recording(), look.rule,
                                           {std::string(session::name_of(look.scope)), look.summary_scope},
                                           {loaded.costs, loaded.tiles, loaded.shapes, loaded.footprints}));
}

}  // namespace gemmscope::views
