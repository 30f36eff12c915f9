// SPDX-License-Identifier: MIT
/// @file actions.h
/// The changes a frame asks for. Views draw from a const Session; what they ask for happens after the frame is drawn,
/// so that all views of a frame show the same state.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "app/session/history.h"
#include "app/session/session.h"
#include "app/session/touched.h"

namespace gemmscope::session {

class Actions {
 public:
  /// `actions.add(select_lane, 5)`: calls select_lane(session, 5) after the frame.
  template <class Change, class... Arguments>
  void add(Change change, Arguments... arguments) {
    queue_.push_back([=](Session& session) { change(session, arguments...); });
  }

  bool empty() const { return queue_.empty(); }

  /// Drops what only the last frame wanted, then makes the changes in order.
  void apply(Session& session) {
    session.hover = {};
    session.live_wanted = false;
    for (const auto& change : std::exchange(queue_, {})) change(session);
    resolve(session, session.hover);
    note_place(session);
  }

 private:
  std::vector<std::function<void(Session&)>> queue_;
};

}  // namespace gemmscope::session
