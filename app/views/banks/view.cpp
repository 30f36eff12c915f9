// SPDX-License-Identifier: MIT
/// The banks of a shared-memory request: one band per phase, each lane a chip in its bank's column, different words of
/// one bank on top of each other, so that height is cost. Requests to global memory show their sectors instead.
#include <algorithm>
#include <cmath>

#include "app/session/selecting.h"
#include "app/views/banks/layout.h"
#include "app/views/banks/picture.h"
#include "app/views/banks/sectors.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/lane_capsule.h"
#include "app/views/parts/lane_set.h"
#include "app/views/parts/request_line.h"
#include "app/views/parts/site_words.h"
#include "app/views/views.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kAxis = 15, kCaption = 16, kLine = 17, kUsualBank = 12, kMostLevel = 40;

/// Words that stand right of a capsule, and the room for them.
struct Beside {
  float width = 0;
  std::string text;
};

/// Right of a capsule, up to the next one in its level, is said what it and those that it touches on its left hold and
/// have no room for. `index`: of the capsule in its band; capsules are in order.
Beside beside(const Band& band, std::size_t index, std::size_t b, const BanksLayout& layout) {
  const Capsule& last = band.capsules[index];
  const bool more = index + 1 < band.capsules.size() && band.capsules[index + 1].level == last.level;
  const int next = more ? band.capsules[index + 1].column : analysis::kBanks;
  std::vector<Capsule> unsaid;
  for (std::size_t i = index + 1; i-- > 0;) {
    const Capsule& capsule = band.capsules[i];
    const bool touches =
        i == index || (capsule.level == last.level && capsule.column + capsule.columns == band.capsules[i + 1].column);
    if (!touches) break;
    if (!has_chips(layout.capsule(b, capsule), capsule.lanes)) unsaid.insert(unsaid.begin(), capsule);
  }
  return {static_cast<float>(next - last.column - last.columns) * layout.bank_width(), capsules_in_words(unsaid)};
}

void draw_beside(Canvas& canvas, Rect capsule, const Beside& words) {
  if (words.text.empty() || canvas.text_width(words.text, canvas.small()) + 8 > words.width) return;
  canvas.text_in({capsule.right() + 6, capsule.y, words.width - 6, capsule.height}, words.text, canvas.small());
}

void draw_level(Canvas& canvas, const BanksLayout& layout, const Band& band, std::size_t b, int level) {
  const Rect row = layout.level(b, level);
  const draw::Colour cost = theme::conflict_colour(canvas.colours, band.levels);
  const float gap = layout.level_height() >= 8 ? 0.5f : 0;
  canvas.fill({row.x - 2, row.y + gap, row.width + 4, row.height - 2 * gap},
              level == 0 ? canvas.colours.ground : theme::mixed(canvas.colours.ground, cost, 0.28f), 2);
  if (row.height < 10) return;
  draw::TextStyle number = canvas.small_mono();
  number.align = draw::Align::kRight, number.size = 10;
  canvas.text_in({row.x - 22, row.y, 17, row.height}, std::to_string(band.first_wavefront + level + 1), number);
}

/// The sub-op rule has a phase for each word of the access, the others for groups of lanes.
bool splits_words(const std::vector<Band>& bands) { return bands.size() > 1 && bands[0].slots == bands[1].slots; }

/// Lanes on the left, cost on the right.
void draw_margins(Canvas& canvas, const BanksLayout& layout, const std::vector<Band>& bands, std::size_t b) {
  const Band& band = bands[b];
  const Rect right = layout.right_of(b);
  if (bands.size() > 1) {
    Rect label = layout.left_of(b);
    label.width -= band.levels == 0 ? 2 : 17;
    draw::TextStyle style = canvas.small();
    style.size = 11;
    const bool split = splits_words(bands);
    canvas.text_in(label, split ? std::to_string(band.word) : lane_ranges(band.slots), style);
  }
  if (band.levels == 0) {
    draw::TextStyle style = canvas.small();
    canvas.text_in(layout.levels(b), "no active lane in this phase: no cost", style);
    return;
  }
  const float height = std::clamp(right.height - 1, 8.0f, 40.0f);
  const Rect chip{right.x, right.centre().y - height / 2, right.width, height};
  const draw::Colour colour = theme::conflict_colour(canvas.colours, band.levels);
  canvas.fill(chip, colour, 3);
  canvas.text_in(
      chip, std::to_string(band.levels),
      {theme::text_on(colour), draw::Face::kMonoBold, std::clamp(height * 0.6f, 7.0f, 20.0f), draw::Align::kCentre});
}

/// Over the picture: what the numbers on its left are.
void draw_captions(Canvas& canvas, const BanksLayout& layout, const std::vector<Band>& bands) {
  draw::TextStyle style = canvas.small();
  style.size = 11;
  const Rect left = layout.left_of(0), first = layout.column(0);
  const float y = left.y - kCaption;
  const bool groups = bands.size() > 1;
  if (groups) canvas.text_in({left.x, y, 30, kCaption}, splits_words(bands) ? "word" : "lanes", style);
  const float x = groups ? first.x - 18 : left.x;
  canvas.text_in({x, y, 80, kCaption}, "wavefront", style);
}

