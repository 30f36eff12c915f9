// SPDX-License-Identifier: MIT
#include "app/cli/recording_json.h"

#include "app/cli/json.h"
#include "app/cli/report.h"
#include "app/views/parts/mistake.h"
#include "tracing/format/block_name.h"

namespace gemmscope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json range(format::Range r) { return Json::array({r.begin, r.end}); }

Json coverage(const analysis::Coverage& c) { return {{"recorded", c.recorded}, {"total", c.total}}; }

}  // namespace

void add_recording(Json& json, const format::Recording& r) {
  const format::Selection& s = r.selection;
  json["kernel"] = r.kernel;
  const std::string mistake = views::mistake_said(r);
  json["mistake"] = mistake.empty() ? Json() : Json(mistake);
  Json& params = json["params"] = Json::object();
  for (const format::Parameter& p : r.parameters) params[p.name] = value_json(p.value);
  json["size"] = {{"M", r.M}, {"N", r.N}, {"K", r.K}};
  json["k_tiles"] = r.k_tiles;
  json["backend"] = r.origin.backend;
  json["device"] = r.origin.device;
  json["selection"] = {{"block_y", range(s.block_y)}, {"block_x", range(s.block_x)}, {"warps", range(s.warps)}};
  if (r.grid_z != 1) json["selection"]["block_z"] = range(s.block_z);
  const analysis::Coverages covered = analysis::coverage_of(r);
  json["coverage"] = {{"blocks", coverage(covered.blocks)}, {"warps", coverage(covered.warps)}};
}

Json fault_json(const format::Recording& r) {
  if (!r.fault) return {};
  const format::LaunchFault& f = *r.fault;
  const bool has_array = f.tensor != format::LaunchFault::kNoTensor;
  Json json{{"kind", name_of(f.kind)},
            {"block", block_json(r, {.y = f.y, .x = f.x})},
            {"thread", f.thread},
            {"line", f.line == 0 ? Json() : Json(f.line)},
            {"array", has_array ? Json(r.tensors[f.tensor].name) : Json()},
            {"byte", has_array ? Json(f.byte) : Json()},
            {"threads", f.count},
            {"does", f.does},
            {"cause", f.cause.empty() ? Json() : Json(f.cause)},
            {"waiting", Json::array()}};
  for (const format::LaunchFault::Waiting& w : f.others)
    json["waiting"].push_back({{"warp", w.warp}, {"lanes", w.lanes}, {"line", w.line == 0 ? Json() : Json(w.line)}});
  return json;
}

Json block_json(const format::Recording& r, const format::Block& block) {
  const format::BlockName name = name_of_block(r, block.y, block.x);
  return name.z ? Json{name.x, name.y, *name.z} : Json{name.y, name.x};
}

void add_calls(Json& json, const format::Recording& r, const format::Site& site) {
  for (const format::Place& place : site.called)
    json["called"].push_back(
        {{"file", place.file == 0 ? r.source.path : r.included[place.file - 1u].path}, {"line", place.line}});
}

}  // namespace gemmscope::cli
