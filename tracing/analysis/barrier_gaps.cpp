// SPDX-License-Identifier: MIT
#include "tracing/analysis/barrier_gaps.h"

#include <algorithm>
#include <map>
#include <optional>

#include "tracing/analysis/source_braces.h"
#include "tracing/ptx/common_ways.h"

namespace gemmscope::analysis {
namespace {

/// Places in the order in which a program with a loop reaches them: those of the next pass come after all of this one.
constexpr std::uint64_t kNextPass = std::uint64_t{1} << 32;

struct Race {
  std::size_t finding = 0;
  std::uint64_t first = 0, second = 0;  ///< a barrier must come after the one and before the other
  std::uint32_t from = 0, to = 0;       ///< lines, or steps
  std::uint32_t at = kNoStatement;      ///< the step before which the barrier is best placed
  bool is_common = true;
  bool by_source = false;  ///< nvcc has turned it into branches: the source says that `from` leads to `to`
};

/// By lines alone.
std::vector<GapOfRaces> gaps_of_lines(std::vector<Race>& races, std::span<const Finding> findings) {
  // Whichever ends first needs a place of its own; best as late as it can be, where it serves most of the others.
  std::ranges::sort(races, {}, [](const Race& r) { return std::pair(r.second, r.finding); });
  std::vector<GapOfRaces> gaps;
  std::uint64_t place = 0;
  for (const Race& race : races) {
    if (gaps.empty() || race.first >= place) gaps.emplace_back(), place = race.second;
    GapOfRaces& gap = gaps.back();
    gap.before = static_cast<std::uint32_t>(place);
    gap.after = std::max(gap.after, race.from);
    gap.next_pass = gap.before <= gap.after;
    gap.in_warps = gap.in_warps && findings[race.finding].in_warp;
    gap.findings.push_back(race.finding);
  }
  return gaps;
}

/// By the order of the program's steps.
class GapsOfProgram {
 public:
  GapsOfProgram(const format::Recording& recording, const ProgramSteps& steps, std::span<const Finding> findings)
      : r_(recording), steps_(steps), graph_(steps.graph()), ways_(steps.graph()), findings_(findings) {}

  std::vector<GapOfRaces> run() {
    std::vector<Race> races;
    for (std::size_t i = 0; i < findings_.size(); ++i)
      if (auto race = race_of(i)) races.push_back(*race);
    std::ranges::sort(races, {}, [](const Race& r) { return std::tuple(r.second, r.finding); });
    std::vector<GapOfRaces> gaps;
    std::vector<std::vector<const Race*>> of_gap;
    for (const Race& race : races) {
      std::size_t g = 0;
      while (g < gaps.size() && !joins(race, *of_gap[g].front())) ++g;
      if (g == gaps.size()) gaps.emplace_back(), of_gap.emplace_back();
      gaps[g].findings.push_back(race.finding), of_gap[g].push_back(&race);
    }
    std::vector<GapOfRaces> told;
    std::vector<Ends> ends;
    for (std::size_t g = 0; g < gaps.size(); ++g) {
      const Ends its{describe(gaps[g], of_gap[g]), first_line_after(of_gap[g])};
      std::size_t same = 0;  // nvcc may have made several places of one line, for the passes of a loop, or of branches
      while (same < told.size() && !is_one_place(told[same], ends[same], gaps[g], its)) ++same;
      if (same == told.size()) {
        told.push_back(std::move(gaps[g])), ends.push_back(its);
        continue;
      }
      const bool in_warps = told[same].in_warps && gaps[g].in_warps;
      if (gaps[g].behind > told[same].behind) static_cast<BarrierGap&>(told[same]) = gaps[g];
      told[same].in_warps = in_warps;
      std::ranges::copy(gaps[g].findings, std::back_inserter(told[same].findings));
    }
    return told;
  }

