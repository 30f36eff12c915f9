// SPDX-License-Identifier: MIT
#include "app/shell/beside_baseline.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/draw/widgets.h"
#include "app/shell/window_parts.h"
#include "app/views/parts/baseline_words.h"
#include "imgui.h"

namespace gemmscope::shell {
namespace {

using draw::Rect;
using session::Which;

constexpr float kCaption = 24, kGap = 14;  // points

enum class Arranged { kBeside, kOver, kAlone };

Arranged arranged(const views::View& view, draw::Point room) {
  const auto width = static_cast<float>(view.half_width), height = static_cast<float>(view.half_height) + kCaption;
  if (room.x >= 2 * width + kGap && room.y >= height) return Arranged::kBeside;
  return room.x >= width && room.y >= 2 * height + kGap ? Arranged::kOver : Arranged::kAlone;
}

struct Half {
  const session::Look& look;
  Which which;
  const char* id;                     ///< of all that can be pointed at in it
  std::vector<std::string> captions;  ///< the one that fits; none: no caption
};

void draw_caption(const screen::Paint& paint, Rect row, std::span<const std::string> texts) {
  screen::show(paint, row, [&](draw::Canvas& canvas) {
    canvas.fill(canvas.area(), canvas.colours.ground, 4);
    draw::text_that_fits(canvas, {8, 0, row.width - 16, row.height}, texts, canvas.small());
  });
}

/// Returns whether the view used the wheel.
bool draw_half(const views::View& view, const Half& half, session::Actions& actions, const screen::Paint& paint,
               Rect area) {
  if (!half.captions.empty()) draw_caption(paint, area.cut_top(kCaption - 4, 4), half.captions);
  ImGui::PushID(half.id);
  actions.about(half.which);
  const bool wheel =
      screen::show(paint, area, [&](draw::Canvas& canvas) { views::draw(view, half.look, actions, canvas); });
  actions.about(Which::kShown);
  ImGui::PopID();
  return wheel;
}

Rect draw_compared(const views::View& view, const session::Session& session, session::Actions& actions,
                   const screen::Paint& paint, bool& wheel) {
  const Rect area = area_of(view, paint.page.scale);
  wheel = screen::show(paint, area, [&](draw::Canvas& canvas) {
    view.draw_compared(session.look, session.baseline->look, actions, canvas);
  });
  return area;
}

/// Whether one picture shows both.
bool is_one_picture(const views::View& view, const session::Session& session) {
  return view.draw_compared != nullptr && views::can_show(view, session.look) &&
         views::can_show(view, session.baseline->look);
}

/// Each of `texts` with the keys of a window behind it, and without.
std::vector<std::string> with_keys(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) all.push_back(text + " (X exchanges them, C stops)"), all.push_back(text);
  return all;
}

/// What is shown, and in its caption how the baseline differs; where there is no room for that either, without.
Rect draw_alone(const views::View& view, Half half, session::Actions& actions, const screen::Paint& paint,
                bool& wheel) {
  const Rect area = area_of(view, paint.page.scale);
  if (area.height < static_cast<float>(view.least_height) + kCaption) half.captions.clear();
  wheel = draw_half(view, half, actions, paint, area);
  return area;
}

}  // namespace

bool is_compared(const session::Session& session) {
  return session.baseline && session.look.current && session.baseline->look.current;
}

draw::Point size_of_picture(const views::View& view, const session::Session& session) {
  const auto width = static_cast<float>(view.width), height = static_cast<float>(view.height);
  return is_compared(session) && !is_one_picture(view, session) ? draw::Point{2 * width, height + kCaption}
                                                                : draw::Point{width, height};
}

Rect draw_beside_baseline(const views::View& view, const session::Session& session, session::Actions& actions,
                          const screen::Paint& paint, bool& wheel) {
  if (is_one_picture(view, session)) return draw_compared(view, session, actions, paint, wheel);
  const session::Look &shown = session.look, &pinned = session.baseline->look;
  const views::Apart names = views::told_apart(*pinned.recording(), *shown.recording());
  const std::string difference = views::difference_in_words(*pinned.current, *shown.current);
  // One hint is enough: it stands where the large views are.
  const bool hints = view.place == views::Place::kStage && views::only_pinned(*pinned.recording(), *shown.recording());
  Half of_baseline{pinned, Which::kBaseline, "baseline", {"Baseline: " + names.first}};
  if (hints) of_baseline.captions = {of_baseline.captions.front() + ". " + views::kChooseNext, views::kChooseNext};
  Half of_shown{shown,
                Which::kShown,
                "shown",
                {"Shown: " + names.second + "; " + difference, names.second + ": " + difference, names.second}};
  const Rect area = screen::rest_of_window(paint.page.scale);
  const Arranged how = arranged(view, {area.width, area.height});
  if (how == Arranged::kAlone) {
    const std::string fullest = of_shown.captions.front() + ". Baseline: " + names.first;
    of_shown.captions = {fullest, "Baseline " + names.first + "; " + difference};
    if (!paint.page.titled) of_shown.captions = with_keys(of_shown.captions);
    if (hints) of_shown.captions = of_baseline.captions;
    return draw_alone(view, of_shown, actions, paint, wheel);
  }
  Rect rest = area;
  const Rect first = how == Arranged::kBeside ? rest.cut_left((area.width - kGap) / 2, kGap)
                                              : rest.cut_top((area.height - kGap) / 2, kGap);
  wheel = draw_half(view, of_baseline, actions, paint, first);
  wheel = draw_half(view, of_shown, actions, paint, rest) || wheel;
  return area;
}

}  // namespace gemmscope::shell
