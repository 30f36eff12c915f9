// SPDX-License-Identifier: MIT
#include "app/views/baseline_words.h"

#include <algorithm>
#include <cstdlib>

#include "app/session/preset_words.h"
#include "app/views/site_words.h"
#include "app/words/number.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

using format::Recording;

void add(Apart& apart, const std::string& first, const std::string& second) {
  if (first == second) return;
  apart.first += (apart.first.empty() ? "" : " ") + format::shown(first);
  apart.second += (apart.second.empty() ? "" : " ") + format::shown(second);
}

std::string device_of(const Recording& recording) { return recording.origin.backend == "cuda" ? "GPU" : "emulator"; }

std::string size_of(const Recording& r) { return session::size_in_words(r.M, r.N, r.K); }

std::string sectors_for_bytes(const analysis::GlobalCost& cost) {
  return words::count_of(cost.sector_count, "sector") + " for " + words::count_of(cost.useful_bytes, "byte");
}

}  // namespace

Apart told_apart(const Recording& first, const Recording& second) {
  Apart apart;
  add(apart, first.kernel, second.kernel);
  if (apart.first.empty()) {
    add(apart, first.preset, second.preset);
    for (const format::Parameter& p : first.parameters)
      if (const auto other = second.parameter(p.name); other != p.value && first.preset == second.preset)
        add(apart, p.name + "=" + p.value, p.name + "=" + std::string(other.value_or("")));
  }
  add(apart, size_of(first), size_of(second));
  add(apart, device_of(first), device_of(second));
  return apart.first.empty() && apart.second.empty() ? Apart{"as it was pinned", "the same"} : apart;
}

std::string difference_in_words(const session::Current& from, const session::Current& to) {
  const std::string this_request = "this request: ";
  if (from.shared() != to.shared() || from.site.name != to.site.name) return this_request + "of another kind";
  if (!to.shared() && from.global.useful_bytes != to.global.useful_bytes)
    return this_request + sectors_for_bytes(from.global) + " \u2192 " + sectors_for_bytes(to.global);
  const auto before = static_cast<std::uint64_t>(to.shared() ? from.cost.wavefronts : from.global.sector_count);
  const auto now = static_cast<std::uint64_t>(to.shared() ? to.cost.wavefronts : to.global.sector_count);
  const std::string unit = to.shared() ? "wavefront" : "sector";
  if (before == now) return this_request + words::count_of(now, unit) + " in both";
  return this_request + words::thousands(before) + " \u2192 " + words::count_of(now, unit);
}

std::string change_from(const session::Look& look, const session::Look& baseline) {
  const bool shared = look.recording()->shared_bytes != 0 || baseline.recording()->shared_bytes != 0;
  const auto cost = [&](const analysis::Count& count) {
    return static_cast<std::int64_t>(shared ? count.by(look.rule).wavefronts : count.sectors);
  };
  const std::string unit = shared ? "shared wavefront" : "sector";
  const std::int64_t change = cost(look.summary.total) - cost(baseline.summary.total);
  if (change == 0) return "As many " + unit + "s as the baseline";
  const auto counted = [&](std::int64_t n) { return words::thousands(static_cast<std::uint64_t>(std::abs(n))); };
  std::string text = counted(change) + " " + unit + (std::abs(change) == 1 ? "" : "s") +
                     (change < 0 ? " fewer" : " more") + " than the baseline";
  const analysis::SiteSummary* most = nullptr;
  std::int64_t at_most = 0;
  for (const analysis::SiteSummary& site : look.summary.sites) {
    const analysis::SiteSummary* before = baseline.summary.site(site.name);
    const std::int64_t here = cost(site.count) - (before == nullptr ? 0 : cost(before->count));
    if ((here < 0) == (change < 0) && std::abs(here) > std::abs(at_most)) most = &site, at_most = here;
  }
  if (most == nullptr) return text;
  const std::string name = site_in_words(*look.recording(), most->tensor, most->op, most->name);
  return text + (at_most == change ? ", all of them at " : ", " + counted(at_most) + " at ") + name;
}

}  // namespace gemmscope::views
