// SPDX-License-Identifier: MIT
#include "app/views/sweep/rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "app/session/own_numbers.h"
#include "app/session/sweeping.h"
#include "app/views/parts/baseline_words.h"
#include "app/words/number.h"
#include "app/words/scope_words.h"
#include "tracing/analysis/modelled_cycles.h"

namespace gemmscope::views {
namespace {

using words::thousands;

/// Less is better. What is not known is worst.
double key(const Setting& s, SweepOrder order, analysis::ConflictModel rule) {
  constexpr double kWorst = std::numeric_limits<double>::infinity();
  if (order == SweepOrder::kSwept) return static_cast<double>(s.index);
  if (!s.row->figures) return kWorst;
  const sweep::Figures& f = *s.row->figures;
  switch (order) {
    case SweepOrder::kSwept: break;
    case SweepOrder::kStores: return static_cast<double>(f.stores.by(rule));
    case SweepOrder::kLoads: return static_cast<double>(f.loads.by(rule));
    case SweepOrder::kSectors: return static_cast<double>(f.sectors);
    case SweepOrder::kCycles: return static_cast<double>(s.cycles());
    case SweepOrder::kSharedBytes: return s.row->shared_bytes;
    case SweepOrder::kWarps:  // bounds behind what is known
      return (s.resident.registers_known ? 0.0 : double{analysis::kLimitsH200.warps}) - s.resident.warps;
    case SweepOrder::kRate: return s.measured ? -s.measured->rate->gflops : kWorst;
  }
  return kWorst;
}

auto cost(const Setting& s) {
  return std::tuple(!s.row->figures, s.cycles(), s.row->figures ? s.row->figures->sectors : 0, s.row->shared_bytes);
}

/// "6 583 091 cycles", or sectors where nothing uses shared memory.
std::uint64_t weight(const Setting& s) {
  return s.cycles() != 0 || !s.row->figures ? s.cycles() : s.row->figures->sectors;
}
std::string weight_in_words(const Setting& s) {
  return thousands(weight(s)) + (s.cycles() != 0 ? " cycles" : " sectors");
}

std::size_t count(const std::vector<Setting>& settings, sweep::State state) {
  return static_cast<std::size_t>(
      std::ranges::count_if(settings, [&](const Setting& s) { return s.row->state == state; }));
}

}  // namespace

std::uint64_t Setting::cycles() const {
  return row->figures ? static_cast<std::uint64_t>(std::llround(row->figures->cycles_h200)) : 0;
}

std::uint64_t Setting::excess(analysis::ConflictModel rule) const {
  return row->figures ? row->figures->stores.excess(rule) + row->figures->loads.excess(rule) : 0;
}

std::vector<Setting> settings_of(const session::Look& look, const session::Look* baseline) {
  const std::vector<sweep::Row>& rows = *look.swept.rows;
  const std::vector<bool> best = sweep::best_of(rows);
  const std::optional<std::size_t> shown = session::setting_of(look, look);
  const std::optional<std::size_t> pinned = baseline == nullptr ? std::nullopt : session::setting_of(look, *baseline);
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<format::Parameter>& swept = rows[i].swept;
    Setting& s = settings.emplace_back();
    s.row = &rows[i], s.index = i, s.best = best[i], s.shown = shown == i, s.pinned = pinned == i;
    if (look.reports) s.measured = sweep::measured(rows[i], *look.reports);
    s.resident = sweep::resident(rows[i]);
    s.name = rows[i].setting();
    if (!swept.empty())
      s.group = swept.size() > 1 ? swept.front().name + "=" + swept.front().value : swept.front().name;
  }
  return settings;
}

std::vector<Setting> sorted(std::vector<Setting> settings, SweepOrder order, analysis::ConflictModel rule) {
  if (order != SweepOrder::kSwept)
    std::ranges::sort(settings, {}, [](const Setting& s) { return std::tuple(cost(s), s.index); });
  std::vector<Setting> result = std::move(settings);
  std::stable_sort(result.begin(), result.end(),
                   [&](const Setting& a, const Setting& b) { return key(a, order, rule) < key(b, order, rule); });
  return result;
}

