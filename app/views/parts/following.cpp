// SPDX-License-Identifier: MIT
#include "app/views/parts/following.h"

#include "app/draw/choice.h"
#include "app/session/followed.h"
#include "app/session/following.h"
#include "app/session/study.h"
#include "app/views/parts/lane_set.h"
#include "app/words/life_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kRow = 22, kMark = 6;          // points; half of the mark's width
constexpr float kBetween = 22, kStation = 20;  // between two stations; their height

/// "lanes 0–3 load from As", of all uses of the cursor's request.
std::string uses_here(const Look& look, const analysis::Life& life, std::size_t first) {
  std::string text;
  const std::vector<analysis::Use>& uses = life.uses;
  for (std::size_t i = first; i < uses.size() && uses[i].when == uses[first].when; ++i)
    text += (text.empty() ? "" : "; ") + lanes_in_words(uses[i].lanes) + ": " +
            words::use_in_words(*look.recording(), uses[i]);
  return text;
}

/// "As[5][3]", "multiply-adds", "C": where a use takes place.
std::string place_text(const Look& look, const analysis::Use& use) {
  const format::Recording& recording = *look.recording();
  if (use.kind == analysis::UseKind::kMultiplyAdd) return words::use_in_words(recording, use);
  if (use.cell) return session::text_of(recording, session::Element{use.cell->tensor, use.cell->row, use.cell->column});
  if (use.kind == analysis::UseKind::kGlobalLoad) return session::text_of(recording, *session::life_of(look)->element);
  return recording.tensors[recording.sites[use.site].tensor].name;
}

/// "warp 1, request 59", without the warp if it is the cursor's.
std::string when_text(const Look& look, const analysis::When& when) {
  return (when.warp == look.cursor.warp ? "" : "warp " + std::to_string(when.warp) + ", ") + "request " +
         words::thousands(when.request + 1);
}

/// "The next request that uses it (U): As[5][3], request 3"; behind the last use without what follows.
std::string next_hint(const Look& look) {
  const std::string hint = "The next request that uses it (U)";
  const auto next = session::next_use(look, +1);
  if (!next) return hint;
  const analysis::Use& use = session::life_of(look)->uses[*next];
  return hint + ": " + place_text(look, use) + ", " + when_text(look, use.when);
}

/// Those of `stations` that fit into `width`, the one that was `reached` last among them.
std::pair<std::size_t, std::size_t> fitting(const Canvas& canvas, const std::vector<Station>& stations,
                                            std::size_t reached, float width) {
  std::size_t first = 0, end = stations.size();
  const auto needed = [&] {
    float sum = 0;
    for (std::size_t i = first; i < end; ++i) sum += draw::framed_width(canvas, stations[i].text) + kBetween;
    return sum - kBetween;
  };
  while (end - first > 1 && needed() > width) first < reached ? ++first : --end;
  return {first, end};
}

/// Its way, station by station: the last one that was reached is filled, what is to come dashed.
void draw_stations(Canvas& canvas, Rect row, const Look& look, session::Actions& actions) {
  const analysis::Life* life = session::life_of(look);
  if (life == nullptr || life->uses.empty()) return;
  const std::vector<Station> stations = stations_of(*look.recording(), *life);
  std::size_t number = 0;  // of those that were reached
  while (number < stations.size() && life->uses[stations[number].use].when <= look.now()) ++number;
  const auto here = session::use_here(look);
  const auto [first, end] = fitting(canvas, stations, number == 0 ? 0 : number - 1, row.width);
  for (std::size_t i = first; i < end; ++i) {
    const Station& station = stations[i];
    const Rect place = row.cut_left(draw::framed_width(canvas, station.text), 0);
    const bool on = here ? life->uses[*here].kind == station.kind : i + 1 == number;
    const std::string hint =
        "Go to " + when_text(look, life->uses[station.use].when) + ", and show it there" +
        (station.kind == analysis::UseKind::kGlobalStore && other_blocks_use(*look.recording(), *life)
             ? "\nOther blocks load it too, for their part of C"
             : "");
    if (draw::framed_word(canvas, place, "station " + std::to_string(i), station.text, on, draw::Align::kCentre,
                          hint)) {
      actions.add(session::go_to_use, station.use);
      actions.add([stage = stage_of(station.kind)](session::Session& s) {
        s.desk.panels.stage = s.desk.panels.focus_view = stage;
      });
    }
    if (i + 1 == end) break;
    const Rect gap = row.cut_left(kBetween, 0);
    draw_way(canvas, {gap.x + 2, gap.y, 0, gap.height}, {gap.right() - 2, gap.y, 0, gap.height}, i + 1 < number);
  }
}

