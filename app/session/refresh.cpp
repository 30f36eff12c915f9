// SPDX-License-Identifier: MIT
#include "app/session/refresh.h"

#include <algorithm>
#include <utility>

#include "app/session/study.h"
#include "app/session/sweeping.h"
#include "app/session/touched.h"

namespace gemmscope::session {
namespace {

ByRule count_by_rule(const Look& look) {
  const format::Recording& recording = look.loaded->recording;
  const analysis::CostTable& costs = look.loaded->costs;
  const std::vector<analysis::SiteSummary>& sites = look.summary.sites;
  ByRule counted{.rule = look.rule, .heat = {}, .dearest = {}};
  counted.heat = analysis::shared_heat(recording, costs, look.summary_scope, look.rule);
  const auto excess = [&](const analysis::SiteSummary& site) { return site.count.by(look.rule).excess(); };
  const auto most =
      std::max_element(sites.begin(), sites.end(), [&](const auto& a, const auto& b) { return excess(a) < excess(b); });
  if (most == sites.end() || excess(*most) == 0) return counted;
  counted.dearest = static_cast<std::size_t>(most - sites.begin());
  return counted;
}

/// The first request with excess: of warp 0 of block 0 if it has one, else of the warps and blocks after it. Without
/// any, the first request.
Cursor first_conflict(const Loaded& loaded, analysis::ConflictModel rule) {
  const format::Recording& recording = loaded.recording;
  if (loaded.summary.total.by(rule).excess() != 0) {
    std::vector<bool> seen(recording.patterns.size());  // conflicts are the same in all blocks of a pattern
    for (std::uint32_t block = 0; block < recording.blocks.size(); ++block) {
      if (seen[recording.blocks[block].pattern]) continue;
      seen[recording.blocks[block].pattern] = true;
      for (std::uint32_t warp = 0; warp < recording.warps(); ++warp)
        if (warp_requests(recording, block, warp) != 0)
          if (const auto request = loaded.timeline(rule).next_conflict(block, warp, 0)) return {block, warp, *request};
    }
  }
  return {0, requesting_warp(recording, 0, 0), 0};
}

/// The heatmap opens where it has numbers: source lines if there is no shared memory, all wavefronts if there is no
/// conflict.
void choose_heat(Look& look) {
  look.views.heatmap = {};
  if (look.loaded->recording.shared_bytes == 0)
    look.views.heatmap.tab = views::HeatmapState::kLines;
  else if (look.summary.total.by(look.rule).excess() == 0)
    look.views.heatmap.excess = false;
}

}  // namespace

void refresh(Look& look) {
  drop_stale(look);
  if (!look.loaded) {
    look.current.reset();
    look.summary = {};
    look.by_rule = {};
    return;
  }
  look.current = look_at(*look.loaded, look.cursor, look.rule);
  resolve(look, look.selected);
  if (look.current) {
    look.selected.site = look.current->request.site;
    look.selected.line = look.current->site.line;
  }
  const analysis::Scope scope = scope_at(look.scope, look.cursor.block, look.k_tile());
  const bool moved = look.summary.sites.empty() || scope != look.summary_scope;
  if (moved) {
    look.summary = look.scope == Scope::kKernel
                       ? look.loaded->summary
                       : analysis::summarize(look.loaded->recording, look.loaded->costs, scope);
    look.summary_scope = scope;
  }
  if (moved || look.rule != look.by_rule.rule) look.by_rule = count_by_rule(look);
}

void open(Session& session, LoadedPtr loaded) {
  const bool is_first = session.look.loaded == nullptr;
  session.look.loaded = std::move(loaded);
  session.look.cursor = {};
  session.look.selected = {};
  session.look.hover = {};
  session.look.followed.reset();
  session.look.before.reset();
  session.look.motion = 1;
  session.look.views.check = {};
  session.look.run.clear(), session.look.numbers.clear(), session.look.given.clear();
  session.own.shows_earlier = false;
  keep_sweep(session.look);
  session.desk.error.clear();
  session.desk.notice.clear();
  session.look.summary = {};
  if (session.look.loaded) session.look.cursor = first_conflict(*session.look.loaded, session.look.rule);
  refresh(session.look);
  if (!session.look.loaded) return;
  choose_heat(session.look);
  const bool shared = session.look.current && session.look.current->shared();
  const format::Recording& recording = session.look.loaded->recording;
  const bool empty = recording.shared_bytes == 0 && session.desk.panels.stage == "shared";
  if (is_first || empty)  // of a program without conflicts its arrays tell most at first sight
    session.desk.panels.stage = session.desk.panels.focus_view = shared ? "shared" : "arrays";
}

void set_rule(Look& look, analysis::ConflictModel rule) {
  look.rule = rule;
  refresh(look);
}

void next_rule(Look& look) {
  const int next = (static_cast<int>(look.rule) + 1) % analysis::kConflictModels;
  set_rule(look, static_cast<analysis::ConflictModel>(next));
}

void set_scope(Look& look, Scope scope) {
  look.scope = scope;
  refresh(look);
}

void next_scope(Look& look) {
  Scope next = static_cast<Scope>((static_cast<int>(look.scope) + 1) % 3);
  if (next == Scope::kKTile && look.loaded && !look.recording()->tiles_known())
    next = Scope::kBlock;  // it has no k-tiles
  set_scope(look, next);
}

void set_theme(Session& session, Theme theme) { session.desk.theme = theme; }

void set_scale(Session& session, float scale) { session.desk.scale = std::clamp(scale, 1.0f, 3.0f); }

}  // namespace gemmscope::session
