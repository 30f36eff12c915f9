// SPDX-License-Identifier: MIT
#include "app/views/parts/baseline_words.h"

#include <algorithm>
#include <cstdlib>

#include "app/session/own_numbers.h"
#include "app/views/parts/excess_words.h"
#include "app/views/parts/site_words.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "app/words/setting_words.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

using format::Recording;
using words::Setting;

constexpr const char* kSame = "the same";

bool has(const std::vector<Setting>& settings, const std::string& name) {
  return std::ranges::find(settings, name, &Setting::name) != settings.end();
}

/// Whether the parameter says what the sizes of the product say, too: the grid, or an argument that is one of them.
bool is_of_sizes(const Recording& first, const Recording& second, const Setting& setting) {
  const auto is_size = [](const Recording& r, const std::string& value) {
    return value == std::to_string(r.M) || value == std::to_string(r.N) || value == std::to_string(r.K);
  };
  return setting.name == "grid" || (is_size(first, setting.first) && is_size(second, setting.second));
}

/// What one of two recordings is called by a setting in which they differ; empty: that does not tell them apart.
std::string called(const Recording& recording, const std::string& value, const std::string& name) {
  if (name == "kernel") return value;
  if (name == "size") return words::size_in_words(recording.M, recording.N, recording.K);
  if (name == "backend") return value == "cuda" ? "GPU" : "emulator";
  if (name == "device") return recording.origin.backend == "cuda" ? value : "";
  if (name == "recorded" || name == "dropped") return "";
  return value.empty() ? "" : name + "=" + value;
}

void add(std::string& text, const std::string& more) {
  if (!more.empty()) text += (text.empty() ? "" : " ") + format::shown(more);
}

std::string sectors_for_bytes(const analysis::GlobalCost& cost) {
  return words::count_of(cost.sector_count, "sector") + " for " + words::count_of(cost.useful_bytes, "byte");
}

}  // namespace

Apart told_apart(const Recording& first, const Recording& second) {
  const std::vector<Setting> settings = words::differing_settings(first, second);
  const bool kernels = has(settings, "kernel"), backends = has(settings, "backend"),
             sizes = first.tiles_known() && second.tiles_known();
  Apart apart;
  for (const Setting& setting : settings) {
    const bool parameter = first.parameter(setting.name) || second.parameter(setting.name);
    if (kernels && parameter) continue;
    if (backends && setting.name == "device") continue;
    if (sizes && parameter && is_of_sizes(first, second, setting)) continue;
    add(apart.first, called(first, setting.first, setting.name));
    add(apart.second, called(second, setting.second, setting.name));
  }
  if (const session::DifferingNumbers numbers = session::differing_numbers(first, second); !numbers.first.empty()) {
    if (kernels) apart = {};  // template arguments, which are the numbers
    for (const format::Parameter& each : numbers.first) add(apart.first, each.name + "=" + each.value);
    for (const format::Parameter& each : numbers.second) add(apart.second, each.name + "=" + each.value);
  }
  if (!apart.first.empty() || !apart.second.empty()) return apart;
  return first.source.text == second.source.text ? Apart{"as it was pinned", "the same"}
                                                 : Apart{"the source that was pinned", "the source now"};
}

bool only_pinned(const Recording& pinned, const Recording& shown) {
  return words::differing_settings(pinned, shown).empty() && pinned.source.text == shown.source.text;
}

std::string compared_in_words(const session::Look& look, const session::Look& baseline) {
  if (only_pinned(*baseline.recording(), *look.recording())) return "nothing has changed since it was pinned";
  const Apart names = told_apart(*baseline.recording(), *look.recording());
  return names.second + ", and its change from " + names.first;
}

std::string change_in_words(std::uint64_t now, std::uint64_t before) {
  if (now == before) return kSame;
  return now < before ? words::thousands(before - now) + " fewer" : words::thousands(now - before) + " more";
}

std::string change_in_percent(double now, double before) {
  constexpr double kNothing = 0.0005;  // rounds to 0.0 %
  const double change = now / before - 1;
  if (std::abs(change) < kNothing) return kSame;
  return words::share(std::abs(change)) + (change < 0 ? " less" : " more");
}

