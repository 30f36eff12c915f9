// SPDX-License-Identifier: MIT
#include "app/session/settings.h"

#include <algorithm>
#include <charconv>

#include "app/session/baseline.h"
#include "app/session/own_numbers.h"
#include "app/sweep/row.h"

namespace gemmscope::session {

void show_setting(Session& session, const Numbers& swept) {
  for (const format::Parameter& number : swept) {  // what is not swept stays
    std::int64_t value = 0;
    std::from_chars(number.value.data(), number.value.data() + number.value.size(), value);
    set_number(session, number.name, value);
  }
}

void compare_setting(Session& session, const Numbers& swept) {
  session.baseline.reset();
  toggle_baseline(session);
  show_setting(session, swept);
}

namespace {

void with_best_setting(Session& session, void (*choose_it)(Session&, const Numbers&)) {
  const SweptRows rows = session.look.swept.rows;
  const std::vector<bool> best = rows ? sweep::best_of(*rows) : std::vector<bool>{};
  const auto first = std::ranges::find(best, true);
  if (first == best.end())
    session.desk.notice = "There is no sweep to choose from; start one in the Sweep panel.";
  else
    choose_it(session, (*rows)[static_cast<std::size_t>(first - best.begin())].swept);
}

}  // namespace

void show_best_setting(Session& session) { with_best_setting(session, show_setting); }
void compare_best_setting(Session& session) { with_best_setting(session, compare_setting); }

}  // namespace gemmscope::session