 private:
  std::optional<Race> race_of(std::size_t i) const {
    const Finding& f = findings_[i];
    const bool ordered = f.sequence == Sequence::kOnward || f.sequence == Sequence::kNextPass;
    if (!is_race(f.fault) || f.fault == Fault::kLostUpdate || !ordered) return std::nullopt;
    if (f.step == kNoStatement || f.other_step == kNoStatement) return std::nullopt;
    const bool around = f.sequence == Sequence::kNextPass;
    Race race{.finding = i, .from = wait_for_copy(f.other_step, f.step), .to = f.step};
    if (graph_.way(race.from, race.to) == ptx::Way::kNone) {
      race.by_source = true;
      race.at = ways_.after(race.from);
      race.is_common = race.at != kNoStatement;
      race.first = graph_.place(race.from) + 1, race.second = graph_.place(race.to);
      return race;
    }
    const std::uint32_t loop = around ? common_loop(race.from, race.to) : kNoStatement;
    std::uint32_t first = ways_.after(race.from), second = ways_.before(race.to);
    const auto is_out = [&](std::uint32_t step) {
      return step == kNoStatement || (loop != kNoStatement && !graph_.has(loop, graph_.block_of(step)));
    };
    if (around && !is_out(first) && is_out(second)) {
      race.at = first, race.first = graph_.place(first), race.second = race.first + 1;
      return race;
    }
    race.first = graph_.place(race.from) + 1;
    if (!is_out(second) && !is_out(first) && is_part(second, race)) {
      race.first = ways_.has(race.from) ? race.first : graph_.place(first);
      race.at = second;
    } else if (around && !is_out(second) && is_part(second, race)) {
      race.at = second;
    } else {  // at most, of the warp's lanes that are there
      race.at = race.to;
      race.is_common = f.in_warp && ways_.are_parted_alike(race.from, race.to);
    }
    race.second = graph_.place(race.at) + (around ? kNextPass : 0);
    return race;
  }
  /// For an asynchronous copy, the last wait for copies on the way to the other access: before it, a barrier is no
  /// help. For others, the step itself.
  std::uint32_t wait_for_copy(std::uint32_t from, std::uint32_t to) const {
    const auto has = [&](std::uint32_t step, std::string_view word) {
      return graph_.function(step).has(graph_.statement(step), word);
    };
    if (graph_.statement(from).base != "cp" || !has(from, "async")) return from;
    std::uint32_t last = from;
    for (std::uint32_t step = 0; step < graph_.steps().size(); ++step) {
      const std::string_view base = graph_.statement(step).base;
      const bool waits = (base == "cp" && (has(step, "wait_group") || has(step, "wait_all"))) ||
                         (base == "mbarrier" && (has(step, "try_wait") || has(step, "test_wait")));
      if (!waits || graph_.way(from, step) == ptx::Way::kNone || graph_.way(step, to) != ptx::Way::kOnward) continue;
      if (last == from || graph_.place(step) > graph_.place(last)) last = step;
    }
    return last;
  }
  bool is_part(std::uint32_t at, const Race& race) const { return graph_.parts(at, race.from, race.to); }
  /// The innermost that has both.
  std::uint32_t common_loop(std::uint32_t one, std::uint32_t other) const {
    std::uint32_t found = kNoStatement;
    for (const std::uint32_t loop : graph_.loops_of(graph_.block_of(one)))
      if (graph_.has(loop, graph_.block_of(other))) found = loop;
    return found;
  }
  /// Whether the place of a race that ends earlier serves this race, too.
  bool joins(const Race& race, const Race& first) const {
    if (race.by_source || first.by_source) return race.by_source == first.by_source && race.at == first.at;
    if (!race.is_common || !first.is_common) return race.is_common == first.is_common && race.at == first.at;
    return race.first <= first.second && is_part(first.at, race);
  }

