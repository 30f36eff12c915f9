// SPDX-License-Identifier: MIT
// What single views show, as entries of a link. How far a list is scrolled is left out: it follows the selection.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "app/session/link_views.h"
#include "tracing/analysis/check.h"

namespace gemmscope::session {
namespace {

using Text = std::string_view;

std::string number(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

bool read_number(Text text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value >= 0 && value < 1e15;
}

/// The index of `text` among `words`.
template <std::size_t n>
bool read_word(Text text, const std::array<Text, n>& words, int& value) {
  for (std::size_t i = 0; i < n; ++i)
    if (words[i] == text) return value = static_cast<int>(i), true;
  return false;
}

constexpr std::array<Text, 3> kHeat{"banks", "cells", "lines"};
constexpr std::array<Text, 2> kHeatOf{"wavefronts", "excess"};
constexpr std::array<Text, 4> kTiles{"request", "As", "Bs", "Cs"};
constexpr std::array<Text, 2> kRates{"sizes", "layouts"};
constexpr std::array<Text, analysis::kFfmaOrders> kOrders{"row_scan", "zigzag", "swirl", "swirl_zigzag", "neighbours"};

/// A fault's name without blanks: "uninitialised-read".
std::string fault_word(analysis::Fault fault) {
  std::string word;
  for (const char letter : analysis::name_of(fault))
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      word += letter;
    else if (word.back() != '-')
      word += '-';
  return word;
}

bool read_faults(Text text, ViewState& views) {
  views.check.faults = 0;
  while (!text.empty()) {
    const Text word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    int found = 0;
    while (found < analysis::kFaults && fault_word(static_cast<analysis::Fault>(found)) != word) ++found;
    if (found == analysis::kFaults) return false;
    views.check.faults |= 1u << found;
  }
  return views.check.faults != 0;
}

std::string print_faults(const ViewState& views) {
  std::string text;
  for (int i = 0; i < analysis::kFaults; ++i)
    if ((views.check.faults >> i & 1u) != 0)
      text += (text.empty() ? "" : ",") + fault_word(static_cast<analysis::Fault>(i));
  return text;
}

bool read_finding(Text text, ViewState& views) {
  double index = 0;
  if (!read_number(text, index) || index > 1e6) return false;
  views.check.chosen = static_cast<std::size_t>(index);
  return true;
}

/// FIRST:COUNT
bool read_zoom(Text text, ViewState& views) {
  const std::size_t colon = text.find(':');
  TimelineState zoom;
  if (colon == Text::npos || !read_number(text.substr(0, colon), zoom.first) ||
      !read_number(text.substr(colon + 1), zoom.shown))
    return false;
  views.timeline = zoom;
  return true;
}

/// COLUMN, or COLUMN:down for the largest first.
bool read_sort(Text text, ViewState& views) {
  const bool down = text.ends_with(":down");
  if (down) text.remove_suffix(5);
  double column = 0;
  if (!read_number(text, column) || column > 9) return false;
  views.lanes.sort_by = static_cast<int>(column), views.lanes.descending = down;
  return true;
}

bool read_device(Text text, ViewState& views) {
  double report = 0;
  if (!read_number(text, report) || report > 99) return false;
  views.performance.report = static_cast<int>(report);
  return true;
}

bool read_order(Text text, ViewState& views) {
  int which = 0;
  return read_word(text, kOrders, which) && (views.registers.order = static_cast<analysis::FfmaOrder>(which), true);
}

/// A whole number from `least` to `most`.
bool read_whole(Text text, int least, int most, int& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && least <= value && value <= most;
}

template <std::size_t n, class Value>
std::string word(const std::array<Text, n>& words, Value value) {
  const auto index = static_cast<std::size_t>(value);
  return index < n ? std::string(words[index]) : std::string{};
}

std::string word_of(bool value) { return value ? "on" : ""; }
bool read_flag(Text text, bool& value) { return value = text == "on", text == "on" || text == "off"; }

}  // namespace

std::span<const ViewEntry> view_entries() {
  static const ViewEntry table[]{
      {"tile", "As, Bs, Cs or request", [](Text t, ViewState& v) { return read_word(t, kTiles, v.shared.tile); },
       [](const ViewState& v) { return v.shared.tile == 0 ? "" : word(kTiles, v.shared.tile); }},
      {"whole_tile", "on or off", [](Text t, ViewState& v) { return read_flag(t, v.shared.whole); },
       [](const ViewState& v) { return word_of(v.shared.whole); }},
      {"whole_source", "on or off", [](Text t, ViewState& v) { return read_flag(t, v.source.whole); },
       [](const ViewState& v) { return word_of(v.source.whole); }},
      {"sort", "COLUMN or COLUMN:down, counted from 0", read_sort,
       [](const ViewState& v) {
         const LanesState& lanes = v.lanes;
         if (lanes.sort_by == 0 && !lanes.descending) return std::string{};
         return std::to_string(lanes.sort_by) + (lanes.descending ? ":down" : "");
       }},
      {"heat", "banks, cells or lines", [](Text t, ViewState& v) { return read_word(t, kHeat, v.heatmap.tab); },
       [](const ViewState& v) { return v.heatmap.tab == 0 ? "" : word(kHeat, v.heatmap.tab); }},
      {"heat_of", "wavefronts or excess",
       [](Text t, ViewState& v) {
         int which = 0;
         return read_word(t, kHeatOf, which) && (v.heatmap.excess = which == 1, true);
       },
       [](const ViewState& v) {
         return v.heatmap.excess == HeatmapState{}.excess ? "" : word(kHeatOf, v.heatmap.excess);
       }},
      {"rates", "sizes or layouts", [](Text t, ViewState& v) { return read_word(t, kRates, v.performance.tab); },
       [](const ViewState& v) { return v.performance.tab == 0 ? "" : word(kRates, v.performance.tab); }},
      {"rates_of", "which device's rates, counted from 0", read_device,
       [](const ViewState& v) {
         return v.performance.report == 0 ? std::string{} : std::to_string(v.performance.report);
       }},
      {"ffma_order", "row_scan, zigzag, swirl, swirl_zigzag or neighbours", read_order,
       [](const ViewState& v) {
         return v.registers.order == RegistersState{}.order ? "" : word(kOrders, v.registers.order);
       }},
      {"reuse_depth", "0 to 3 registers that a slot keeps",
       [](Text t, ViewState& v) { return read_whole(t, 0, 3, v.registers.depth); },
       [](const ViewState& v) {
         return v.registers.depth == RegistersState{}.depth ? std::string{} : std::to_string(v.registers.depth);
       }},
      {"ffma", "1 to 64",
       [](Text t, ViewState& v) {
         int number = 0;
         return read_whole(t, 1, 64, number) && (v.registers.position = number - 1, true);
       },
       [](const ViewState& v) {
         return v.registers.position == 0 ? std::string{} : std::to_string(v.registers.position + 1);
       }},
      {"faults", "kinds of findings, as in uninitialised-read,stale-read", read_faults, print_faults},
      {"finding", "which finding of the check, counted from 0", read_finding,
       [](const ViewState& v) { return v.check.chosen ? std::to_string(*v.check.chosen) : std::string{}; }},
      {"zoom", "FIRST:COUNT requests of the timeline", read_zoom,
       [](const ViewState& v) {
         const TimelineState& zoom = v.timeline;
         return zoom.shown > 0 ? number(zoom.first) + ":" + number(zoom.shown) : std::string{};
       }},
  };
  return table;
}

}  // namespace gemmscope::session
