// SPDX-License-Identifier: MIT
#include "app/session/findings.h"

#include <algorithm>

#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "tracing/analysis/held.h"

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
  return tensor.matrix == format::Matrix::kC ? "stores" : "arrays";
}

/// What is missing shows in the whole tile, not in the rows that one request touches.
bool of_whole_tile(Fault fault) { return fault == Fault::kUninitialisedRead || fault == Fault::kOutOfBounds; }

/// To the lane's access to byte `byte`: of a bulk copy, to the piece that has it.
void go_to_access(Look& look, const Access& access, std::uint32_t byte) {
  look.selected.anchor = Anchor::kLane;
  look.selected.lane = access.lane;
  if (const auto there = look_at(*look.loaded, cursor_of(access), look.rule)) {
    const format::Row& row = row_of(*look.recording(), access.block, *there);
    look.selected.lane = static_cast<int>(analysis::place_of(row, there->request.address, access.lane, byte));
  }
  go_to(look, cursor_of(access));
}

/// The last request of the cursor's warp.
std::uint32_t last_request(const Look& look) {
  return std::max(1u, warp_requests(*look.recording(), look.cursor.block, look.cursor.warp)) - 1;
}

/// For a finding without an access: goes to where everything before it is done, so that what is missing shows.
void go_to_place(Look& look, const Finding& finding) {
  if (finding.block >= look.recording()->blocks.size()) return;
  const bool ends_it = finding.fault == Fault::kLaunchFault;
  const std::uint32_t thread = !finding.divergence ? 0
                               : ends_it           ? finding.divergence->thread
                                                   : finding.divergence->other_thread;
  const std::uint32_t warp = finding.divergence ? thread / format::kLanes : look.recording()->warps() - 1;
  go_to(look, {finding.block, warp, look.cursor.request});
  if (!finding.divergence || ends_it) go_to_request(look, last_request(look));
  if (const auto* element = std::get_if<Element>(&finding.place)) {
    look.selected.anchor = Anchor::kElement;
    look.selected.element = *element;
    refresh(look);
  }
}

/// The source, whose lines are tagged, unless it was closed; and in front of it, where they share a place, the list.
void show_beside(Session& session) {
  session.desk.panels.focus_beside = {"check"};
  if (std::ranges::find(session.desk.panels.closed, "source") == session.desk.panels.closed.end())
    session.desk.panels.focus_beside.insert(session.desk.panels.focus_beside.begin(), "source");
}

}  // namespace

std::vector<std::size_t> shown_findings(const Look& look) {
  std::vector<std::size_t> shown;
  if (!look.loaded) return shown;
  const std::vector<Finding>& all = look.loaded->check.findings;
  const std::uint32_t faults = look.views.check.faults;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (faults == 0 || (faults & bit_of(all[i].fault)) != 0) shown.push_back(i);
  return shown;
}

const Finding* chosen_finding(const Look& look) {
  const auto& chosen = look.views.check.chosen;
  if (!look.loaded || !chosen || *chosen >= look.loaded->check.findings.size()) return nullptr;
  return &look.loaded->check.findings[*chosen];
}

bool chosen_is_in_block(const Look& look) {
  const Finding* finding = chosen_finding(look);
  return finding != nullptr &&
         (finding->block == look.cursor.block || (finding->other && finding->other->block == look.cursor.block));
}

Cursor cursor_of(const Access& access) { return {access.block, access.warp, access.request}; }

bool is_here(const Look& look, const Access& access) { return look.cursor == cursor_of(access); }

const Access* access_elsewhere(const Look& look) {
  const Finding* finding = chosen_finding(look);
  if (finding == nullptr || !finding->at) return nullptr;
  if (!is_here(look, *finding->at)) return &*finding->at;
  return finding->other && !is_here(look, *finding->other) ? &*finding->other : nullptr;
}

void open_finding(Session& session, std::size_t index) {
  session.look.views.check.chosen = index;
  const Finding* finding = chosen_finding(session.look);
  if (finding == nullptr) return;
  const std::string stage = stage_of(*session.look.recording(), *finding);
  if (!stage.empty()) session.desk.panels.stage = stage;
  session.desk.panels.focus_view = session.desk.panels.stage;
  show_beside(session);
  if (stage == "shared") {
    session.look.views.shared.tile = 0;
    session.look.views.shared.whole = of_whole_tile(finding->fault);
  }
  if (finding->at)
    go_to_access(session.look, *finding->at, finding->byte);
  else
    go_to_place(session.look, *finding);
}

void open_at_findings(Session& session) {
  if (!session.look.loaded) return;
  const auto& of_program = session.look.recording()->of_program;
  if (!session.look.loaded->check.findings.empty())
    open_finding(session, 0);
  else if (of_program && !of_program->empty())
    session.desk.panels.focus_beside = {"check"};
}

void step_finding(Session& session, int direction) {
  const std::vector<std::size_t> shown = shown_findings(session.look);
  if (shown.empty()) {
    if (session.look.loaded) session.desk.panels.focus_beside = {"check"};
    return;
  }
  const auto here =
      session.look.views.check.chosen ? std::ranges::find(shown, *session.look.views.check.chosen) : shown.end();
  const auto count = static_cast<std::ptrdiff_t>(shown.size());
  const std::ptrdiff_t from = here != shown.end() ? here - shown.begin() : direction > 0 ? -1 : 0;
  open_finding(session, shown[static_cast<std::size_t>((from + direction + count) % count)]);
}

void go_to_other_access(Look& look) {
  if (const Access* access = access_elsewhere(look)) go_to_access(look, *access, chosen_finding(look)->byte);
}

void toggle_fault(Look& look, Fault fault) {
  look.views.check.faults ^= bit_of(fault);
  look.views.check.first = 0;
}

void show_all_faults(Look& look) { look.views.check.faults = 0; }

}  // namespace gemmscope::session
