// SPDX-License-Identifier: MIT
#include "app/cli/check_report.h"

#include "app/cli/json.h"
#include "app/words/finding_words.h"
#include "kernels/broken.h"

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

/// Opens in the window, and in pictures, with both accesses marked.
std::string link_text(std::size_t finding) { return "finding=" + std::to_string(finding); }

Json access_json(const format::Recording& r, const analysis::Access& a) {
  const format::Block& block = r.blocks[a.block];
  const format::Site& site = r.sites[a.site];
  return {{"block", {block.y, block.x}}, {"warp", a.warp},    {"lane", a.lane},   {"thread", a.thread()},
          {"request", a.request},        {"line", site.line}, {"site", site.name}};
}

Json finding_json(const format::Recording& r, const CheckResult& result, std::size_t i) {
  const Finding& f = result.findings[i];
  Json json{{"fault", analysis::name_of(f.fault)}, {"count", f.count}, {"text", words::sentence(r, f)}};
  json["at"] = f.at ? access_json(r, *f.at) : Json();
  json["other"] = f.other ? access_json(r, *f.other) : Json();
  json["in_warp"] = f.in_warp;
  json["place"] = words::place_text(r, f);
  json["byte"] = f.at ? Json(f.byte) : Json();
  json["k_tile"] = f.k_tile == format::kEpilogue ? Json("epilogue") : Json(f.k_tile);
  json["select"] = link_text(i);
  return json;
}

}  // namespace

std::string check_text(const format::Recording& r, const CheckResult& result) {
  std::string text = r.kernel + " " + r.preset + ", " + std::to_string(r.M) + "x" + std::to_string(r.N) + "x" +
                     std::to_string(r.K) + "\n";
  if (!r.mistake.empty()) text += "deliberately broken: " + r.mistake + "\n";
  for (const analysis::BarrierGap& gap : analysis::barrier_gaps(r, result))
    if (gap.findings.size() > 1)
      text += std::to_string(gap.findings.size()) + " findings have one place in common: " + words::gap_text(gap) +
              " would separate the accesses of each\n";
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const Finding& f = result.findings[i];
    text += "\n" + words::fault_text(f) + ", " + words::counted(f) + "\n  " + words::sentence(r, f) + "\n  --select " +
            link_text(i) + "\n";
  }
  if (result.findings.empty()) {
    const std::string shows = kernels::where_it_shows(r.kernel);
    text += result.made() == 0 ? ""
            : shows.empty()    ? "nothing found\n"
                               : "nothing found here; the mistake shows at " + shows + "\n";
  }
  const std::vector<words::Unchecked> unchecked = words::unchecked(result);
  if (!unchecked.empty()) text += "\nnot checked\n";
  for (const auto& [faults, why] : unchecked) text += "  " + faults + ": " + std::string(why) + "\n";
  text += "\n" + words::looked_at(result) + "\n";
  if (result.findings.empty() && result.made() != 0)
    text += "The checks look at addresses and barriers, not at values; 'gemmscope verify' checks results\n";
  return text;
}

std::string check_json(const format::Recording& r, const CheckResult& result) {
  Json json{{"schema", "gemmscope-check/1"},
            {"kernel", r.kernel},
            {"mistake", r.mistake.empty() ? Json() : Json(r.mistake)},
            {"extent", extent_name(result.extent())},
            {"findings", Json::array()},
            {"checks", Json::array()}};
  for (std::size_t i = 0; i < result.findings.size(); ++i) json["findings"].push_back(finding_json(r, result, i));
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
