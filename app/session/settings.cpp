// SPDX-License-Identifier: MIT
#include "app/session/settings.h"

#include <utility>

#include "app/session/baseline.h"
#include "app/session/request_edits.h"

namespace gemmscope::session {

void show_setting(Session& session, const record::RecordRequest& setting) {
  Choice choice = session.bench.chosen;
  if (setting.preset != session.bench.wanted.preset) choice.own_part = false;
  choice.request.preset = setting.preset, choice.request.overrides = setting.overrides;
  choice.preset_last = false;
  choose(session, std::move(choice));
}

void compare_setting(Session& session, const record::RecordRequest& setting) {
  session.baseline.reset();
  toggle_baseline(session);
  show_setting(session, setting);
}

}  // namespace gemmscope::session
