// SPDX-License-Identifier: MIT
/// @file actions.h
/// The changes a frame asks for. Views draw from a const Look; what they ask for happens after the frame is drawn, so
/// that all views of a frame show the same state.
#pragma once

#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/session/baseline.h"
#include "app/session/history.h"
#include "app/session/session.h"
#include "app/session/touched.h"

namespace gemmscope::session {

class Actions {
 public:
  /// `actions.add(select_lane, 5)`: calls select_lane(look, 5) after the frame; of what changes more than where one
  /// looks, `actions.add(visit_warp, 2)`, visit_warp(session, 2).
  template <class Change, class... Arguments>
  void add(Change change, Arguments... arguments) {
    queue_.push_back([=, which = which_](Session& session) {
      [[maybe_unused]] Look& look = look_of(session, which);
      if constexpr (std::is_invocable_v<Change, Look&, Arguments...>)
        change(look, arguments...);
      else
        change(session, arguments...);
    });
  }

  /// Which Look the next changes are for: that of the panel, or half of a panel, that asks for them.
  void about(Which which) { which_ = which; }

  bool empty() const { return queue_.empty(); }

  /// Drops what only the last frame wanted, then makes the changes in order.
  void apply(Session& session) {
    session.look.hover = {}, session.look.wanted = {};
    if (session.baseline) session.baseline->look.hover = {}, session.baseline->look.wanted = {};
    session.live_wanted = false;
    for (const auto& change : std::exchange(queue_, {})) change(session);
    resolve(session.look, session.look.hover);
    if (session.baseline) resolve(session.baseline->look, session.baseline->look.hover);
    keep_in_step(session);
    if (session.baseline) session.baseline->look.motion = 1;  // only what is shown moves
    if (!session.desk.motion_allowed) session.look.motion = 1;
    note_place(session);
  }

 private:
  Which which_ = Which::kShown;
  std::vector<std::function<void(Session&)>> queue_;
};

}  // namespace gemmscope::session
