// SPDX-License-Identifier: MIT
// Races between the threads of a block in global memory, which barriers order as they do in shared memory.
#include <algorithm>

#include "tracing/analysis/check_interval.h"
#include "tracing/analysis/check_memory.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// Whether a load beside the site races: it stores or adds. A plain load beside other atomic operations (atomicMin,
/// atomicCAS) is most often a first look, before one more of them.
bool changes(const Recording& r, const SignalSites& signals, std::uint16_t site) {
  return r.sites[site].op == format::Op::kStore || (signals.steps() != nullptr && signals.steps()->adds(site));
}

/// One array that is stored to, or added to.
class ArrayCheck {
 public:
  ArrayCheck(const Recording& recording, const SignalSites& signals, std::uint16_t tensor, Findings& findings,
             Budget& budget)
      : r_(recording), signals_(signals), findings_(findings), budget_(budget) {
    const format::Tensor& array = r_.tensors[tensor];
    memory_.base = static_cast<std::uint8_t>(tensor);
    memory_.bytes = narrowest_access(r_, tensor);
    memory_.cells = array.layout.extent() * array.element_bytes / memory_.bytes;
    for (const format::Template& t : r_.templates) {
      const auto is_here = [&](const format::Row& row) { return row.base == memory_.base; };
      const auto is_change = [&](const format::Row& row) { return is_here(row) && changes(r_, signals_, row.site); };
      touches_.push_back(std::ranges::any_of(t.rows, is_here));
      changes_.push_back(touches_.back() && std::ranges::any_of(t.rows, is_change));
    }
  }

  /// False if there is no room for more.
  bool run(const format::Pattern& pattern, const PatternUse& use) {
    if (!budget_.spend(pattern.segments.size() + pattern.barrier_lines.size())) return false;
    if (!has_any(changes_, pattern.segments)) return true;
    for (const Interval& all : intervals_of(pattern, signals_.steps())) {
      const Interval interval = that_touch(all);
      if (interval.segments.empty()) continue;
      const IntervalOutcome outcome = IntervalCheck(r_, signals_, memory_, interval, {}, use.first_block).run(budget_);
      for (const auto& [key, found] : outcome.found)
        findings_.add(key, found.count * use.blocks, [&, example = &found.example] { return *example; });
      if (outcome.left_out) findings_.leave_out();
      if (!outcome.complete) return false;
    }
    return true;
  }

 private:
  bool has_any(const std::vector<bool>& which, const std::vector<format::Segment>& segments) const {
    return std::ranges::any_of(segments, [&](const format::Segment& s) { return which[s.template_id]; });
  }
  /// The part of the interval that touches the array; nothing if the interval changes nothing in it.
  Interval that_touch(const Interval& all) const {
    Interval some;
    some.after = all.after, some.others = all.segments;
    bool changed = false;
    for (std::size_t s = 0; s < all.segments.size(); ++s) {
      const std::uint32_t id = all.segments[s]->template_id;
      if (!touches_[id]) continue;
      changed = changed || changes_[id];
      some.segments.push_back(all.segments[s]), some.meets.push_back(all.meets[s]);
    }
    return changed ? some : Interval{};
  }

  const Recording& r_;
  const SignalSites& signals_;
  Findings& findings_;
  Budget& budget_;
  Memory memory_;
  std::vector<bool> touches_, changes_;  ///< each template
};

}  // namespace

void check_arrays(const Recording& recording, const SignalSites& signals, Findings& findings, Budget& budget) {
  const std::vector<PatternUse> uses = uses_of_patterns(recording);
  for (std::uint16_t tensor = 0; tensor < recording.tensors.size(); ++tensor) {
    if (recording.tensors[tensor].space != format::Space::kGlobal) continue;
    bool is_changed = false;
    for (std::uint16_t site = 0; site < recording.sites.size(); ++site)
      is_changed = is_changed || (recording.sites[site].tensor == tensor && changes(recording, signals, site));
    if (!is_changed) continue;
    ArrayCheck array(recording, signals, tensor, findings, budget);
    for (std::uint32_t p = 0; p < uses.size(); ++p)
      if (uses[p].blocks != 0 && !array.run(recording.patterns[p], uses[p])) return;
  }
}

}  // namespace gemmscope::analysis