void draw_axis(Canvas& canvas, Rect axis, const BanksLayout& layout, const analysis::SharedCost& cost,
               const Look& look) {
  const int every = layout.bank_width() >= 17 ? 1 : 4;
  draw::TextStyle style = canvas.small_mono();
  style.align = draw::Align::kCentre;
  const auto is_covered = [&](int bank) {  // by the number of the selected bank
    if (!look.selected.bank) return false;
    const int selected = static_cast<int>(*look.selected.bank);
    const float halves =
        (canvas.text_width(std::to_string(bank), style) + canvas.text_width(std::to_string(selected), style)) / 2;
    return static_cast<float>(std::abs(bank - selected)) * layout.bank_width() < halves + 2;
  };
  for (int bank = 0; bank < analysis::kBanks; ++bank) {
    const Rect column = layout.column(bank);
    const bool picked = look.selected.bank == static_cast<std::uint32_t>(bank);
    if (bank % every != 0 && !picked) continue;
    if (!picked && is_covered(bank)) continue;
    style.colour = picked ? canvas.colours.text : canvas.colours.secondary;
    canvas.text_in({column.centre().x - 12, axis.y, 24, axis.height}, std::to_string(bank), style);
  }
  draw::TextStyle small = canvas.small();
  small.size = 11;
  const Rect first = layout.column(0), last = layout.column(analysis::kBanks - 1);
  canvas.text_in({axis.x, axis.y, first.x - axis.x - 4, axis.height}, "bank", small);
  draw::TextStyle total{canvas.colours.text, draw::Face::kMonoBold, 12, draw::Align::kCentre};
  canvas.text_in({last.right() + 4, axis.y, axis.right() - last.right() - 4, axis.height},
                 "= " + std::to_string(cost.wavefronts), total);
}

void draw_columns(Canvas& canvas, const BanksLayout& layout, const Look& look, session::Actions& actions) {
  for (int bank = 0; bank < analysis::kBanks; ++bank) {
    Rect column = layout.column(bank);
    const auto number = static_cast<std::uint32_t>(bank);
    const bool selected = look.selected.bank == number, hovered = look.hover.bank == number;
    if (selected)
      canvas.fill(column, theme::faded(canvas.colours.selected, 0.16f));
    else if (bank % 4 == 0)
      canvas.line({column.x, column.y}, {column.x, column.bottom()}, theme::faded(canvas.colours.line, 0.7f));
    draw::mark(canvas, column,
               selected  ? draw::Emphasis::kSelected
               : hovered ? draw::Emphasis::kHovered
                         : draw::Emphasis::kNone);
    column.height += kAxis;
    const draw::Hit hit = canvas.hit("bank " + std::to_string(bank), column);
    if (hit.clicked) actions.add(session::select_bank, number);
    if (hit.hovered) actions.add(session::hover_bank, number), canvas.tooltip("Select bank " + std::to_string(bank));
  }
}

/// As high as their chips want, more in an enlarged panel; but four levels fill the panel, whatever the request: so a
/// lower stack is a cheaper request.
float wanted_level(const std::vector<Band>& bands, float bank_width, float room) {
  float height = std::clamp((room - 5) / 4, 20.0f, kMostLevel);
  for (const Band& band : bands)
    for (const Capsule& capsule : band.capsules)
      height = std::max(height, capsule_height(capsule.lanes, bank_width * static_cast<float>(capsule.columns)));
  return height * std::clamp(bank_width / kUsualBank, 1.0f, 2.5f);
}

/// Where the capsule with the lowest lane of `capsule` stood before the last change.
Rect place_before(const BanksLayout& before, const std::vector<Band>& bands, const Capsule& capsule, Rect now) {
  const std::uint32_t lane = capsule.lanes & (~capsule.lanes + 1);
  for (std::size_t b = 0; b < bands.size(); ++b)
    for (const Capsule& other : bands[b].capsules)
      if ((other.lanes & lane) != 0) {
        const Rect from = before.capsule(b, other);
        return {from.x, from.y, now.width, now.height};
      }
  return now;
}

void draw_capsules(Canvas& canvas, Rect area, const BanksLayout& layout, const std::vector<Band>& bands,
                   const Look& look, session::Actions& actions) {
  const bool moves = look.motion < 1 && look.before && look.before->shared();
  const std::vector<Band> old_bands = moves ? bands_of(look.before->access, look.before->cost) : std::vector<Band>{};
  const BanksLayout before(area, old_bands, layout.level_height());
  const draw::Colour colour = theme::operand_colour(canvas.colours, look.current->tensor);
  for (std::size_t b = 0; b < bands.size(); ++b) {
    // By the sub-op rule each lane is in every band.
    const Chips chips{look, actions, colour, b > 0 && splits_words(bands) ? " word " + std::to_string(b) : ""};
    for (std::size_t i = 0; i < bands[b].capsules.size(); ++i) {
      const Capsule& capsule = bands[b].capsules[i];
      Rect rect = layout.capsule(b, capsule);
      if (moves) {
        const Rect from = place_before(before, old_bands, capsule, rect);
        rect = rect.moved((from.x - rect.x) * (1 - look.motion), (from.y - rect.y) * (1 - look.motion));
      }
      draw_capsule(canvas, rect, capsule.lanes, chips);
      draw_beside(canvas, rect, beside(bands[b], i, b, layout));
    }
  }
}

