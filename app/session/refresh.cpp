// SPDX-License-Identifier: MIT
#include "app/session/refresh.h"

#include <algorithm>
#include <utility>

#include "app/session/touched.h"

namespace gemmscope::session {
namespace {

ByRule count_by_rule(const Session& session) {
  const format::Recording& recording = session.loaded->recording;
  const analysis::CostTable& costs = session.loaded->costs;
  const std::vector<analysis::SiteSummary>& sites = session.summary.sites;
  ByRule counted{.rule = session.rule, .heat = {}, .dearest = {}, .layouts = {}};
  counted.heat = analysis::shared_heat(recording, costs, session.summary_scope, session.rule);
  const auto excess = [&](const analysis::SiteSummary& site) { return site.count.by(session.rule).excess(); };
  const auto most =
      std::max_element(sites.begin(), sites.end(), [&](const auto& a, const auto& b) { return excess(a) < excess(b); });
  if (most == sites.end() || excess(*most) == 0) return counted;
  counted.dearest = static_cast<std::size_t>(most - sites.begin());
  counted.layouts = analysis::what_if(recording, costs, *most, session.summary_scope, session.rule);
  add_better_choices(counted.layouts, session.tried, *most, session.rule);
  return counted;
}

}  // namespace

void refresh(Session& session) {
  if (!session.loaded) {
    session.current.reset();
    session.summary = {};
    session.by_rule = {};
    return;
  }
  session.current = look_at(*session.loaded, session.cursor, session.rule);
  resolve(session, session.selected);
  if (session.current) {
    session.selected.site = session.current->request.site;
    session.selected.line = session.current->site.line;
  }
  const analysis::Scope scope = scope_at(session.scope, session.cursor.block, session.k_tile());
  const bool moved = session.summary.sites.empty() || scope != session.summary_scope;
  if (moved) {
    session.summary = session.scope == Scope::kKernel
                          ? session.loaded->summary
                          : analysis::summarize(session.loaded->recording, session.loaded->costs, scope);
    session.summary_scope = scope;
    session.basis = analysis::basis_of(session.loaded->recording, scope);
  }
  if (session.tried_for != session.loaded) {
    session.tried = try_layouts(session.loaded->recording);
    session.tried_for = session.loaded;
  }
  if (moved || session.rule != session.by_rule.rule) session.by_rule = count_by_rule(session);
}

void open(Session& session, LoadedPtr loaded) {
  session.loaded = std::move(loaded);
  session.cursor = {};
  session.selected = {};
  session.hover = {};
  session.before.reset();
  session.motion = 1;
  session.views.check = {};
  session.error.clear();
  session.notice.clear();
  session.summary = {};
  if (session.loaded) {
    session.wanted = session.recorded = request_of(session.loaded->recording);
    session.chosen = session.chosen_recorded = {.request = session.wanted};
    const format::Recording& recording = session.loaded->recording;
    session.cursor.warp = requesting_warp(recording, 0, 0);
    if (!recording.blocks.empty())
      session.cursor.request =
          session.loaded->timeline(session.rule).next_conflict(0, session.cursor.warp, 0).value_or(0);
    if (recording.shared_bytes == 0 && session.views.stage == "shared")  // which would be empty
      session.views.stage = session.views.focus_view = "outer_loop";
  }
  refresh(session);
}

void set_rule(Session& session, analysis::ConflictModel rule) {
  session.rule = rule;
  refresh(session);
}

void next_rule(Session& session) {
  const int next = (static_cast<int>(session.rule) + 1) % analysis::kConflictModels;
  set_rule(session, static_cast<analysis::ConflictModel>(next));
}

void set_scope(Session& session, Scope scope) {
  session.scope = scope;
  refresh(session);
}

void next_scope(Session& session) { set_scope(session, static_cast<Scope>((static_cast<int>(session.scope) + 1) % 3)); }

void set_theme(Session& session, Theme theme) { session.theme = theme; }

void set_scale(Session& session, float scale) { session.scale = std::clamp(scale, 1.0f, 3.0f); }

}  // namespace gemmscope::session
