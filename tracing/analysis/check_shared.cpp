// SPDX-License-Identifier: MIT
// Races between barriers, and what a read of shared memory finds there.
#include <algorithm>
#include <string>
#include <unordered_map>

#include "tracing/analysis/check_interval.h"
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
/// the templates of its warps and what lay in shared memory, with k-tiles counted from the interval's own.
class SharedCheck {
 public:
  SharedCheck(const Recording& recording, Findings& findings)
      : recording_(recording), findings_(findings), cells_(cells_touched(recording)) {}

  void run(std::uint32_t pattern, const PatternUse& use) {
    use_ = use;
    state_.assign(cells_, {});
    for (const std::vector<const format::Segment*>& interval : intervals_of(recording_.patterns[pattern]))
      if (!interval.empty() && !pass(interval)) return;
    add_what_nobody_read();
  }

 private:
  static std::vector<std::vector<const format::Segment*>> intervals_of(const format::Pattern& pattern) {
    std::vector<std::vector<const format::Segment*>> intervals(pattern.barrier_lines.size());
    for (const format::Segment& s : pattern.segments)
      if (s.interval < intervals.size()) intervals[s.interval].push_back(&s);
    return intervals;
  }

  bool pass(const std::vector<const format::Segment*>& segments) {
    if (!findings_.spend(cells_)) return false;
    const IntervalOutcome* outcome = outcome_of(segments);
    if (outcome == nullptr) return false;
    for (const IntervalOutcome::Found& f : outcome->found)
      findings_.add(f.key, f.count * use_.blocks, [&] { return f.example; });
    for (const CellChange& change : outcome->changes) change.apply(state_[change.cell], use_.first_block, segments);
    return true;
  }

  /// nullptr if there is no room for it any more.
  const IntervalOutcome* outcome_of(const std::vector<const format::Segment*>& segments) {
    std::string key = key_of(segments, first_k_tile(segments));
    if (const auto known = known_.find(key); known != known_.end()) return &known->second;
    auto outcome = IntervalCheck(recording_, segments, state_, use_.first_block).run(findings_);
    if (!outcome) return nullptr;
    kept_ += key.size() + outcome->changes.size() * sizeof(CellChange);
    if (kept_ > kMostKept) known_.clear(), kept_ = 0;
    return &known_.emplace(std::move(key), *std::move(outcome)).first->second;
  }

  std::string key_of(const std::vector<const format::Segment*>& segments, std::uint32_t base) const {
    std::string key;
    key.reserve(sizeof(std::uint32_t) * (3 * segments.size() + 2 * state_.size()));
    const auto put = [&](std::uint32_t number) { key.append(reinterpret_cast<const char*>(&number), sizeof number); };
    for (const format::Segment* s : segments) put(s->warp), put(s->template_id), put(relative(s->k_tile, base));
    for (const CellState& cell : state_) {
      put(cell.written ? 1u + (cell.read ? 1u : 0u) + (std::uint32_t{cell.by.site} << 2) : 0u);
      put(cell.written ? relative(cell.k_tile, base) : 0u);
    }
    return key;
  }

  void add_what_nobody_read() {
    if (!recorded_part(recording_).all_warps) return;
    for (const CellState& cell : state_)
      if (cell.written && !cell.read)
        findings_.add(
            {.fault = Fault::kNeverRead, .site = cell.by.site, .tensor = recording_.sites[cell.by.site].tensor},
            use_.blocks, [&] { return finding_at(recording_, cell.by, std::nullopt, cell.byte, cell.k_tile); });
  }

  const Recording& recording_;
  Findings& findings_;
  std::uint32_t cells_;
  PatternUse use_;
  std::vector<CellState> state_;
  std::unordered_map<std::string, IntervalOutcome> known_;
  std::size_t kept_ = 0;  ///< bytes in it, about
};

}  // namespace

void check_shared(const Recording& recording, Findings& findings) {
  if (recording.shared_bytes == 0) return;
  SharedCheck check(recording, findings);
  const std::vector<PatternUse> uses = uses_of_patterns(recording);
  for (std::uint32_t p = 0; p < uses.size(); ++p)
    if (uses[p].blocks != 0) check.run(p, uses[p]);
}

}  // namespace gemmscope::analysis
