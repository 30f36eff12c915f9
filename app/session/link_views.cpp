// SPDX-License-Identifier: MIT
#include "app/session/link_views.h"

namespace gemmscope::session {
namespace {

template <class State>
void add(StateEntries<ViewState>& all, State ViewState::*member) {
  for (const StateEntry<State>& entry : State::entries())
    all.push_back({entry.key, entry.form,
                   [=](std::string_view text, ViewState& views) { return entry.read(text, views.*member); },
                   [=](const ViewState& views) { return entry.print(views.*member); }});
}

}  // namespace

const StateEntries<ViewState>& view_entries() {
  static const StateEntries<ViewState> entries = [] {
    StateEntries<ViewState> all;
    std::apply([&](auto... member) { (add(all, member), ...); }, kViewStates);
    return all;
  }();
  return entries;
}

}  // namespace gemmscope::session