/// A word at the right end of `row`. Returns whether it was clicked.
bool offer(Canvas& canvas, Rect& row, const char* id, const std::string& text, const std::string& hint) {
  const Rect place = row.cut_right(canvas.text_width(text, canvas.small()) + 4, 10);
  return draw::link(canvas, place, id, text, draw::Align::kRight, hint);
}

}  // namespace

std::string studying_text(const Look& look, session::StudyKind kind) {
  const int percent = static_cast<int>(100 * session::share_done(look, kind));
  return percent == 0 ? "Working it out \u2026" : "Working it out: " + std::to_string(percent) + " %";
}

UseNumber use_number(const Look& look) {
  const analysis::Life* life = session::life_of(look);
  if (life == nullptr || life->uses.empty()) return {};
  const auto here = session::use_here(look);
  return {here ? life->uses[*here].number : 0, life->uses.back().number};
}

std::string use_text(const Look& look) {
  const analysis::Life* life = session::life_of(look);
  if (life == nullptr) return studying_text(look, session::StudyKind::kLife);
  const auto [number, all] = use_number(look);
  if (number != 0)
    return "use " + words::thousands(number) + " of " + words::thousands(all) + ": " +
           uses_here(look, *life, *session::use_here(look));
  if (all != 0) return words::count_of(all, "use") + " in this block, none by this request";
  if (life->absent.empty()) return "no use in this block";
  return words::absent_in_words(life->absent.front(), session::text_of(*look.recording(), *look.followed));
}

void draw_following(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  if (!look.followed) return;
  Rect row = rest.cut_top(kRow, 4);
  canvas.fill(row, canvas.colours.row, 4);
  row = {row.x + 8, row.y, row.width - 16, row.height};
  mark_followed(canvas, row.cut_left(2 * kMark, 6));
  const std::string name = session::text_of(*look.recording(), *look.followed);
  canvas.text_in(row.cut_left(canvas.text_width(name, canvas.bold()) + 1, 10), name, canvas.bold());
  if (offer(canvas, row, "let go", "stop", "Stop following (E)")) actions.add(session::follow_nothing);
  if (use_number(look).all != 0) {
    if (offer(canvas, row, "next use", "next", next_hint(look))) actions.add(session::step_use, +1);
    if (offer(canvas, row, "previous use", "previous", "The request before that uses it (Shift U)"))
      actions.add(session::step_use, -1);
  }
  draw::TextStyle style = canvas.small();
  style.colour = canvas.colours.text;
  canvas.text_in(row, use_text(look), style);
  draw_stations(canvas, rest.cut_top(kStation, 6), look, actions);
}

void draw_offer_to_follow(Canvas& canvas, Rect& row, const Look& look, session::Actions& actions) {
  const auto what = session::selected_to_follow(look);
  if (!what || look.followed == what) return;
  const std::string text = "follow " + session::text_of(*look.recording(), *what);
  const Rect place = row.cut_right(draw::framed_width(canvas, text), 10);
  if (draw::framed_word(canvas, place, "follow", text, false, draw::Align::kCentre,
                        "Show where it goes, from global memory to C (E)"))
    actions.add(session::follow_or_let_go, *what);
}

}  // namespace gemmscope::views
