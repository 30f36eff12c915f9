// SPDX-License-Identifier: MIT
#include "app/session/findings.h"

#include <algorithm>

#include "app/session/refresh.h"
#include "app/session/stepping.h"

namespace gemmscope::session {
namespace {

using analysis::Access;
using analysis::Fault;
using analysis::Finding;

/// The stage's view that shows where it is: a cell, or an element of C, A or B. Empty: none does.
std::string stage_of(const format::Recording& recording, const Finding& finding) {
  if (finding.divergence) return {};
  const format::Tensor& tensor = recording.tensors[finding.tensor];
  if (tensor.space == format::Space::kShared) return "shared";
  return tensor.name == "C" ? "write_back" : "outer_loop";
}

/// What is missing shows in the whole tile, not in the rows that one request touches.
bool of_whole_tile(Fault fault) {
  return fault == Fault::kUninitialisedRead || fault == Fault::kStaleRead || fault == Fault::kOutOfBounds ||
         fault == Fault::kNeverRead;
}

void select_lane_of(Session& session, const Access& access) {
  session.selected.anchor = Anchor::kLane;
  session.selected.lane = access.lane;
}

void go_to_access(Session& session, const Access& access) {
  select_lane_of(session, access);
  go_to(session, cursor_of(access));
}

/// Of the cursor's warp. Its very last request if it has none for `k_tile`.
std::uint32_t last_of_k_tile(const Session& session, std::uint32_t k_tile) {
  std::uint32_t last = warp_requests(*session.recording(), session.cursor.block, session.cursor.warp);
  for (const analysis::KTileBand& band :
       session.loaded->timeline(session.rule).k_tile_bands(session.cursor.block, session.cursor.warp))
    if (band.k_tile == k_tile) last = band.end;
  return last == 0 ? 0 : last - 1;
}

/// Of a finding that no access stands for: where all that was done has been done, so that the rest shows.
void go_to_place(Session& session, const Finding& finding) {
  const std::uint32_t warp =
      finding.divergence ? finding.divergence->other_thread / format::kLanes : session.recording()->warps() - 1;
  go_to(session, {finding.block, warp, session.cursor.request});
  if (!finding.divergence) go_to_request(session, last_of_k_tile(session, finding.k_tile));
  if (const auto* element = std::get_if<Element>(&finding.place)) {
    session.selected.anchor = Anchor::kElement;
    session.selected.element = *element;
    refresh(session);
  }
}

/// The source, whose lines are tagged, unless it was closed; and in front of it, where they share a place, the list.
void show_beside(Session& session) {
  session.views.focus_beside = {"check"};
  if (std::ranges::find(session.views.closed, "source") == session.views.closed.end())
    session.views.focus_beside.insert(session.views.focus_beside.begin(), "source");
}

}  // namespace

std::vector<std::size_t> shown_findings(const Session& session) {
  std::vector<std::size_t> shown;
  if (!session.loaded) return shown;
  const std::vector<Finding>& all = session.loaded->check.findings;
  const std::uint32_t faults = session.views.check.faults;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (faults == 0 || (faults & bit_of(all[i].fault)) != 0) shown.push_back(i);
  return shown;
}

const Finding* chosen_finding(const Session& session) {
  const auto& chosen = session.views.check.chosen;
  if (!session.loaded || !chosen || *chosen >= session.loaded->check.findings.size()) return nullptr;
  return &session.loaded->check.findings[*chosen];
}

bool chosen_is_in_block(const Session& session) {
  const Finding* finding = chosen_finding(session);
  return finding != nullptr &&
         (finding->block == session.cursor.block || (finding->other && finding->other->block == session.cursor.block));
}

Cursor cursor_of(const Access& access) { return {access.block, access.warp, access.request}; }

bool is_here(const Session& session, const Access& access) { return session.cursor == cursor_of(access); }

const Access* access_elsewhere(const Session& session) {
  const Finding* finding = chosen_finding(session);
  if (finding == nullptr || !finding->at) return nullptr;
  if (!is_here(session, *finding->at)) return &*finding->at;
  return finding->other && !is_here(session, *finding->other) ? &*finding->other : nullptr;
}

void open_finding(Session& session, std::size_t index) {
  session.views.check.chosen = index;
  const Finding* finding = chosen_finding(session);
  if (finding == nullptr) return;
  const std::string stage = stage_of(*session.recording(), *finding);
  if (!stage.empty()) session.views.stage = stage;
  session.views.focus_view = session.views.stage;
  show_beside(session);
  if (stage == "shared") {
    session.views.shared.tile = 0;
    session.views.shared.whole = of_whole_tile(finding->fault);
  }
  if (finding->at)
    go_to_access(session, *finding->at);
  else
    go_to_place(session, *finding);
}

void step_finding(Session& session, int direction) {
  const std::vector<std::size_t> shown = shown_findings(session);
  if (shown.empty()) {
    if (session.loaded) session.views.focus_beside = {"check"};
    return;
  }
  const auto here = session.views.check.chosen ? std::ranges::find(shown, *session.views.check.chosen) : shown.end();
  const auto count = static_cast<std::ptrdiff_t>(shown.size());
  const std::ptrdiff_t from = here != shown.end() ? here - shown.begin() : direction > 0 ? -1 : 0;
  open_finding(session, shown[static_cast<std::size_t>((from + direction + count) % count)]);
}

void go_to_other_access(Session& session) {
  if (const Access* access = access_elsewhere(session)) go_to_access(session, *access);
}

void toggle_fault(Session& session, Fault fault) {
  session.views.check.faults ^= bit_of(fault);
  session.views.check.first = 0;
}

void show_all_faults(Session& session) { session.views.check.faults = 0; }

}  // namespace gemmscope::session