std::vector<draw::Key> keys(const Canvas& canvas, const std::vector<Band>& bands, draw::Colour colour) {
  using Swatch = draw::Key::Swatch;
  bool shared = false, stacked = false;
  for (const Band& band : bands) {
    stacked |= band.levels > 1;
    for (const Capsule& capsule : band.capsules) shared |= (capsule.lanes & (capsule.lanes - 1)) != 0;
  }
  std::vector<draw::Key> result{{Swatch::kFill, colour, "lane"}};
  if (shared) result.push_back({Swatch::kOutline, colour, "same word, served together"});
  if (stacked) {
    const int most = std::max_element(bands.begin(), bands.end(), [](const Band& a, const Band& b) {
                       return a.levels < b.levels;
                     })->levels;
    result.push_back({Swatch::kFill,
                      theme::mixed(canvas.colours.ground, theme::conflict_colour(canvas.colours, most), 0.28f),
                      "extra wavefront"});
  }
  return result;
}

/// From the bottom of `rest`: what other rules say, the legend, the lanes that take no part.
void draw_notes(Canvas& canvas, Rect& rest, const std::vector<Band>& bands, const Chips& chips) {
  const session::Current& now = *chips.look.current;
  const std::string other = other_rule_in_words(now.access, now.cost, chips.look.rule);
  const float height = canvas.paragraph_height(rest.width, other, canvas.small());
  canvas.paragraph(rest.cut_bottom(std::min(height, 3 * kLine)), other, canvas.small());
  const std::vector<draw::Key> all_keys = keys(canvas, bands, chips.colour);
  draw::legend(canvas, rest.cut_bottom(draw::legend_height(canvas, all_keys, rest.width)), all_keys);
  const std::uint32_t inactive = ~now.request.mask;
  if (inactive != 0) draw_inactive(canvas, rest.cut_bottom(16, 4), inactive, chips);
}

void draw_fault(Canvas& canvas, const Look& look) {
  draw::empty_state(canvas, "This request faults: nothing is counted", fault_in_words(look) + ".");
}

void draw_banks(const Look& look, session::Actions& actions, Canvas& canvas) {
  const session::Current& now = *look.current;
  if (!fault_in_words(look).empty()) return draw_fault(canvas, look);
  if (!now.shared()) return draw_sectors(look, actions, canvas);

  const draw::Colour colour = theme::operand_colour(canvas.colours, now.tensor);
  Rect rest = draw::header(canvas, "Banks", wavefronts_in_words(now.cost),
                           request_that_fits(canvas, look, canvas.area().width));
  rest = draw::second_detail(canvas, rest, clash_in_words(now.access, now.cost));
  const std::vector<Band> bands = bands_of(now.access, now.cost);
  draw_notes(canvas, rest, bands, {look, actions, colour});

  const Rect axis = rest.cut_bottom(kAxis, 2);
  rest.cut_top(kCaption);
  const BanksLayout layout(rest, bands, wanted_level(bands, BanksLayout::bank_width(rest, bands.size()), rest.height));
  for (std::size_t b = 0; b < bands.size(); ++b) {
    for (int level = 0; level < bands[b].levels; ++level) draw_level(canvas, layout, bands[b], b, level);
    draw_margins(canvas, layout, bands, b);
  }
  draw_columns(canvas, layout, look, actions);
  draw_captions(canvas, layout, bands);
  draw_axis(canvas, axis, layout, now.cost, look);
  draw_capsules(canvas, rest, layout, bands, look, actions);
}

}  // namespace

View banks_view() {
  return {
      .id = "banks",
      .title = "Banks, sectors",
      .question = "Why does this request take this many wavefronts, or sectors?",
      .explanation =
          "A column is a bank, a chip is a word in it, with the lanes that need it. Lanes that need the same word are "
          "served together; different words of one bank are stacked, and each further level is one more wavefront. "
          "For a request to global memory, a row is a line of 128 bytes, and its four frames are the sectors that are "
          "moved. N jumps to the next conflict, P changes the padding.",
      .place = Place::kRightTop,
      .width = 424,
      .height = 330,
      .least_width = 300,
      .least_height = 230,
      .draw = draw_banks,
      .of_any_program = true,
      .texts = {{"banks", banks_text}},
      .half_width = 190};
}

}  // namespace gemmscope::views
