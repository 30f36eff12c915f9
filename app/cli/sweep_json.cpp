// SPDX-License-Identifier: MIT
// A sweep for other programs. Keys are a stable interface: docs/sweep.md lists them, tests/cli/sweep_test checks it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/json.h"
#include "app/cli/recording_json.h"
#include "app/cli/sweep_report.h"
#include "app/sweep/measured.h"
#include "tracing/analysis/modelled_cycles.h"

namespace gemmscope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json shared_json(const sweep::SharedFigures& figures, analysis::ConflictModel rule) {
  Json json{{"wavefronts", figures.by(rule)},
            {"ideal_wavefronts", figures.by(rule) - figures.excess(rule)},
            {"excess", figures.excess(rule)}};
  Json& all = json["wavefronts_by_model"] = Json::object();
  for (int m = 0; m < analysis::kConflictModels; ++m) {
    const auto each = static_cast<analysis::ConflictModel>(m);
    all[std::string(analysis::name_of(each))] = figures.by(each);
  }
  return json;
}

void add_figures(Json& json, const std::optional<sweep::Figures>& figures, analysis::ConflictModel rule) {
  for (const char* key : {"scope", "stores", "loads", "sectors", "ideal_sectors", "cycles_h200"}) json[key] = nullptr;
  if (!figures) return;
  json["scope"] = scope_json("kernel", figures->basis);
  json["stores"] = shared_json(figures->stores, rule);
  json["loads"] = shared_json(figures->loads, rule);
  json["sectors"] = figures->sectors;
  json["ideal_sectors"] = figures->ideal_sectors;
  json["cycles_h200"] = figures->cycles_h200;
}

void add_resources(Json& json, const sweep::Row& row) {
  for (const char* key : {"threads", "shared_bytes", "resident"}) json[key] = nullptr;
  if (row.threads == 0) return;
  json["threads"] = row.threads;
  json["shared_bytes"] = row.shared_bytes;
  const analysis::Occupancy held = resident(row);
  json["resident"] = {{"blocks", held.blocks},
                      {"warps", held.warps},
                      {"limited_by", analysis::name_of(held.limited_by)},
                      {"registers_known", held.registers_known}};
}

Json measured_json(const std::optional<sweep::Measured>& measured) {
  if (!measured) return nullptr;
  const results::BenchReport& report = *measured->report;
  return {{"gflops", measured->rate->gflops}, {"device", report.device},
          {"driver", report.driver},          {"date", report.date},
          {"registers", measured->registers}, {"resident_warps", measured->resident_warps}};
}

Json numbers_json(const std::vector<format::Parameter>& numbers) {
  Json json = Json::object();
  for (const format::Parameter& number : numbers) json[number.name] = value_json(number.value);
  return json;
}

Json row_json(const views::SweepReport& report, const sweep::Row& row, bool best) {
  Json json{{"kernel", row.kernel}, {"preset", row.preset}, {"layout", row.setting()}};
  json["params"] = numbers_json(row.numbers);
  json["size"] = nullptr;
  if (row.product) json["size"] = {{"M", row.product->M}, {"N", row.product->N}, {"K", row.product->K}};
  json["state"] = sweep::name_of(row.state);
  json["reason"] = row.reason.empty() ? Json() : Json(row.reason);
  json["best"] = best;
  add_figures(json, row.figures, report.rule);
  add_resources(json, row);
  json["measured"] = measured_json(sweep::measured(row, *report.results));
  json["findings"] = row.findings ? Json(*row.findings) : Json();
  json["file"] = row.file.empty() ? Json() : Json(row.file);
  return json;
}

}  // namespace

std::string sweep_json(const views::SweepReport& report) {
  const analysis::SmLimits& limits = analysis::kLimitsH200;
  const bool are_known =
      report.count(sweep::State::kCounted) != 0 && std::ranges::all_of(report.rows, [](const sweep::Row& row) {
        return row.state != sweep::State::kCounted || resident(row).registers_known;
      });
  Json json{{"schema", "gemmscope-sweep/2"},
            {"program", report.program},
            {"arguments", report.arguments},
            {"set", numbers_json(report.set)},
            {"over", report.over},
            {"model", analysis::name_of(report.rule)},
            {"cycles_source", analysis::kCyclesSource},
            {"limits",
             {{"device", limits.device},
              {"blocks", limits.blocks},
              {"warps", limits.warps},
              {"shared_bytes", limits.shared_bytes},
              {"registers_known", are_known}}}};
  for (const auto state :
       {sweep::State::kCounted, sweep::State::kFaults, sweep::State::kRefused, sweep::State::kWaiting})
    json[std::string(sweep::name_of(state))] = report.count(state);
  Json& settings = json["settings"] = Json::array();
  const std::vector<bool> best = sweep::best_of(report.rows);
  for (std::size_t i = 0; i < report.rows.size(); ++i) settings.push_back(row_json(report, report.rows[i], best[i]));
  return json_text(json);
}

}  // namespace gemmscope::cli