std::vector<std::string> setting_cells(const Setting& setting, analysis::ConflictModel rule, bool whole) {
  const auto number = [&](std::uint64_t n) { return whole || n < 100'000 ? thousands(n) : words::compact(n); };
  const sweep::Row& row = *setting.row;
  const sweep::Figures& f = *row.figures;
  return {setting.name,
          number(f.stores.by(rule)),
          number(f.loads.by(rule)),
          number(f.sectors),
          number(setting.cycles()),
          thousands(row.shared_bytes),
          resident_text(setting.resident),
          setting.measured ? thousands(static_cast<std::uint64_t>(std::llround(setting.measured->rate->gflops)))
                           : "\u2013"};
}

std::string resident_text(const analysis::Occupancy& resident) {
  return resident.registers_known ? thousands(resident.warps) : "not known";
}

std::string tiles_text(const format::Recording& recording) {
  std::vector<std::string> names;
  for (const format::Tensor& tensor : recording.tensors)
    if (tensor.space == format::Space::kShared) names.push_back(tensor.name);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? " of " : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text + (names.size() > 1 ? " together" : "");
}

std::string why_without(const Setting& setting) {
  switch (setting.row->state) {
    case sweep::State::kFaults: return "would fault: " + setting.row->reason;
    case sweep::State::kRefused: return "refused: " + setting.row->reason;
    case sweep::State::kWaiting: return "not recorded";
    case sweep::State::kCounted: break;
  }
  return "";
}

std::string sweep_answer(const std::vector<Setting>& settings) {
  const auto best = std::ranges::find_if(settings, &Setting::best);
  if (best == settings.end() &&
      std::ranges::any_of(settings, [](const Setting& s) { return s.row->figures.has_value(); }))
    return "These settings multiply matrices of different sizes, so none is called best";
  if (best == settings.end()) return "None of these settings can be recorded";
  const auto shown = std::ranges::find_if(settings, &Setting::shown);
  const auto pinned = std::ranges::find_if(settings, &Setting::pinned);
  const bool both = shown != settings.end() && pinned != settings.end() && shown->row->figures && pinned->row->figures;
  if (both && pinned != shown)
    return shown->name + ": " + weight_in_words(*shown) + ", " +
           as_baseline(change_in_words(weight(*shown), weight(*pinned))) +
           (shown->best ? "; nothing is better" : "; best: " + best->name);
  if (shown != settings.end() && shown->best)
    return "No setting is better than what is shown: " + weight_in_words(*shown);
  const auto others = static_cast<std::size_t>(std::ranges::count_if(settings, &Setting::best)) - 1;
  std::string text = "Best: " + best->name + (others == 0 ? "" : " and " + words::count_of(others, "other")) + ", " +
                     weight_in_words(*best);
  if (shown == settings.end() || !shown->row->figures) return text;
  const double more = static_cast<double>(weight(*shown)) / static_cast<double>(weight(*best)) - 1;
  return weight(*shown) == weight(*best) ? text + ", the same as what is shown"
                                         : text + "; what is shown takes " + words::share(more) + " more";
}

std::string sweep_detail(const session::Look& look, const std::vector<Setting>& settings) {
  const session::SweptOf& of = *look.swept.of;
  std::string text = of.kernel + (of.numbers.empty() ? "" : " with " + format::text_of(of.numbers)) + ": " +
                     words::count_of(settings.size(), "setting");
  if (const std::size_t n = count(settings, sweep::State::kFaults)) text += ", " + thousands(n) + " would fault";
  if (const std::size_t n = count(settings, sweep::State::kRefused)) text += ", " + thousands(n) + " refused";
  return text;
}

std::vector<std::string> sweep_sources(const session::Look& look, const std::vector<Setting>& settings) {
  std::set<std::string> origins;
  for (const Setting& s : settings)
    if (s.measured) origins.insert(s.measured->report->device + ", " + results::day_of(*s.measured->report));
  std::string rates = "GFLOP/s: ";
  for (const std::string& origin : origins) rates += (rates.back() == ' ' ? "" : "; ") + origin;
  if (origins.empty()) rates += "not measured, because this needs a GPU";
  const std::string tiles = tiles_text(*look.recording()), moves = tiles.empty() ? "" : "stores, loads" + tiles + "; ";
  // What is best in the PTX need not be best in the machine code.
  const std::string rule = moves + "wavefronts of nvcc's PTX: " + std::string(analysis::name_of(look.rule)) + " rule";
  const std::string last = "cycles: modelled, H200; " + rates;
  return {"Whole kernel; " + rule + "; " + last, rule + "; " + last, moves + last, last, rates};
}

}  // namespace gemmscope::views
