// SPDX-License-Identifier: MIT
// The comparison for other programs. docs/compare.md lists the keys; tests/cli/compare_json_test.cpp checks it.
#include "app/cli/compare.h"
#include "app/cli/json.h"
#include "app/cli/recording_json.h"
#include "app/words/compare_words.h"

namespace gemmscope::cli {
namespace {

using analysis::ComparedSite;
using analysis::Metric;
using Json = nlohmann::ordered_json;

Json side_json(const CompareReport& report, const Side& side) {
  Json json{{"file", side.file}};
  add_recording(json, *side.recording);
  json["scope"] = report.scope;
  json["dropped"] = side.recording->dropped;
  return json;
}

Json settings_json(const CompareReport& report) {
  Json all = Json::array();
  for (const words::Setting& s : settings_of(report))
    all.push_back({{"name", s.name}, {"first", s.first}, {"second", s.second}});
  return all;
}

Json common_json(const std::optional<analysis::CommonPart>& common) {
  if (!common) return nullptr;
  Json json{{"all", common->all}, {"blocks", nullptr}, {"warps", nullptr}};
  if (common->all) return json;
  json["blocks"] = common->blocks;
  json["warps"] = common->warps;
  return json;
}

Json site_json(const ComparedSite& site, analysis::ConflictModel model) {
  Json json{{"name", site.name},
            {"tensor", site.tensor},
            {"space", site.space == format::Space::kShared ? "shared" : "global"},
            {"op", format::name_of(site.op)},
            {"differs", site.differs(model)},
            {"same_addresses", site.same_addresses ? Json(*site.same_addresses) : Json()},
            {"first", nullptr},
            {"second", nullptr},
            {"delta", Json::object()}};
  if (site.first) json["first"] = {{"width", site.first->width}};
  if (site.second) json["second"] = {{"width", site.second->width}};
  if (site.in_both()) json["delta"]["width"] = int{site.second->width} - int{site.first->width};
  for (const Metric& metric : analysis::kMetrics) {
    if (!metric.compared || !metric.is_of(site.space)) continue;
    const std::string key(metric.id);
    if (site.first) json["first"][key] = site.in_first(metric, model);
    if (site.second) json["second"][key] = site.in_second(metric, model);
    json["delta"][key] = site.delta(metric, model);
  }
  return json;
}

Json totals_json(const CompareReport& report) {
  Json json{{"first", Json::object()}, {"second", Json::object()}, {"delta", Json::object()}};
  for (const Metric& metric : analysis::kMetrics) {
    if (!metric.compared) continue;
    const std::string key(metric.id);
    const std::uint64_t first = metric.count(report.comparison.first, report.model);
    const std::uint64_t second = metric.count(report.comparison.second, report.model);
    json["first"][key] = first;
    json["second"][key] = second;
    json["delta"][key] = static_cast<std::int64_t>(second - first);
  }
  return json;
}

}  // namespace

std::string compare_json(const CompareReport& report) {
  Json json{{"schema", "gemmscope-compare/2"},
            {"differ", report.differs()},
            {"sentences", words::comparison_in_words(report.comparison, report.model)},
            {"model", analysis::name_of(report.model)},
            {"first", side_json(report, report.sides[0])},
            {"second", side_json(report, report.sides[1])},
            {"settings", settings_json(report)},
            {"common", common_json(report.comparison.common)},
            {"sites", Json::array()}};
  for (const ComparedSite& site : report.comparison.sites) json["sites"].push_back(site_json(site, report.model));
  json["totals"] = totals_json(report);
  const std::int64_t before = report.comparison.barriers_first, after = report.comparison.barriers_second;
  json["barriers"] = {{"first", before}, {"second", after}, {"delta", after - before}};
  return json_text(json);
}

}  // namespace gemmscope::cli
