// SPDX-License-Identifier: MIT
#include "app/session/selecting.h"

#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "app/session/warp_walk.h"

namespace gemmscope::session {
namespace {

/// Makes `value` the anchor, or lets go if it already is.
template <class T>
void pick(Session& session, std::optional<T> Selected::*slot, Anchor anchor, T value) {
  Selected& selected = session.selected;
  const bool same = selected.anchor == anchor && selected.*slot == value;
  selected.anchor = same ? Anchor::kNone : anchor;
  selected.*slot = value;
  refresh(session);
}

/// The request nearest to the cursor for which `matches`: in its k-tile from the cursor on, in its k-tile before it,
/// anywhere after it, anywhere before it.
template <class Matches>
void go_to_nearest(Session& session, Matches matches) {
  if (!session.current) return;
  const WarpWalk walk(session.loaded->recording, session.cursor.block, session.cursor.warp);
  const Stop here = walk.at(session.cursor.request);
  if (matches(here)) return;
  std::optional<Stop> after, before;
  for (std::optional<Stop> stop = walk.next(here, +1); stop && !after; stop = walk.next(*stop, +1))
    if (matches(*stop)) after = stop;
  if (after && after->k_tile == here.k_tile) return go_to_request(session, after->request);
  for (std::optional<Stop> stop = walk.next(here, -1); stop && !before; stop = walk.next(*stop, -1))
    if (matches(*stop)) before = stop;
  // Before the cursor, the first of its run: two clicks on a line must not drift.
  for (std::optional<Stop> stop = before; stop; stop = walk.next(*stop, -1)) {
    if (stop->k_tile != before->k_tile || stop->interval != before->interval) break;
    if (matches(*stop)) before = stop;
  }
  if (before && (before->k_tile == here.k_tile || !after)) return go_to_request(session, before->request);
  if (after) go_to_request(session, after->request);
}

}  // namespace

void select_lane(Session& session, int lane) { pick(session, &Selected::lane, Anchor::kLane, lane); }
void select_cell(Session& session, Element cell) { pick(session, &Selected::cell, Anchor::kCell, cell); }
void select_element(Session& session, Element element) { pick(session, &Selected::element, Anchor::kElement, element); }
void select_bank(Session& session, std::uint32_t bank) {
  if (session.selected.bank == bank)
    session.selected.bank.reset();
  else
    session.selected.bank = bank;
}

void select_line(Session& session, std::uint32_t line) {
  go_to_nearest(session, [line](const Stop& stop) { return stop.line == line; });
}
void select_site(Session& session, std::uint16_t site) {
  go_to_nearest(session, [site](const Stop& stop) { return stop.site == site; });
}
void select_nothing(Session& session) {
  session.selected = {};
  session.views.check.chosen.reset();
  session.error.clear();
  session.notice.clear();
  refresh(session);
}

void hover_lane(Session& session, int lane) { session.hover.anchor = Anchor::kLane, session.hover.lane = lane; }
void hover_bank(Session& session, std::uint32_t bank) { session.hover.bank = bank; }
void hover_cell(Session& session, Element cell) { session.hover.anchor = Anchor::kCell, session.hover.cell = cell; }
void hover_element(Session& session, Element element) {
  session.hover.anchor = Anchor::kElement, session.hover.element = element;
}
void hover_line(Session& session, std::uint32_t line) { session.hover.line = line; }
void hover_site(Session& session, std::uint16_t site) { session.hover.site = site; }

}  // namespace gemmscope::session
