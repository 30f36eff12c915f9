// SPDX-License-Identifier: MIT
#include "app/session/settings.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/session/baseline.h"
#include "app/session/own_numbers.h"
#include "app/session/request_edits.h"
#include "app/sweep/row.h"

namespace gemmscope::session {

void show_setting(Session& session, const record::RecordRequest& setting) {
  if (setting.M == 0) {  // of a program: what is not swept stays
    for (const format::Parameter& number : setting.overrides) {
      std::int64_t value = 0;
      std::from_chars(number.value.data(), number.value.data() + number.value.size(), value);
      set_number(session, number.name, value);
    }
    return;
  }
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

namespace {

void with_best_setting(Session& session, void (*choose_it)(Session&, const record::RecordRequest&)) {
  const SweptRows rows = session.look.swept.rows;
  const std::vector<bool> best = rows ? sweep::best_of(*rows) : std::vector<bool>{};
  const auto first = std::ranges::find(best, true);
  if (first == best.end())
    session.desk.notice = "There is no sweep to choose from; start one in the Sweep panel.";
  else
    choose_it(session, (*rows)[static_cast<std::size_t>(first - best.begin())].request);
}

}  // namespace

void show_best_setting(Session& session) { with_best_setting(session, show_setting); }
void compare_best_setting(Session& session) { with_best_setting(session, compare_setting); }

}  // namespace gemmscope::session
