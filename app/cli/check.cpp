// SPDX-License-Identifier: MIT
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/words/finding_words.h"
#include "kernels/broken.h"
#include "tracing/format/file.h"

namespace gemmscope::cli {
namespace {

using analysis::CheckResult;
using analysis::CheckScope;
using analysis::Fault;
using analysis::Finding;
using Json = nlohmann::ordered_json;

struct Options {
  std::string file;
  bool json = false;
};

std::string_view extent_name(CheckScope::Extent extent) {
  return extent == CheckScope::Extent::kWhole      ? "whole"
         : extent == CheckScope::Extent::kRecorded ? "recorded part"
                                                   : "not checked";
}

/// Opens in the window, and in pictures, with both accesses marked.
std::string link_text(std::size_t finding) { return "finding=" + std::to_string(finding); }

std::string check_text(const format::Recording& r, const CheckResult& result) {
  std::string text = r.kernel + " " + r.preset + ", " + std::to_string(r.M) + "x" + std::to_string(r.N) + "x" +
                     std::to_string(r.K) + "\n";
  if (!r.mistake.empty()) text += "deliberately broken: " + r.mistake + "\n";
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const Finding& f = result.findings[i];
    text += "\n" + words::fault_text(f) + ", " + words::counted(f) + "\n  " + words::sentence(r, f) + "\n  --select " +
            link_text(i) + "\n";
  }
  if (result.findings.empty()) {
    const std::string size = kernels::size_that_shows(r.kernel);
    text += size.empty() ? "nothing found\n" : "nothing found at this size; the mistake shows at " + size + "\n";
  }
  const std::vector<words::Unchecked> unchecked = words::unchecked(result);
  if (!unchecked.empty()) text += "\nnot checked\n";
  for (const auto& [faults, why] : unchecked) text += "  " + faults + ": " + std::string(why) + "\n";
  const std::string_view part = result.incomplete();
  return part.empty() ? text : text + "\n" + std::string(part) + "; the rest may have more findings\n";
}

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

std::string check_json(const format::Recording& r, const CheckResult& result) {
  Json json{{"schema", "gemmscope-check/1"},
            {"kernel", r.kernel},
            {"mistake", r.mistake.empty() ? Json() : Json(r.mistake)},
            {"findings", Json::array()},
            {"checks", Json::array()}};
  for (std::size_t i = 0; i < result.findings.size(); ++i) json["findings"].push_back(finding_json(r, result, i));
  for (int i = 0; i < analysis::kFaults; ++i) {
    const CheckScope& scope = result.scopes[static_cast<std::size_t>(i)];
    json["checks"].push_back({{"fault", analysis::name_of(static_cast<Fault>(i))},
                              {"count", result.count(static_cast<Fault>(i))},
                              {"extent", extent_name(scope.extent)},
                              {"why", scope.why}});
  }
  return json_text(json);
}

}  // namespace

Action check_command(CLI::App& app) {
  const auto o = std::make_shared<Options>();
  app.add_option("FILE", o->file, "the recording")->required();
  app.add_flag("--json", o->json, "print JSON; docs/checks.md describes the keys");
  return [o](std::ostream& out) -> Result<Verdict> {
    const auto recording = format::read_file(o->file);
    if (!recording) return tl::unexpected(recording.error());
    const CheckResult result = analysis::check(*recording);
    out << (o->json ? check_json(*recording, result) : check_text(*recording, result));
    return result.findings.empty() ? Verdict::kDone : Verdict::kFound;
  };
}

}  // namespace gemmscope::cli
