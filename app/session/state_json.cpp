// SPDX-License-Identifier: MIT
#include "app/session/state_json.h"

#include <nlohmann/json.hpp>

#include "app/session/findings.h"
#include "app/session/followed.h"
#include "app/session/link.h"
#include "app/session/study.h"

namespace gemmscope::session {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json text_or_null(const format::Recording* recording, const std::optional<Element>& element) {
  return recording != nullptr && element ? Json(text_of(*recording, *element)) : Json();
}

Json json_of(const Current& now) {
  Json request{{"site", now.site.name}, {"line", now.site.line}, {"tensor", now.tensor.name}};
  request["k_tile"] = now.request.k_tile == format::kEpilogue ? -1 : std::int64_t{now.request.k_tile};
  request["step"] = now.request.step == format::kNoStep ? -1 : int{now.request.step};
  request["interval"] = now.request.interval, request["width"] = now.site.width, request["of"] = now.warp_requests;
  if (now.shared()) {
    request["wavefronts"] = now.cost.wavefronts, request["ideal"] = now.cost.ideal;
    request["nway"] = now.cost.max_nway, request["textbook"] = now.textbook.wavefronts;
  } else {
    request["sectors"] = now.global.sector_count, request["ideal_sectors"] = now.global.ideal_sectors();
  }
  return request;
}

/// What is followed, and how much of it there is.
Json json_of_followed(const Look& look) {
  const analysis::Life* life = life_of(look);
  if (life == nullptr) return {};
  Json ends = Json::array();
  for (const analysis::Rect& r : life->ends) ends.push_back({r.row, r.column, r.rows, r.columns});
  return {{"what", text_of(look.loaded->recording, life->what)},
          {"element", text_or_null(look.recording(), life->element)},
          {"uses", life->uses.size()},
          {"ends", ends},
          {"absent", life->absent.size()}};
}

Json json_of_sites(const Look& look) {
  Json sites = Json::object();
  for (const analysis::SiteSummary& site : look.summary.sites) {
    const analysis::SharedCount& shared = site.count.by(look.rule);
    sites[site.name] = {{"requests", site.count.requests},
                        {"wavefronts", shared.wavefronts},
                        {"ideal", shared.ideal_wavefronts},
                        {"nway", shared.max_nway},
                        {"sectors", site.count.sectors}};
  }
  return sites;
}

/// What the registers view shows.
Json json_of_registers(const views::RegistersState& shown) {
  const analysis::RegisterReuse all = analysis::reuse_of(shown.order, shown.depth);
  const analysis::WholeKernel kernel = analysis::whole_kernel(all);
  const auto at = static_cast<std::size_t>(shown.position);
  const analysis::Ffma& now = all.ffmas[at];
  Json json{{"order", analysis::name_of(shown.order)}, {"depth", shown.depth}, {"multiply_add", shown.position + 1}};
  json["registers"] = now.registers, json["hit"] = now.hit, json["reuse"] = now.reuse;
  json["kept"] = at == 0 ? Json::array({Json::array(), Json::array(), Json::array()}) : Json(all.ffmas[at - 1].kept);
  json["cycles_more"] = now.conflicts;
  json["hits"] = all.hits, json["operands"] = all.operands;
  json["kernel_hits"] = kernel.hits, json["kernel_operands"] = kernel.operands;
  json["conflicts"] = all.conflicts / analysis::kStepsOfKTile, json["hidden"] = all.hidden / analysis::kStepsOfKTile;
  return json;
}

Json json_of_check(const Look& look) {
  Json faults = Json::object();
  for (int i = 0; i < analysis::kFaults; ++i) {
    const auto fault = static_cast<analysis::Fault>(i);
    if (const std::uint64_t count = look.loaded->check.count(fault); count != 0)
      faults[std::string(analysis::name_of(fault))] = count;
  }
  return {{"findings", look.loaded->check.findings.size()},
          {"shown", shown_findings(look).size()},
          {"chosen", or_null(look.views.check.chosen)},
          {"faults", faults}};
}

}  // namespace

std::string state_json(const Session& session) {
  const format::Recording* recording = session.look.recording();
  const Selected& selected = session.look.selected;
  Json state{{"link", link_of(session)}, {"rule", analysis::name_of(session.look.rule)}};
  state["theme"] = session.desk.theme == Theme::kDark ? "dark" : "light", state["scale"] = session.desk.scale;
  state["playing"] = session.look.play.on, state["recording"] = session.own.running_now;
  state["error"] = session.desk.error, state["notice"] = session.desk.notice;
  state["block"] = session.look.cursor.block, state["warp"] = session.look.cursor.warp,
  state["request"] = session.look.cursor.request;
  state["lane"] = or_null(selected.lane), state["bank"] = or_null(selected.bank);
  state["cell"] = text_or_null(recording, selected.cell), state["element"] = text_or_null(recording, selected.element);
  if (recording != nullptr) {
    Json& parameters = state["parameters"] = Json::object();
    for (const format::Parameter& p : recording->parameters) parameters[p.name] = p.value;
    for (const OwnNumber& number : session.look.numbers) state["numbers"][number.name] = number.value;
    state["kernel"] = recording->kernel;
    if (recording->kernel == analysis::kRegisterKernel)
      state["registers"] = json_of_registers(session.look.views.registers);
    state["check"] = json_of_check(session.look);
    state["followed"] = json_of_followed(session.look);
    state["dropped"] = recording->dropped, state["sites"] = json_of_sites(session.look);
  }
  if (session.look.current) state["current"] = json_of(*session.look.current);
  return state.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gemmscope::session
