// SPDX-License-Identifier: MIT
// The comparison for other programs. docs/compare.md lists the keys; tests/cli/compare_json_test.cpp checks it.
#include "app/cli/compare.h"
#include "app/cli/json.h"
#include "app/cli/recording_json.h"
#include "app/words/compare_words.h"
#include "app/words/setting_words.h"

namespace gemmscope::cli {
namespace {

using analysis::ComparedSite;
using analysis::Figure;
using Json = nlohmann::ordered_json;

constexpr Figure kOfAll[] = {Figure::kRequests, Figure::kWavefronts,   Figure::kIdealWavefronts, Figure::kExcess,
                             Figure::kSectors,  Figure::kIdealSectors, Figure::kMisaligned};

std::string_view key_of(Figure figure) {
  switch (figure) {
    case Figure::kRequests: return "requests";
    case Figure::kWavefronts: return "wavefronts";
    case Figure::kIdealWavefronts: return "ideal_wavefronts";
    case Figure::kExcess: return "excess";
    case Figure::kSectors: return "sectors";
    case Figure::kIdealSectors: return "ideal_sectors";
    case Figure::kMisaligned: return "misaligned";
  }
  return {};
}

Json side_json(const CompareReport& report, const Side& side) {
  Json json{{"file", side.file}};
  add_recording(json, *side.recording);
  json["scope"] = scope_json(report.scope, side.basis);
  json["dropped"] = side.recording->dropped;
  return json;
}

Json settings_json(const CompareReport& report) {
  Json all = Json::array();
  for (const words::Setting& s : words::differing_settings(*report.sides[0].recording, *report.sides[1].recording))
    all.push_back({{"name", s.name}, {"first", s.first}, {"second", s.second}});
  return all;
}

Json common_json(const std::optional<analysis::CommonPart>& common) {
  if (!common) return nullptr;
  Json json{{"all", common->all}, {"blocks", nullptr}, {"warps", nullptr}, {"k_tiles", nullptr}, {"epilogue", nullptr}};
  if (common->all) return json;
  json["blocks"] = common->blocks;
  json["warps"] = common->warps;
  json["k_tiles"] = common->k_tiles;
  json["epilogue"] = common->write_back;
  return json;
}

Json site_json(const ComparedSite& site, analysis::ConflictModel model) {
  Json json{{"name", site.name},
            {"tensor", site.tensor},
            {"space", site.space == format::Space::kShared ? "shared" : "global"},
            {"op", site.op == format::Op::kStore ? "store" : "load"},
            {"differs", site.differs(model)},
            {"same_addresses", site.same_addresses ? Json(*site.same_addresses) : Json()},
            {"first", nullptr},
            {"second", nullptr},
            {"delta", Json::object()}};
  if (site.first) json["first"] = {{"width", site.first->width}};
  if (site.second) json["second"] = {{"width", site.second->width}};
  if (site.in_both()) json["delta"]["width"] = int{site.second->width} - int{site.first->width};
  for (const Figure figure : analysis::figures_of(site.space)) {
    if (site.first) json["first"][std::string(key_of(figure))] = site.in_first(figure, model);
    if (site.second) json["second"][std::string(key_of(figure))] = site.in_second(figure, model);
    json["delta"][std::string(key_of(figure))] = site.delta(figure, model);
  }
  return json;
}

Json totals_json(const CompareReport& report) {
  Json json{{"first", Json::object()}, {"second", Json::object()}, {"delta", Json::object()}};
  for (const Figure figure : kOfAll) {
    const std::string key(key_of(figure));
    const std::uint64_t first = analysis::value_of(report.comparison.first, figure, report.model);
    const std::uint64_t second = analysis::value_of(report.comparison.second, figure, report.model);
    json["first"][key] = first;
    json["second"][key] = second;
    json["delta"][key] = static_cast<std::int64_t>(second - first);
  }
  return json;
}

}  // namespace

std::string compare_json(const CompareReport& report) {
  Json json{{"schema", "gemmscope-compare/1"},
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
