// SPDX-License-Identifier: MIT
#include "app/cli/check_report.h"

#include "app/cli/json.h"
#include "app/cli/recording_json.h"
#include "app/views/check/rows.h"
#include "app/views/parts/mistake.h"
#include "app/words/advice_words.h"
#include "app/words/finding_words.h"
#include "app/words/remark_words.h"

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

Json access_json(const format::Recording& r, const analysis::Access& a, const format::Site& site) {
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
  json["at"] = f.at ? access_json(r, *f.at, analysis::site_of(r, f)) : Json();
  json["other"] = f.other ? access_json(r, *f.other, analysis::other_site_of(r, f)) : Json();
  json["in_warp"] = f.in_warp;
  if (f.said) json["said"] = {{"line", f.said->said.line}, {"text", f.said->said.text}, {"found", f.said->found}};
  json["advice"] = words::advice(f);
  json["place"] = words::place_text(r, f);
  json["byte"] = f.at ? Json(words::signed_byte(r.tensors[f.tensor], f.byte)) : Json();
  return json;
}

}  // namespace

std::string check_json(const format::Recording& r, const CheckResult& result) {
  const std::string mistake = views::mistake_said(r);
  Json json{{"schema", "gemmscope-check/2"},
            {"kernel", r.kernel},
            {"mistake", mistake.empty() ? Json() : Json(mistake)},
            {"extent", extent_name(result.extent())},
            {"launch_fault", fault_json(r)},
            {"findings", Json::array()},
            {"checks", Json::array()}};
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    Json& finding = json["findings"].emplace_back(finding_json(r, result.findings[i]));
    finding["select"] = views::finding_link(i);
    Json& parts = finding["parts"] = Json::array();
    for (const Finding& part : result.findings[i].parts) parts.push_back(finding_json(r, part));
    Json& consequences = finding["consequences"] = Json::array();
    for (const Finding& each : result.findings[i].consequences) consequences.push_back(finding_json(r, each));
  }
  json["program"] = Json();
  if (r.of_program) json["program"] = Json::array();
  for (const format::ProgramFinding& f : r.of_program.value_or(std::vector<format::ProgramFinding>{}))
    json["program"].push_back({{"fault", words::name_of(f.kind)},
                               {"count", f.count},
                               {"text", f.text},
                               {"path", f.path.empty() ? Json() : Json(f.path)},
                               {"line", f.line == 0 ? Json() : Json(f.line)}});
  json["agreed"] = Json::array();
  for (const Finding& f : result.agreed) json["agreed"].push_back(finding_json(r, f));
  json["unused"] = Json::array();
  for (const Finding& f : result.unused) json["unused"].push_back(finding_json(r, f));
  json["remarks"] = Json::array();
  for (const analysis::Remark& remark : result.remarks)
    json["remarks"].push_back({{"remark", words::name_of(remark.kind)},
                               {"array", r.tensors[remark.tensor].name},
                               {"count", remark.count},
                               {"of", remark.of},
                               {"text", words::sentence(r, remark)}});
  for (const Finding& f : result.branch_barriers) {
    json["remarks"].push_back(finding_json(r, f));
    json["remarks"].back()["remark"] = "barriers in branches";
    json["remarks"].back()["text"] = words::remark(r, f);
  }
  json["undecided"] = Json::array();
  for (const Finding& f : result.undecided) {
    Json& finding = json["undecided"].emplace_back(finding_json(r, f));
    finding["look"] = f.look ? access_json(r, *f.look, r.sites[f.look->site]) : Json();
  }
  Json& gaps = json["barrier_gaps"] = Json::array();
  for (const analysis::GapOfRaces& gap : result.gaps)
    gaps.push_back({{"findings", gap.findings},
                    {"after", gap.after},
                    {"before", gap.before},
                    {"behind", gap.behind == 0 ? Json() : Json(gap.behind)},
                    {"next_pass", gap.next_pass},
                    {"in_warps", gap.in_warps},
                    {"all_threads", gap.is_common}});
  for (int i = 0; i < analysis::kFaults; ++i) {
    const CheckScope& scope = result.scopes[static_cast<std::size_t>(i)];
    if (!scope.applies) continue;
    json["checks"].push_back({{"fault", analysis::name_of(static_cast<Fault>(i))},
                              {"count", result.count(static_cast<Fault>(i))},
                              {"extent", extent_name(scope.extent)},
                              {"why", scope.why}});
  }
  return json_text(json);
}

}  // namespace gemmscope::cli
