// SPDX-License-Identifier: MIT
#include "app/views/sweep/chooser.h"

#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/sweep_choice.h"
#include "app/session/sweeping.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;
using session::SweepOffer;

constexpr float kBetweenOffers = 4, kAboveStart = 8;  // points

/// In fewer and fewer words.
std::vector<std::string> explanations(const Look& look, bool any) {
  const format::Recording& r = *look.recording();
  if (!any) return {words::capital(session::how_to_sweep(r)) + "."};
  const std::string how =
      "Choose values. A changed copy of the program is compiled and run with every combination of them, and what " +
      r.kernel + " costs is counted. ";
  const std::string file = "Your file stays as it is. ",
                    other =
                        "For other values, press Ctrl K and type sweep_over=" + look.numbers.front().name + "=8:33:8.";
  return {how + file + other, how + file, how};
}

/// A name, and its values.
void draw_offer(Canvas& canvas, Rect row, float name_width, const SweepOffer& offer, session::Actions& actions) {
  const auto is_chosen = [&](const std::string& value) { return std::ranges::count(offer.chosen, value) != 0; };
  const std::string name = offer.name;
  if (draw::framed_word(canvas, row.cut_left(name_width, 2 * kBetweenOffers), "number " + name, name,
                        !offer.chosen.empty(), draw::Align::kLeft,
                        offer.chosen.empty() ? "Choose all of these values" : "Choose none"))
    actions.add(session::toggle_axis, name);
  for (std::size_t i = 0; i < offer.values.size(); ++i) {
    const std::string& value = offer.values[i];
    const std::string more = "and " + words::thousands(offer.values.size() - i) + " more";
    const float width = std::max(kSweepButton + 4, draw::framed_width(canvas, value));
    const bool last = i + 1 == offer.values.size();
    if (row.width < width + (last ? 0 : canvas.text_width(more, canvas.small()) + kBetweenOffers))
      return canvas.text_in(row, more, canvas.small());
    if (draw::framed_word(canvas, row.cut_left(width, kBetweenOffers), "value " + name + "=" + value, value,
                          is_chosen(value), draw::Align::kCentre, is_chosen(value) ? "Leave it out" : "Sweep it too"))
      actions.add(session::toggle_value, name, value);
  }
}

void draw_offers(Canvas& canvas, Rect rest, const std::vector<SweepOffer>& offers, const Look& look,
                 session::Actions& actions) {
  float name_width = 0;
  for (const SweepOffer& offer : offers) name_width = std::max(name_width, draw::framed_width(canvas, offer.name));
  const int count = static_cast<int>(offers.size());
  const int fitting = std::max(1, static_cast<int>((rest.height + kBetweenOffers) / (kSweepButton + kBetweenOffers)));
  const int first = first_sweep_row(canvas, look, actions, count, fitting);
  for (int i = first; i < std::min(count, first + fitting); ++i)
    draw_offer(canvas, rest.cut_top(kSweepButton, kBetweenOffers), std::min(name_width, rest.width / 3),
               offers[static_cast<std::size_t>(i)], actions);
}

/// "Sweep 12 settings"; nothing without any chosen.
void draw_start(Canvas& canvas, Rect row, const Look& look, std::size_t hidden, session::Actions& actions) {
  const std::size_t chosen = session::chosen_settings(look);
  const std::string word = "Sweep " + words::count_of(chosen, "setting");
  if (chosen != 0) {
    const Rect button = row.cut_left(draw::framed_width(canvas, word) + 20, 2 * kBetweenOffers);
    if (draw::framed_word(canvas, button, "start", word, true, draw::Align::kCentre, "Record and count them"))
      actions.add(session::ask_for_sweep);
  }
  if (hidden != 0) canvas.text_in(row, "the wheel shows " + words::thousands(hidden) + " more", canvas.small());
}

}  // namespace

int first_sweep_row(const Canvas& canvas, const Look& look, session::Actions& actions, int rows, int fitting) {
  const float before = look.views.sweep.first, last = static_cast<float>(std::max(0, rows - fitting));
  const float first = std::clamp(before - 3 * canvas.wheel(), 0.0f, last);
  if (first != before) actions.add([first](Look& l) { l.views.sweep.first = first; });
  return static_cast<int>(first);
}

void draw_chooser(const Look& look, session::Actions& actions, Canvas& canvas) {
  const std::vector<SweepOffer> offers = session::sweep_offers(look);
  Rect rest =
      draw::header(canvas, "Sweep",
                   offers.empty() ? "There is nothing to sweep here" : "Compare values of the program's numbers", "");
  const std::vector<std::string> texts = explanations(look, !offers.empty());
  const auto needed = [&](const std::string& text) {
    return canvas.paragraph_height(rest.width, text, canvas.words()) + 10 + kSweepButton + kAboveStart +
           static_cast<float>(offers.size()) * (kSweepButton + kBetweenOffers);
  };
  const auto fits = std::ranges::find_if(texts, [&](const std::string& text) { return needed(text) <= rest.height; });
  rest.cut_top(canvas.paragraph(rest, fits == texts.end() ? texts.back() : *fits, canvas.words()), 10);
  if (offers.empty()) return;
  const float all = static_cast<float>(offers.size()) * (kSweepButton + kBetweenOffers);
  const Rect rows = rest.cut_top(std::min(all, rest.height - kSweepButton - kAboveStart), kAboveStart);
  const auto shown =
      static_cast<std::size_t>(std::max(1.0f, (rows.height + kBetweenOffers) / (kSweepButton + kBetweenOffers)));
  draw_offers(canvas, rows, offers, look, actions);
  draw_start(canvas, rest.cut_top(kSweepButton), look, offers.size() - std::min(shown, offers.size()), actions);
}

}  // namespace gemmscope::views
