// SPDX-License-Identifier: MIT
#include "app/views/sweep/chart.h"

#include <algorithm>

#include "app/draw/widgets.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;

constexpr float kGroupGap = 8;                 // points between groups
constexpr float kMostBar = 16, kLeastBar = 2;  // points across, of a bar and the gap beside it; least: beside names
constexpr float kNames = 15, kLegend = 18;     // points high

/// Neighbours that belong to the same group; the setting that all others differ from begins the first one.
struct Group {
  std::string name;
  std::size_t begin = 0, end = 0;  ///< of the settings
  float name_width = 0;
  float width(float bar) const { return std::max(name_width, bar * static_cast<float>(end - begin)); }
};

std::vector<Group> groups_of(const Canvas& canvas, const std::vector<Setting>& settings) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::string& name = settings[i].group;
    if (groups.empty() || (groups.back().name != name && !groups.back().name.empty()))
      groups.push_back({name, i, i, 0});
    groups.back().name = name, groups.back().end = i + 1;
  }
  for (Group& group : groups) group.name_width = canvas.text_width(group.name, canvas.small_mono()) + 2;
  return groups;
}

float width_of(const std::vector<Group>& groups, float bar) {
  float sum = -kGroupGap;
  for (const Group& group : groups) sum += group.width(bar) + kGroupGap;
  return sum;
}

/// Where there is no room for names: of "PA=4" the value alone, or nothing. Returns whether a name has lost something.
bool shorten_names(const Canvas& canvas, std::vector<Group>& groups, float width) {
  if (width_of(groups, kLeastBar) <= width) return false;
  for (const bool values : {true, false}) {
    for (Group& group : groups) {
      group.name = values ? group.name.substr(group.name.find('=') + 1) : "";
      group.name_width = values ? canvas.text_width(group.name, canvas.small_mono()) + 2 : 0;
    }
    if (width_of(groups, kLeastBar) <= width) break;
  }
  return true;
}

float bar_width(const std::vector<Group>& groups, float width) {
  float bar = kMostBar;
  while (bar > 0.25f && width_of(groups, bar) > width) bar -= 0.25f;
  return bar;
}

void draw_bar(Canvas& canvas, Rect column, const Setting& setting, double part) {
  if (!setting.row->figures) return canvas.hatch(column, canvas.colours.error, 4);
  const float height = std::max(1.0f, column.height * static_cast<float>(part));
  const Rect bar{column.x, column.bottom() - height, column.width, height};
  canvas.fill(bar, setting.best ? canvas.colours.button : theme::faded(canvas.colours.secondary, 0.55f));
  if (setting.pinned) canvas.dashed({bar.x - 2, bar.y - 2, bar.width + 4, bar.height + 4}, canvas.colours.selected);
  if (setting.shown) canvas.outline({bar.x - 2, bar.y - 2, bar.width + 4, bar.height + 4}, canvas.colours.selected, 2);
}

void draw_legend(Canvas& canvas, Rect row, const std::string& what, bool faults, bool pinned) {
  canvas.text_in(row.cut_left(canvas.text_width(what, canvas.small()) + 1, 16), what, canvas.small());
  using enum draw::Key::Swatch;
  std::vector<draw::Key> keys{{kFill, canvas.colours.button, "best"}, {kOutline, canvas.colours.selected, "shown"}};
  if (faults) keys.push_back({kHatch, canvas.colours.error, "would fault"});
  if (pinned) keys.push_back({kOutline, canvas.colours.secondary, "dashed: baseline"});
  draw::legend(canvas, row, keys);
}

}  // namespace

bool chart_by_sectors(const std::vector<Setting>& settings) {
  return std::ranges::all_of(settings, [](const Setting& s) { return s.cycles() == 0; });
}

double chart_weight(const Setting& setting, bool by_sectors) {
  if (!setting.row->figures) return 0;
  return static_cast<double>(by_sectors ? setting.row->figures->sectors : setting.cycles());
}

std::string setting_hint(const Setting& setting) {
  if (!setting.row->figures) return setting.name + " " + why_without(setting);
  return "Record " + setting.name + " and show it\nWith Shift: beside what is shown now";
}

std::optional<std::size_t> draw_sweep_chart(Canvas& canvas, Rect rect, const std::vector<Setting>& settings) {
  const bool by_sectors = chart_by_sectors(settings);
  std::vector<Group> groups = groups_of(canvas, settings);
  const std::string first = groups.back().name;
  std::string what = by_sectors ? "sectors of each setting" : "modelled cycles of each setting";
  if (shorten_names(canvas, groups, rect.width) && first.find('=') != std::string::npos)
    what += ", by " + first.substr(0, first.find('='));
  draw_legend(canvas, rect.cut_top(kLegend, 4), what,
              std::ranges::any_of(settings, [](const Setting& s) { return s.row->state == sweep::State::kFaults; }),
              std::ranges::any_of(settings, &Setting::pinned));
  const Rect names = rect.cut_bottom(kNames, 1);
  double most = 1;
  for (const Setting& s : settings) most = std::max(most, chart_weight(s, by_sectors));
  const float bar = bar_width(groups, rect.width);
  std::optional<std::size_t> clicked;
  float x = rect.x;
  for (const Group& group : groups) {
    for (std::size_t i = group.begin; i < group.end; ++i) {
      const Setting& s = settings[i];
      const Rect column{x + bar * static_cast<float>(i - group.begin), rect.y, bar, rect.height};
      const draw::Hit hit = canvas.hit("bar " + std::to_string(i), column);
      if (hit.hovered) {
        canvas.fill(column, canvas.colours.row);
        const std::string weight = words::thousands(static_cast<std::uint64_t>(chart_weight(s, by_sectors)));
        if (s.row->figures) canvas.hand();
        canvas.tooltip(s.row->figures ? s.name + ": " + weight + "\n" + setting_hint(s) : setting_hint(s));
      }
      if (hit.clicked) clicked = i;
      draw_bar(canvas, {column.x, column.y, std::max(1.0f, bar - (bar > 4 ? 1.5f : 0.5f)), column.height}, s,
               chart_weight(s, by_sectors) / most);
    }
    const float width = group.width(bar);
    canvas.line({x, rect.bottom() + 0.5f}, {x + width, rect.bottom() + 0.5f}, canvas.colours.line);
    canvas.text_in({x, names.y, width, names.height}, group.name, canvas.small_mono());
    x += width + kGroupGap;
  }
  return clicked;
}

}  // namespace gemmscope::views
