// SPDX-License-Identifier: MIT
#include "tracing/analysis/consequences.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "tracing/analysis/raced_load.h"
#include "tracing/analysis/same_mistake.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;

constexpr std::size_t kMostCauses = 32;  ///< races whose consequences are looked for

/// A race by which a load may find a wrong value.
class Cause {
 public:
  /// Nothing: it is none, or it is not known which of two accesses came first in the run.
  static std::optional<Cause> of(const Recording& r, const ProgramSteps& steps, const Finding& race, Budget& budget) {
    const bool late = race.fault == Fault::kWriteAfterRead;
    if ((!late && race.fault != Fault::kReadAfterWrite) || !race.at || !race.other) return std::nullopt;
    const Access &load = late ? *race.other : *race.at, &store = late ? *race.at : *race.other;
    if (r.sites[load.site].op != Op::kLoad || steps.steps_of(load.site).empty()) return std::nullopt;
    return Cause(r, RacedLoad(r, steps, store.site, load.site, late), budget);
  }

  bool leads_to(const Finding& finding) const {
    return finding.at && (is_race(finding.fault) || finding.fault == Fault::kBlockRace) && finding.other &&
           explains(*finding.at, *finding.other) && !budget_.gave_up();
  }

 private:
  Cause(const Recording& r, RacedLoad load, Budget& budget) : r_(r), load_(std::move(load)), budget_(budget) {}

  bool explains(const Access& one, const Access& other) const {
    const auto value_in = [&](const Access& access) {
      return load_.places(access.site) ? load_.value_before(access, budget_) : std::nullopt;
    };
    const auto a = value_in(one), b = value_in(other);
    const bool same_memory =
        one.block == other.block || r_.tensors[r_.sites[load_.load()].tensor].space == format::Space::kGlobal;
    if (a && b && same_memory && a->byte == b->byte) return false;
    return (a && a->is_wrong) || (b && b->is_wrong);
  }

  const Recording& r_;
  RacedLoad load_;
  Budget& budget_;
};

/// Whether it is the race from which a race between blocks follows: Finding::follows.
bool is_of_sites(const Finding& race, const RacingSites& sites) {
  return race.fault == Fault::kReadAfterWrite && race.at && race.other && race.at->site == sites.load &&
         race.other->site == sites.store && race.in_warp == sites.in_warp;
}

/// Whether a race is there only because threads of a block meet at different barriers: the first barriers that the one
/// comes to after its access are among these, and are on all ways to the other.
bool is_parted_by(const Recording& r, const ProgramSteps& steps, const Finding& race, const format::Divergence& apart) {
  if (!is_race(race.fault) || race.in_warp || !race.at || !race.other || apart.of_warp) return false;
  if (race.step == kNoStatement || race.other_step == kNoStatement || apart.line == 0 || apart.other_line == 0)
    return false;
  const format::Block& block = r.blocks[race.at->block];
  const auto interval = [&](const Access& a) {
    const std::size_t segment = format::locate(r, a.block, a.warp, a.request).segment;
    return r.patterns[block.pattern].segments[segment].interval;
  };
  if (block.y != apart.y || block.x != apart.x || interval(*race.at) < apart.interval) return false;
  const ptx::KernelGraph& graph = steps.graph();
  if (graph.way(race.other_step, race.step) != ptx::Way::kNone) return false;
  if (!steps.leads_past_barriers(race.other_step, race.step)) return false;
  for (std::uint32_t step = 0; step < graph.steps().size(); ++step)
    if (graph.is_barrier(step) && graph.way(race.other_step, step) != ptx::Way::kNone &&
        steps.line(step) != apart.line && steps.line(step) != apart.other_line)
      return false;
  return true;
}

}  // namespace

std::vector<Finding> with_consequences(const Recording& r, const ProgramSteps& steps, std::vector<Finding> findings,
                                       Budget& budget) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> from(findings.size(), kNone);
  const auto root = [&](std::size_t i) {
    while (from[i] != kNone) i = from[i];
    return i;
  };
  const auto attach = [&](std::size_t j, std::size_t i, Why why) {
    if (why != Why::kNone && from[j] == kNone && root(i) != j) from[j] = i, findings[j].why = why;
  };
  const SameMistake same(r, steps, budget);
  for (std::size_t i = 0; i < findings.size(); ++i)
    for (std::size_t j = 0; j < findings.size(); ++j) {
      const auto is_cause = [&](const Finding& f) { return is_of_sites(f, *findings[j].follows); };
      if (findings[j].follows && std::ranges::any_of(parts_of(findings[i]), is_cause)) attach(j, i, Why::kWhether);
      if (i != j) attach(j, i, same.why(findings[i], findings[j]));
      if (findings[i].fault != Fault::kDivergence) continue;
      if (std::ranges::all_of(parts_of(findings[j]),
                              [&](const Finding& f) { return is_parted_by(r, steps, f, *findings[i].divergence); }))
        attach(j, i, Why::kBarriers);
    }
  std::size_t causes = 0;
  for (std::size_t i = 0; i < findings.size() && findings.size() > 1; ++i)
    for (const Finding& part : parts_of(findings[i])) {
      const std::optional<Cause> cause = causes < kMostCauses ? Cause::of(r, steps, part, budget) : std::nullopt;
      if (!cause) continue;
      ++causes;
      for (std::size_t j = 0; j < findings.size(); ++j)
        if (from[j] == kNone && root(i) != j &&
            std::ranges::all_of(parts_of(findings[j]), [&](const Finding& f) { return cause->leads_to(f); }))
          attach(j, i, Why::kValue);
    }
  for (std::size_t j = 0; j < findings.size(); ++j) {
    if (from[j] == kNone) continue;
    std::size_t link = j;  // what follows from the cause itself
    while (from[from[link]] != kNone) link = from[link];
    Finding& cause = findings[from[link]];
    for (Finding part : parts_of(findings[j])) {
      const bool is_more = part.fault == Fault::kLostUpdate && cause.fault == part.fault && cause.other && part.other &&
                           cause.other->site == part.other->site;  // of the same change
      if (is_more) cause.count += part.count;
      part.why = findings[link].why;
      if (!is_more) cause.consequences.push_back(std::move(part));
    }
  }
  std::vector<Finding> left;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (from[i] == kNone) left.push_back(std::move(findings[i]));
  return left;
}

}  // namespace gemmscope::analysis
