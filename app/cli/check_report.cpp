// SPDX-License-Identifier: MIT
#include "app/cli/check_report.h"

#include "app/cli/json.h"
#include "app/cli/recording_json.h"
#include "app/views/check/rows.h"
#include "app/words/finding_words.h"

namespace gemmscope::cli {
namespace {

using analysis::CheckResult;
using analysis::CheckScope;
using analysis::Fault;
using analysis::Finding;
using Json = nlohmann::ordered_json;

std::string_view extent_name(CheckScope::Extent extent) {
  return extent == CheckScope::Extent::kWhole      ? "whole"
         : extent == CheckScope::Extent::kRecorded ? "recorded part"
                                                   : "not checked";
}

Json access_json(const format::Recording& r, const analysis::Access& a) {
  const format::Site& site = r.sites[a.site];
  Json json{{"block", block_json(r, r.blocks[a.block])},
            {"warp", a.warp},
            {"lane", a.lane},
            {"thread", a.thread()},
            {"request", a.request},
            {"line", site.line},
            {"site", site.name}};
  add_calls(json, r, site);
  return json;
}

Json finding_json(const format::Recording& r, const Finding& f) {
  Json json{{"fault", analysis::name_of(f.fault)}, {"count", f.count}, {"text", words::sentence(r, f)}};
  json["at"] = f.at ? access_json(r, *f.at) : Json();
  json["other"] = f.other ? access_json(r, *f.other) : Json();
  json["in_warp"] = f.in_warp;
  json["place"] = words::place_text(r, f);
  json["byte"] = f.at ? Json(f.byte) : Json();
  json["k_tile"] = f.k_tile == format::kEpilogue ? Json("epilogue") : Json(f.k_tile);
  return json;
}

}  // namespace

std::string check_json(const format::Recording& r, const CheckResult& result) {
  Json json{{"schema", "gemmscope-check/1"},
            {"kernel", r.kernel},
            {"mistake", r.mistake.empty() ? Json() : Json(r.mistake)},
            {"extent", extent_name(result.extent())},
            {"findings", Json::array()},
            {"checks", Json::array()}};
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    Json& finding = json["findings"].emplace_back(finding_json(r, result.findings[i]));
    finding["select"] = views::finding_link(i);
  }
  json["agreed"] = Json::array();
  for (const Finding& f : result.agreed) json["agreed"].push_back(finding_json(r, f));
  json["remarks"] = Json::array();
  for (const Finding& f : result.remarks) {
    json["remarks"].push_back(finding_json(r, f));
    json["remarks"].back()["text"] = words::remark(r, f);
  }
  Json& gaps = json["barrier_gaps"] = Json::array();
  for (const analysis::BarrierGap& gap : analysis::barrier_gaps(r, result))
    gaps.push_back({{"findings", gap.findings},
                    {"after", gap.after},
                    {"before", gap.before},
                    {"next_pass", gap.before <= gap.after},
                    {"in_warps", gap.in_warps}});
  for (int i = 0; i < analysis::kFaults; ++i) {
    const CheckScope& scope = result.scopes[static_cast<std::size_t>(i)];
    json["checks"].push_back({{"fault", analysis::name_of(static_cast<Fault>(i))},
                              {"count", result.count(static_cast<Fault>(i))},
                              {"extent", extent_name(scope.extent)},
                              {"why", scope.why}});
  }
  return json_text(json);
}

}  // namespace gemmscope::cli
