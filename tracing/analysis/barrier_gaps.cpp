// SPDX-License-Identifier: MIT
#include "tracing/analysis/barrier_gaps.h"

#include <algorithm>

namespace gemmscope::analysis {
namespace {

/// Lines as a program with a loop comes by them: those of the next pass lie behind all of this one.
constexpr std::uint64_t kNextPass = std::uint64_t{1} << 32;

struct Race {
  std::size_t finding = 0;
  std::uint64_t first = 0, second = 0;  ///< a barrier must come after the one and before the other
};

}  // namespace

std::vector<BarrierGap> barrier_gaps(const format::Recording& recording, const CheckResult& check) {
  std::vector<Race> races;
  for (std::size_t i = 0; i < check.findings.size(); ++i) {
    const Finding& f = check.findings[i];
    if (!is_race(f.fault) || !f.at || !f.other) continue;
    const std::uint64_t first = recording.sites[f.other->site].line, second = recording.sites[f.at->site].line;
    if (first == second) continue;  // in one pass or in two of an inner loop: no place outside of that line is between
    races.push_back({i, first, first < second ? second : second + kNextPass});
  }
  // Whichever ends first needs a place of its own; best as late as it can be, where it serves most of the others.
  std::ranges::sort(races, {}, [](const Race& r) { return std::pair(r.second, r.finding); });
  std::vector<BarrierGap> gaps;
  std::uint64_t place = 0;
  for (const Race& race : races) {
    if (gaps.empty() || race.first >= place) gaps.emplace_back(), place = race.second;
    BarrierGap& gap = gaps.back();
    gap.before = static_cast<std::uint32_t>(place);
    gap.after = std::max(gap.after, static_cast<std::uint32_t>(race.first));
    gap.in_warps = gap.in_warps && check.findings[race.finding].in_warp;
    gap.findings.push_back(race.finding);
  }
  for (BarrierGap& gap : gaps) std::ranges::sort(gap.findings);
  std::ranges::sort(gaps, {}, [](const BarrierGap& gap) { return gap.findings.front(); });
  return gaps;
}

}  // namespace gemmscope::analysis
