// SPDX-License-Identifier: MIT
#include "app/session/settings.h"

#include <utility>

#include "app/session/baseline.h"
#include "app/session/request_edits.h"

namespace gemmscope::session {

void show_setting(Session& session, const record::RecordRequest& setting) {
  Choice choice = session.bench.chosen;
  record::RecordRequest& asked = choice.request;
  if (setting.kernel != asked.kernel || setting.preset != session.bench.wanted.preset) choice.own_part = false;
  asked.kernel = setting.kernel, asked.preset = setting.preset, asked.overrides = setting.overrides;
  asked.M = setting.M, asked.N = setting.N, asked.K = setting.K;
  choice.preset_last = false;
  choose(session, std::move(choice));
}

void compare_setting(Session& session, const record::RecordRequest& setting) {
  session.bench.to_pin.reset();
  session.baseline.reset();
  toggle_baseline(session);
  show_setting(session, setting);
}

}  // namespace gemmscope::session
