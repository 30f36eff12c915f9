// SPDX-License-Identifier: MIT
#include "app/session/selecting.h"

#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "app/session/warp_walk.h"

namespace gemmscope::session {
namespace {

/// Makes `value` the anchor, or lets go if it already is.
template <class T>
void pick(Look& look, std::optional<T> Selected::*slot, Anchor anchor, T value) {
  Selected& selected = look.selected;
  const bool same = selected.anchor == anchor && selected.*slot == value;
  selected.anchor = same ? Anchor::kNone : anchor;
  selected.*slot = value;
  refresh(look);
}

/// The request nearest to the cursor for which `matches`: in its k-tile from the cursor on, in its k-tile before it,
/// anywhere after it, anywhere before it.
template <class Matches>
void go_to_nearest(Look& look, Matches matches) {
  if (!look.current) return;
  const WarpWalk walk(look.loaded->recording, look.cursor.block, look.cursor.warp);
  const Stop here = walk.at(look.cursor.request);
  if (matches(here)) return;
  std::optional<Stop> after, before;
  for (std::optional<Stop> stop = walk.next(here, +1); stop && !after; stop = walk.next(*stop, +1))
    if (matches(*stop)) after = stop;
  if (after && after->k_tile == here.k_tile) return go_to_request(look, after->request);
  for (std::optional<Stop> stop = walk.next(here, -1); stop && !before; stop = walk.next(*stop, -1))
    if (matches(*stop)) before = stop;
  // Before the cursor, the first of its run: two clicks on a line must not drift.
  for (std::optional<Stop> stop = before; stop; stop = walk.next(*stop, -1)) {
    if (stop->k_tile != before->k_tile || stop->interval != before->interval) break;
    if (matches(*stop)) before = stop;
  }
  if (before && (before->k_tile == here.k_tile || !after)) return go_to_request(look, before->request);
  if (after) go_to_request(look, after->request);
}

}  // namespace

void select_lane(Look& look, int lane) { pick(look, &Selected::lane, Anchor::kLane, lane); }
void select_cell(Look& look, Element cell) { pick(look, &Selected::cell, Anchor::kCell, cell); }
void select_element(Look& look, Element element) { pick(look, &Selected::element, Anchor::kElement, element); }
void select_bank(Look& look, std::uint32_t bank) {
  if (look.selected.bank == bank)
    look.selected.bank.reset();
  else
    look.selected.bank = bank;
}

void select_line(Look& look, std::uint32_t line) {
  go_to_nearest(look, [line](const Stop& stop) { return stop.line == line; });
}
void select_place(Look& look, format::Place place) {
  go_to_nearest(look, [&look, place](const Stop& stop) {
    return look.loaded->recording.sites[stop.site].line_in(place.file) == place.line;
  });
}
void select_site(Look& look, std::uint16_t site) {
  go_to_nearest(look, [site](const Stop& stop) { return stop.site == site; });
}
void select_nothing(Session& session) {
  if (!session.desk.error.empty()) {  // it covers a line of the window; what is selected stays
    session.desk.error.clear(), session.desk.notice.clear();
    return;
  }
  session.look.selected = {};
  session.look.views.check.chosen.reset();
  session.desk.error.clear();
  session.desk.notice.clear();
  refresh(session.look);
}

void hover_lane(Look& look, int lane) { look.hover.anchor = Anchor::kLane, look.hover.lane = lane; }
void hover_bank(Look& look, std::uint32_t bank) { look.hover.bank = bank; }
void hover_cell(Look& look, Element cell) { look.hover.anchor = Anchor::kCell, look.hover.cell = cell; }
void hover_element(Look& look, Element element) { look.hover.anchor = Anchor::kElement, look.hover.element = element; }
void hover_line(Look& look, std::uint32_t line) { look.hover.line = line; }
void hover_site(Look& look, std::uint16_t site) { look.hover.site = site; }

}  // namespace gemmscope::session
