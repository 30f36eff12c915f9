// SPDX-License-Identifier: MIT
// Races between barriers in shared memory, and what a read finds there.
#include <algorithm>
#include <bit>
#include <string>
#include <unordered_map>
#include <vector>

#include "tracing/analysis/check_interval.h"
#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::uint32_t kSpill = 1u << 16;  ///< bytes behind a block's shared memory that are looked at, too
constexpr std::size_t kMostKept = std::size_t{64} << 20;  ///< bytes of what came of intervals; then it begins anew

/// Cells that recorded accesses touch.
std::uint32_t cells_touched(const Recording& r) {
  std::uint64_t end = r.shared_bytes;
  for (const format::Template& t : r.templates)
    for (std::size_t row = 0; row < t.rows.size(); ++row) {
      if (t.rows[row].base != format::kSharedBase) continue;
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        if (t.rows[row].mask >> lane & 1u)
          end = std::max(end, std::uint64_t{t.lanes(row)[lane]} + r.sites[t.rows[row].site].width);
    }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(end, r.shared_bytes + kSpill)) / cell_bytes(r);
}

/// Walks the patterns, interval by interval. Intervals repeat: what came of one is kept under all that it depends on,
/// the templates of its warps and what was in shared memory.
class SharedCheck {
 public:
  SharedCheck(const Recording& recording, const SignalSites& signals, Findings& findings, Budget& budget)
      : recording_(recording),
        signals_(signals),
        findings_(findings),
        budget_(budget),
        bytes_(cell_bytes(recording)),
        cells_(cells_touched(recording)),
        state_(cells_),
        written_((cells_ + 63) / 64) {}

  void run(std::uint32_t id, const PatternUse& use) {
    const format::Pattern& pattern = recording_.patterns[id];
    if (!budget_.spend(cells_ + pattern.barrier_lines.size() + pattern.segments.size())) return;
    use_ = use;
    for_written([&](std::uint32_t cell) { state_[cell] = {}; });  // of the pattern before
    written_.assign(written_.size(), 0);
    for (const Interval& interval : intervals_of(pattern, signals_.steps()))
      if (!interval.segments.empty() && !pass(interval)) return;
  }

 private:
  /// Calls `visit` with each cell that a store of this pattern wrote, in order.
  template <typename Visit>
  void for_written(const Visit& visit) const {
    for (std::uint32_t word = 0; word < written_.size(); ++word)
      for (std::uint64_t bits = written_[word]; bits != 0; bits &= bits - 1)
        visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }

  /// False if there is no room for more.
  bool pass(const Interval& interval) {
    const auto& segments = interval.segments;
    if (!budget_.spend(cells_)) return false;
    const IntervalOutcome& outcome = outcome_of(interval);
    for (const auto& [key, found] : outcome.found)
      findings_.add(key, found.count * use_.blocks, [&, example = &found.example] { return *example; });
    if (outcome.left_out) findings_.leave_out();
    if (!outcome.complete || !budget_.spend(4 * outcome.changes.size())) return false;
    for (const CellChange& change : outcome.changes) {
      CellState& cell = state_[change.cell];
      change.apply(cell, use_.first_block, segments);
      if (cell.written) written_[change.cell / 64] |= std::uint64_t{1} << change.cell % 64;
    }
    return true;
  }

  const IntervalOutcome& outcome_of(const Interval& interval) {
    std::string key = key_of(interval);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    IntervalOutcome outcome =
        IntervalCheck(recording_, signals_, {.bytes = bytes_, .cells = cells_}, interval, state_, use_.first_block)
            .run(budget_);
    kept_ += key.size() + outcome.changes.size() * sizeof(CellChange) +
             outcome.found.size() * sizeof(*outcome.found.begin());
    if (kept_ > kMostKept) known_.clear(), kept_ = 0;
    return known_.emplace(std::move(key), std::move(outcome)).first->second;
  }

  std::string key_of(const Interval& interval) const {
    std::string key;
    key.reserve(sizeof(std::int64_t) * 4 * interval.segments.size());
    const auto put = [&](std::int64_t number) { key.append(reinterpret_cast<const char*>(&number), sizeof number); };
    put(static_cast<std::int64_t>(interval.segments.size()));
    for (const format::Segment* s : interval.segments) put(s->warp), put(s->template_id);
    for (const Meets& meets : interval.meets) put(meets.last_arrival), put(meets.first_pass);
    if (interval.phases) interval.phases->describe(put);
    if (signals_.steps() != nullptr) put(interval.after);
    if (signals_.any())  // signals in global memory are distinguished by their addresses
      for (const format::Segment* s : interval.segments)
        for (std::size_t t = 0; t < s->base.size(); ++t) put(s->base[t] + recording_.blocks[use_.first_block].base[t]);
    for_written([&](std::uint32_t cell) { put(cell), put(state_[cell].by.site); });
    return key;
  }

  const Recording& recording_;
  const SignalSites& signals_;
  Findings& findings_;
  Budget& budget_;
  std::uint32_t bytes_, cells_;
  PatternUse use_;
  std::vector<CellState> state_;        ///< of each cell
  std::vector<std::uint64_t> written_;  ///< a bit for each cell: 1 if state_ says that it was written
  std::unordered_map<std::string, IntervalOutcome> known_;
  std::size_t kept_ = 0;  ///< bytes in it, about
};

}  // namespace

void check_shared(const Recording& recording, const SignalSites& signals, Findings& findings, Budget& budget) {
  if (recording.shared_bytes == 0) return;
  SharedCheck check(recording, signals, findings, budget);
  const std::vector<PatternUse> uses = uses_of_patterns(recording);
  for (std::uint32_t p = 0; p < uses.size(); ++p)
    if (uses[p].blocks != 0) check.run(p, uses[p]);
}

}  // namespace gemmscope::analysis