  /// Where the accesses that come second begin: the file, and the first of their lines.
  struct Ends {
    std::uint16_t file = 0;
    std::uint32_t line = 0;
  };
  /// Whether one barrier does for both gaps: behind the same line; or behind the later line of two that come before the
  /// same one, as where a tile is stored before its halo, and nvcc loads some of it in the branch of the lanes that
  /// have no halo.
  static bool is_one_place(const BarrierGap& one, const Ends& its, const BarrierGap& other, const Ends& others) {
    if (its.file != others.file || one.next_pass != other.next_pass || one.is_common != other.is_common) return false;
    if (!one.is_common || one.behind == 0 || other.behind == 0)
      return std::tuple(one.after, one.before, one.behind) == std::tuple(other.after, other.before, other.behind);
    const auto is_before_end = [&](const BarrierGap& g) { return g.after <= g.behind && g.behind < its.line; };
    return one.behind == other.behind ||
           (!one.next_pass && its.line == others.line && is_before_end(one) && is_before_end(other));
  }
  std::uint32_t first_line_after(const std::vector<const Race*>& races) const {
    std::uint32_t first = kNoStatement;
    for (const Race* race : races)
      if (const auto& places = steps_.places(race->to); !places.empty()) first = std::min(first, places.front().line);
    return first;
  }
  /// The file of its lines.
  std::uint16_t describe(GapOfRaces& gap, const std::vector<const Race*>& races) const {
    gap.is_common = races.front()->is_common;
    gap.next_pass = findings_[races.front()->finding].sequence == Sequence::kNextPass;
    std::uint32_t from = kNoStatement;
    for (const Race* race : races) {
      gap.in_warps = gap.in_warps && findings_[race->finding].in_warp;
      if (from == kNoStatement || graph_.place(race->from) > graph_.place(from)) from = race->from;
    }
    const std::uint32_t at = races.front()->by_source ? races.front()->to : races.front()->at;
    const auto [after, before, file] = steps_.lines_in_one_function(from, at);
    gap.after = after, gap.before = before;
    const std::string& text = r_.source_of(file).text;
    if (!gap.is_common && (gap.in_warps || gap.next_pass)) return file;
    gap.behind = line_for_barrier(text, after, before, gap.next_pass);
    // Where threads end, the remaining threads go on together; a barrier in the braces of an `if` is not for all
    // threads.
    for (const std::uint32_t branch : ways_.ends_before(at))
      if (gap.behind != 0 && steps_.places(branch).back().file == file && !gap.in_warps)
        gap.is_common = gap.is_common && !is_inside(text, steps_.places(branch).back().line, gap.behind);
    if (!gap.is_common) gap.is_common = gap.behind != 0 && is_common_in_source(text, gap.behind, from, at);
    if (!gap.is_common) gap.behind = 0;
    return file;
  }

  /// nvcc may join branches, so that no place between them is left that all threads reach. The source still has one if
  /// a thread that comes past it goes on to a barrier of all threads, or if it is in no branch of the kernel.
  bool is_common_in_source(std::string_view text, std::uint32_t behind, std::uint32_t from, std::uint32_t at) const {
    // The innermost function that both steps are in, and the lines of the barriers in it.
    const std::vector<format::Place>&a = steps_.places(from), &b = steps_.places(at);
    std::size_t outer = 0;
    while (outer + 1 < std::min(a.size(), b.size()) && a[a.size() - 1 - outer] == b[b.size() - 1 - outer]) ++outer;
    if (outer == 0 && is_in_kernel_body(text, behind)) return true;
    std::map<std::uint32_t, bool> is_common;  // by line, of all its barriers
    for (std::uint32_t step = 0; step < graph_.steps().size(); ++step) {
      const std::vector<format::Place>& its = steps_.places(step);
      if (!graph_.is_barrier(step) || graph_.place(step) == ptx::kNoIndex || its.size() <= outer) continue;
      if (!std::equal(its.end() - static_cast<std::ptrdiff_t>(outer), its.end(),
                      a.end() - static_cast<std::ptrdiff_t>(outer)))
        continue;
      const format::Place& own = its[its.size() - 1 - outer];
      if (own.file != a[a.size() - 1 - outer].file) continue;
      const auto [known, is_new] = is_common.try_emplace(own.line, true);
      known->second = known->second && ways_.has(step);
    }
    return std::ranges::any_of(is_common,
                               [&](const auto& line) { return line.second && comes_past(text, behind, line.first); });
  }

