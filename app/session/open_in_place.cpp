// SPDX-License-Identifier: MIT
#include "app/session/open_in_place.h"

#include <utility>

#include "app/session/correspond.h"
#include "app/session/own_numbers.h"
#include "app/session/refresh.h"
#include "app/session/shown_file.h"
#include "app/session/sweeping.h"

namespace gemmscope::session {
namespace {

/// Lines and steps of another kernel mean other things: it opens at its own first place, with the same lane.
void open_other_kernel(Session& session, LoadedPtr loaded) {
  const Selected before = session.look.selected;
  const auto followed = correspond(session.look.followed, *session.look.recording(), loaded->recording);
  open(session, std::move(loaded));
  if (before.anchor == Anchor::kLane)
    session.look.selected.anchor = Anchor::kLane, session.look.selected.lane = before.lane;
  session.look.followed = followed;
  refresh(session.look);
}

}  // namespace

void open_in_place(Session& session, LoadedPtr loaded) {
  if (!loaded || !session.look.loaded || !session.look.current || loaded->recording.blocks.empty())
    return open(session, std::move(loaded));
  if (family_of(loaded->recording.kernel) != family_of(session.look.loaded->recording.kernel))
    return open_other_kernel(session, std::move(loaded));
  const Cursor cursor = correspond(session.look, *loaded);
  const Selected selected = correspond(session.look.selected, *session.look.recording(), loaded->recording);
  const auto followed = correspond(session.look.followed, *session.look.recording(), loaded->recording);
  const auto before = session.look.current;
  const bool file_chosen = chosen_file(session.look).has_value();
  const std::string file = session.look.recording()->source_of(shown_file(session.look)).path;

  session.look.loaded = std::move(loaded);
  session.look.cursor = cursor;
  session.look.selected = selected;
  session.look.followed = followed;
  session.look.views.check = {};  // other findings
  session.own.shows_earlier = false;
  keep_sweep(session.look);
  session.look.summary = {};
  session.desk.error.clear();
  session.desk.notice.clear();
  session.look.before = before, session.look.use_before.reset();
  session.look.motion = session.desk.motion_allowed ? 0.0f : 1.0f;
  refresh(session.look);
  if (file_chosen) show_recorded(session.look, file);  // which may have another number now
}

}  // namespace gemmscope::session
