// SPDX-License-Identifier: MIT
// The report for other programs. Keys are a stable interface: docs/report.md lists them, tests/cli/report_test checks
// it.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/cli/json.h"
#include "app/cli/recording_json.h"
#include "app/cli/report.h"
#include "app/cli/report_arrays_json.h"
#include "app/cli/report_limits_json.h"
#include "app/cli/report_reuse_json.h"
#include "app/cli/report_tiles_json.h"
#include "tracing/analysis/metrics.h"

namespace gemmscope::cli {
namespace {

using analysis::ConflictModel;
using Json = nlohmann::ordered_json;

Json histogram_json(const analysis::SharedCount& count) {
  Json object = Json::object();
  for (std::size_t n = 0; n < count.nway_histogram.size(); ++n)
    if (count.nway_histogram[n] != 0) object[std::to_string(n)] = count.nway_histogram[n];
  return object;
}

Json by_model(const analysis::Count& count) {
  Json all = Json::object();
  for (int m = 0; m < analysis::kConflictModels; ++m) {
    const auto each = static_cast<ConflictModel>(m);
    all[std::string(analysis::name_of(each))] = count.by(each).wavefronts;
  }
  return all;
}

/// The figures of a site or of one of its lines.
void add_figures(Json& json, const analysis::Count& count, format::Space space, ConflictModel model) {
  for (const analysis::Metric& metric : analysis::kMetrics) {
    if (!metric.is_of(space)) continue;
    const std::string key(metric.id);
    json[key] = metric.count != nullptr ? Json(metric.count(count, model)) : Json(metric.ratio(count));
  }
  if (space != format::Space::kShared) return;
  json["nway_histogram"] = histogram_json(count.by(model));
  json["wavefronts_by_model"] = by_model(count);
}

Json site_json(const analysis::Report& report, std::size_t index) {
  const analysis::SiteSummary& site = report.recorded.summary.sites[index];
  const bool shared = site.space == format::Space::kShared;
  Json json{{"name", site.name},
            {"line", site.lines.front().line},
            {"tensor", report.recording->tensors[site.tensor].name},
            {"space", shared ? "shared" : "global"},
            {"op", format::name_of(site.op)},
            {"width", site.width}};
  add_figures(json, site.count, site.space, report.model);
  json["address_digest"] = analysis::digest_text(report.digests[index]);
  add_figures(json["in_scope"] = Json::object(), report.asked.summary.sites[index].count, site.space, report.model);
  Json& lines = json["by_line"] = Json::array();
  for (std::size_t i = 0; i < site.lines.size(); ++i) {
    lines.push_back({{"line", site.lines[i].line}});
    add_calls(lines.back(), *report.recording, report.recording->sites[site.sites[i]]);
    add_figures(lines.back(), site.lines[i].count, site.space, report.model);
  }
  return json;
}

Json totals(const analysis::Summary& summary, ConflictModel model) {
  const analysis::Count& total = summary.total;
  const analysis::SharedCount& cost = total.by(model);
  Json json{{"requests", total.requests},
            {"misaligned", total.misaligned},
            {"faulted", total.faulted},
            {"wavefronts", cost.wavefronts},
            {"ideal_wavefronts", cost.ideal_wavefronts},
            {"excess", cost.excess()},
            {"sectors", total.sectors},
            {"ideal_sectors", total.ideal_sectors},
            {"wavefronts_per_warp_fma", nullptr}};
  if (const auto per_fma = summary.wavefronts_per_fma(model)) json["wavefronts_per_warp_fma"] = *per_fma;
  return json;
}

}  // namespace

std::string report_json(const analysis::Report& report, const AboutRecording& about) {
  const format::Recording& r = *report.recording;
  Json json;
  json["schema"] = "gemmscope-report/3";
  add_recording(json, r);
  json["scope"] = report.asked.scope.name;
  json["dropped"] = r.dropped;
  json["fault"] = fault_json(r);
  json["model"] = analysis::name_of(report.model);
  Json& sites = json["sites"] = Json::array();
  for (std::size_t i = 0; i < report.recorded.summary.sites.size(); ++i) sites.push_back(site_json(report, i));
  json["totals"] = totals(report.recorded.summary, report.model);
  json["totals"]["in_scope"] = totals(report.asked.summary, report.model);
  json["tiles"] = tiles_json(r, report.tiles);
  json["arrays"] = arrays_json(report);
  json["reuse"] = reuse_json(r, about.reuse);
  json["limits"] = limits_json(r, about.limits);
  json["roofline"] = roofline_json(r, about.limits);
  return json_text(json);
}

}  // namespace gemmscope::cli