  const format::Recording& r_;
  const ProgramSteps& steps_;
  const ptx::KernelGraph& graph_;
  const ptx::CommonWays ways_;
  std::span<const Finding> findings_;
};

/// Whether threads of two branches that a race is between wait at barriers of their own, which the other branch does
/// not have; and whether both do so in loops.
class OwnBarriers {
 public:
  explicit OwnBarriers(const ptx::KernelGraph& graph) : graph_(graph) {
    for (std::uint32_t step = 0; step < graph.steps().size(); ++step) {
      const std::string_view base = graph.statement(step).base;
      if ((base == "bar" || base == "barrier" || base == "mbarrier") && graph.place(step) != ptx::kNoIndex)
        barriers_.push_back(step);
    }
  }
  Remedy between(std::uint32_t one, std::uint32_t other) const {
    if (one == kNoStatement || other == kNoStatement || one == other) return Remedy::kUsual;
    if (graph_.way(one, other) != ptx::Way::kNone || graph_.way(other, one) != ptx::Way::kNone) return Remedy::kUsual;
    bool own = false, others = false, both_loop = true;
    for (const std::uint32_t barrier : barriers_) {
      const bool at_one = is_next_to(barrier, one), at_other = is_next_to(barrier, other);
      own = own || (at_one && !at_other), others = others || (at_other && !at_one);
    }
    for (const std::uint32_t step : {one, other})
      both_loop = both_loop && !graph_.loops_of(graph_.block_of(step)).empty();
    return !own || !others ? Remedy::kUsual : both_loop ? Remedy::kBarrierInBothLoops : Remedy::kBarrierInBothBranches;
  }

 private:
  /// Whether no other barrier of the block is between them.
  bool is_next_to(std::uint32_t barrier, std::uint32_t step) const {
    if (graph_.way(step, barrier) != ptx::Way::kNone) return true;
    return graph_.is_barrier(barrier) ? graph_.blocks_behind(barrier)[graph_.block_of(step)]
                                      : graph_.way(barrier, step) != ptx::Way::kNone;
  }

  const ptx::KernelGraph& graph_;
  std::vector<std::uint32_t> barriers_;
};

}  // namespace

std::vector<GapOfRaces> barrier_gaps(const format::Recording& recording, const ProgramSteps* steps,
                                     std::span<const Finding> findings) {
  std::vector<Race> races;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& f = findings[i];
    const bool has_place = f.fault != Fault::kLostUpdate && f.sequence == Sequence::kNotKnown;
    if (!is_race(f.fault) || !f.at || !f.other || !has_place) continue;
    const std::uint32_t first = recording.sites[f.other->site].line, second = recording.sites[f.at->site].line;
    if (first == second) continue;  // in one pass or in two of an inner loop: no place outside of that line is between
    races.push_back({i, first, first < second ? second : second + kNextPass, first, second});
  }
  std::vector<GapOfRaces> gaps = gaps_of_lines(races, findings);
  if (steps != nullptr) std::ranges::move(GapsOfProgram(recording, *steps, findings).run(), std::back_inserter(gaps));
  for (GapOfRaces& gap : gaps) std::ranges::sort(gap.findings);
  std::ranges::sort(gaps, {}, [](const GapOfRaces& gap) { return gap.findings.front(); });
  return gaps;
}

std::vector<Finding> one_for_each_gap(const format::Recording& recording, const ProgramSteps& steps,
                                      std::vector<Finding> findings) {
  const OwnBarriers own(steps.graph());
  for (Finding& f : findings)
    if (is_race(f.fault) && f.fault != Fault::kLostUpdate && f.sequence == Sequence::kNone)
      f.remedy = own.between(f.step, f.other_step);
  std::vector<bool> is_part(findings.size());
  std::vector<std::pair<std::size_t, Finding>> all;  // by the index of the leading finding
  for (const GapOfRaces& gap : barrier_gaps(recording, &steps, findings)) {
    const std::size_t leads = *std::ranges::min_element(
        gap.findings, {}, [&](std::size_t i) { return std::tuple(findings[i].in_warp, findings[i].fault, i); });
    Finding& one = all.emplace_back(leads, findings[leads]).second;
    one.gap = gap, one.count = 0;
    for (const std::size_t i : gap.findings) is_part[i] = true, one.count += findings[i].count;
    if (gap.findings.size() == 1) continue;
    one.parts.push_back(findings[leads]);
    for (const std::size_t i : gap.findings)
      if (i != leads) one.parts.push_back(findings[i]);
  }
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (!is_part[i]) all.emplace_back(i, std::move(findings[i]));
  std::ranges::sort(all, {}, [](const auto& each) {  // what ended the launch comes first
    const Finding& f = each.second;
    return std::tuple(f.fault != Fault::kLaunchFault, f.fault, f.in_warp, each.first);
  });
  std::vector<Finding> found;
  for (auto& each : all) found.push_back(std::move(each.second));
  return found;
}

}  // namespace gemmscope::analysis