std::string as_baseline(const std::string& change) {
  return change + (change == kSame ? " as" : " than") + " the baseline";
}

std::string difference_in_words(const session::Current& from, const session::Current& to) {
  if (from.shared() != to.shared() || from.site.name != to.site.name) return "another kind of request";
  const std::string this_request = "this request: ";
  if (!to.shared() && from.global.useful_bytes != to.global.useful_bytes)
    return this_request + sectors_for_bytes(from.global) + " \u2192 " + sectors_for_bytes(to.global);
  const auto before = static_cast<std::uint64_t>(to.shared() ? from.cost.wavefronts : from.global.sector_count);
  const auto now = static_cast<std::uint64_t>(to.shared() ? to.cost.wavefronts : to.global.sector_count);
  const std::string unit = to.shared() ? "wavefront" : "sector";
  if (before == now) return this_request + words::count_of(now, unit) + " in both";
  return this_request + words::thousands(before) + " \u2192 " + words::count_of(now, unit);
}

std::string change_from(const session::Look& look, const session::Look& baseline) {
  if (look.summary.total.misaligned != 0) return largest_in_words(look);
  if (baseline.summary.total.misaligned != 0) return "Baseline: " + largest_in_words(baseline);
  const bool shared = look.recording()->shared_bytes != 0 || baseline.recording()->shared_bytes != 0;
  const auto cost = [&](const analysis::Count& count) {
    return static_cast<std::int64_t>(shared ? count.by(look.rule).wavefronts : count.sectors);
  };
  const auto cost_at = [&](const analysis::SiteSummary* site) { return site == nullptr ? 0 : cost(site->count); };
  const std::string unit = shared ? "shared wavefront" : "sector";
  const std::int64_t change = cost(look.summary.total) - cost(baseline.summary.total);
  if (change == 0) return "As many " + unit + "s as the baseline";
  const auto counted = [](std::int64_t n) { return static_cast<std::uint64_t>(std::abs(n)); };
  std::string text = words::count_of(counted(change), unit) + (change < 0 ? " fewer" : " more") + " than the baseline";
  const analysis::SiteSummary* most = nullptr;
  const Recording* of = nullptr;
  std::int64_t at_most = 0;
  int changed = 0;
  for (const analysis::SitePair& pair : paired_sites(look, baseline)) {
    const std::int64_t here = cost_at(pair.second) - cost_at(pair.first);
    changed += here != 0;
    if ((here < 0) != (change < 0) || std::abs(here) <= std::abs(at_most)) continue;
    most = pair.second != nullptr ? pair.second : pair.first, at_most = here;
    of = pair.second != nullptr ? look.recording() : baseline.recording();
  }
  const std::string name = site_in_words(*of, most->tensor, most->op);
  if (changed == 1) return text + ", all at " + name;
  return text + "; " + name + ": " + words::thousands(counted(at_most)) + (at_most < 0 ? " fewer" : " more");
}

std::string change_since(const session::Loaded& before, const session::Loaded& now, analysis::ConflictModel rule) {
  const analysis::Count &was = before.summary.total, &is = now.summary.total;
  std::string text;
  const auto add = [&](std::uint64_t from, std::uint64_t to, const char* unit) {
    if (from == to) return;
    text += (text.empty() ? "" : ", ") + words::count_of(from < to ? to - from : from - to, unit) +
            (to < from ? " fewer" : " more");
  };
  add(words::listed_findings(before.recording, before.check), words::listed_findings(now.recording, now.check),
      "finding");
  add(was.by(rule).wavefronts, is.by(rule).wavefronts, "wavefront");
  add(was.sectors, is.sectors, "sector");
  return text.empty() ? "As many wavefronts and sectors as in the run before" : text + " than in the run before";
}

std::vector<analysis::SitePair> paired_sites(const session::Look& look, const session::Look& baseline) {
  return analysis::paired_sites({*baseline.recording(), baseline.summary}, {*look.recording(), look.summary});
}

}  // namespace gemmscope::views
