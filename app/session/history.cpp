// SPDX-License-Identifier: MIT
#include "app/session/history.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/session/baseline.h"
#include "app/session/link.h"
#include "app/session/own_launches.h"
#include "app/session/own_numbers.h"
#include "app/session/refresh.h"
#include "app/session/stepping.h"

namespace gemmscope::session {
namespace {

constexpr std::size_t kMostPlaces = 100;    ///< in either direction
constexpr std::size_t kMostRecordings = 8;  ///< that are kept for them: MBs each
constexpr std::uint32_t kSteps = 2;         ///< requests that one frame's keys may step

Visited here(const Session& session) {
  const Look& look = session.look;
  Visited place{.shown = recorded_of(look),
                .baseline = pinned_now(session),
                .block = name_of_block(*look.recording(), look.block().y, look.block().x),
                .cursor = look.cursor,
                .selected = look.selected,
                .followed = look.followed,
                .link = picked_in_link(look),
                .rule = look.rule,
                .scope = look.scope,
                .choices = {}};
  share_choices(look.views, place.choices);
  return place;
}

LoadedPtr baseline_of(const Visited& place) { return place.baseline ? place.baseline->loaded : nullptr; }

/// What the keys for the next multiply-add step through is no choice.
ViewState without_steps(ViewState choices) {
  choices.registers.position = 0;
  return choices;
}

bool is_far(const Visited& from, const Visited& to, bool playing) {
  const Cursor &a = from.cursor, &b = to.cursor;
  if (from.shown.loaded != to.shown.loaded || baseline_of(from) != baseline_of(to)) return true;
  if (a.block != b.block || a.warp != b.warp || from.rule != to.rule || from.scope != to.scope) return true;
  if (from.followed != to.followed) return true;
  if (without_steps(from.choices) != without_steps(to.choices)) return true;
  return !playing && std::max(a.request, b.request) - std::min(a.request, b.request) > kSteps;
}

void push(std::vector<Visited>& places, Visited place) {
  places.push_back(std::move(place));
  if (places.size() > kMostPlaces) places.erase(places.begin());
}

/// Keeps the recordings of the nearest places.
void let_go(History& history) {
  std::set<const Loaded*> kept;
  const auto keep = [&](LoadedPtr& loaded) {
    if (loaded && kept.size() < kMostRecordings) kept.insert(loaded.get());
    if (!kept.contains(loaded.get())) loaded.reset();
  };
  for (std::size_t i = 0; i < std::max(history.back.size(), history.forward.size()); ++i)
    for (std::vector<Visited>* places : {&history.back, &history.forward}) {
      if (i >= places->size()) continue;
      Visited& place = (*places)[places->size() - 1 - i];
      keep(place.shown.loaded);
      if (place.baseline) keep(place.baseline->loaded);
    }
}

/// The place's block in what is shown, which has it too where it is the same, or another run with the same numbers.
std::optional<std::uint32_t> block_shown(const Session& session, const Visited& place) {
  const Look& look = session.look;
  const bool same_run = session.own.made(look.loaded) && place.shown.name == recorded_of(look).name;
  if (place.shown.loaded != look.loaded && !same_run) return std::nullopt;
  return find_block(look.loaded->recording, place.block);
}

/// What the place was compared with; nothing where that was let go.
std::optional<Recorded> baseline_at(Session& session, const Visited& place) {
  if (baseline_of(place) || !place.baseline) return place.baseline;
  session.desk.notice = "What this was compared with is not kept any more.";
  return std::nullopt;
}

/// Where the own program had other numbers, it is run with them again. Returns false where it had not.
bool run_with_numbers_of(Session& session, const Visited& place) {
  if (place.shown.loaded == session.look.loaded || !is_of_own(session, place.shown.name.kernel)) return false;
  const bool was_due = std::exchange(session.own.due, false);
  set_numbers(session, place.shown.name.numbers);
  const bool differ = std::exchange(session.own.due, session.own.due || was_due);
  if (differ) session.own.arrival = {true, place.link, baseline_at(session, place), false};
  return differ;
}

void show(Session& session, const Visited& place) {
  session.history.travelling = true;
  session.desk.error.clear();
  session.desk.notice.clear();
  Look& look = session.look;
  const auto take_choices = [&] {
    look.rule = place.rule, look.scope = place.scope;
    share_choices(place.choices, look.views);
    refresh(look);
  };
  if (run_with_numbers_of(session, place)) return take_choices();
  const auto block = block_shown(session, place);
  if (!block && !place.shown.loaded) {
    session.desk.notice = "The recording that was shown there is not kept any more; open it again.";
    return;
  }
  take_choices();
  if (!block) show_recorded(session, place.shown);
  compare_with(session, baseline_at(session, place));
  look.selected = place.selected, look.followed = place.followed;
  const float motion = look.motion;
  Cursor cursor = place.cursor;
  if (block) cursor.block = *block;
  go_to(look, cursor);
  look.motion = motion;  // of another recording's cells
}

void travel(Session& session, std::vector<Visited> History::*from, std::vector<Visited> History::*to,
            const char* direction) {
  History& history = session.history;
  if (!session.look.current || (history.*from).empty()) {
    session.desk.notice = std::string("There is nothing to go ") + direction + " to.";
    return;
  }
  const Visited place = std::move((history.*from).back());
  (history.*from).pop_back();
  push(history.*to, here(session));
  show(session, place);
  let_go(history);
}

}  // namespace

void note_place(Session& session) {
  History& history = session.history;
  if (!session.look.current || session.own.arrival.due) return;
  Visited now = here(session);
  if (history.here.shown.loaded && !history.travelling && is_far(history.here, now, session.look.play.on)) {
    push(history.back, std::move(history.here));
    history.forward.clear();
    let_go(history);
  }
  history.here = std::move(now);
  history.travelling = false;
}

void go_back(Session& session) { travel(session, &History::back, &History::forward, "back"); }
void go_forward(Session& session) { travel(session, &History::forward, &History::back, "forward"); }

}  // namespace gemmscope::session
