// SPDX-License-Identifier: MIT
// Arrays in shared memory that begin in one place, as all `extern __shared__` arrays of a kernel do, used as if they
// were two.
//
// A kernel may use the same bytes under two names on purpose: one after the other, or to load floats as float4. Only
// what no kernel does on purpose is reported: a cell is stored under both names before it is read, so that one value is
// lost, and then read under both names.
#include <array>
#include <bit>
#include <optional>

#include "tracing/analysis/check_interval.h"
#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::size_t kMostNames = 4;

/// What has happened to a cell since the first store after it was last read.
struct NamedCell {
  std::uint8_t stored = 0, read = 0;    ///< bit n: under that name
  bool unknown = false;                 ///< its value is, until a store in a later interval
  std::uint32_t interval = 0;           ///< that of its last access
  std::uint32_t thread = 0;             ///< the one that made the last access
  bool several = false;                 ///< several threads accessed it in that interval
  bool changed = false;                 ///< in that interval
  std::array<Access, kMostNames> by{};  ///< the last store under each name
  std::array<std::uint64_t, kMostNames> when{};
};

class OverlapCheck {
 public:
  /// `names`: tensors that begin in the same place.
  OverlapCheck(const Recording& recording, std::vector<std::uint16_t> names, Findings& findings, Budget& budget)
      : r_(recording),
        names_(std::move(names)),
        findings_(findings),
        budget_(budget),
        bytes_(cell_bytes(recording)),
        cells_(recording.shared_bytes / bytes_) {}

  void run(const format::Pattern& pattern, const PatternUse& use) {
    if (!budget_.spend(cells_)) return;
    state_.assign(cells_, {});
    use_ = use;
    for (const Interval& interval : intervals_of(pattern, nullptr))
      for (const format::Segment* segment : interval.segments) {
        const format::Template& t = r_.templates[segment->template_id];
        for (std::size_t row = 0; row < t.rows.size(); ++row)
          if (t.rows[row].base == format::kSharedBase && budget_.spend(kLanes)) add(*segment, t, row);
      }
  }

 private:
  std::optional<std::size_t> name_of(std::uint16_t tensor) const {
    const auto found = std::ranges::find(names_, tensor);
    return found == names_.end() ? std::nullopt : std::optional<std::size_t>(found - names_.begin());
  }

  void add(const format::Segment& segment, const format::Template& t, std::size_t row) {
    const std::uint16_t site = t.rows[row].site;
    const auto name = name_of(r_.sites[site].tensor);
    if (!name) return;
    for (std::uint32_t left = t.rows[row].mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      const Access by = access_of(use_.first_block, segment, row, t.rows[row].lane_of(lane), site);
      const std::uint32_t first = t.lanes(row)[lane] / bytes_;
      const std::uint32_t count = std::max(r_.sites[site].width / bytes_, 1u);
      for (std::uint32_t cell = first; cell < std::min(first + count, cells_); ++cell)
        add(cell, *name, by, segment.interval, r_.sites[site].op, r_.sites[site].one_value);
    }
  }

  void add(std::uint32_t at, std::size_t name, const Access& by, std::uint32_t interval, format::Op op,
           bool one_value) {
    NamedCell& cell = state_[at];
    const bool goes_on = cell.interval == interval + 1;  // counted from 1: 0 is none
    cell.several = goes_on && (cell.several || cell.thread != by.thread());
    cell.changed = (goes_on && cell.changed) || op != format::Op::kLoad;
    cell.interval = interval + 1, cell.thread = by.thread();
    const bool reads = op != format::Op::kStore;
    // In one interval, one thread's read and another's store have no order: the value that was read is unknown.
    if (cell.several && cell.changed && (reads || cell.read != 0)) cell.unknown = true;
    if (cell.unknown && goes_on) return;
    const auto bit = static_cast<std::uint8_t>(1u << name);
    if (reads) read(cell, bit, at);
    if (op == format::Op::kLoad) return;
    if (cell.read != 0 || cell.unknown || one_value || op == format::Op::kAtomic) {
      cell.stored = cell.read = 0;
      cell.unknown = false;
    }
    if (one_value) return;  // something to begin with
    cell.stored |= bit;
    cell.by[name] = by, cell.when[name] = ++now_;
    if (op == format::Op::kAtomic) cell.read = bit;
  }

  void read(NamedCell& cell, std::uint8_t bit, std::uint32_t at) {
    if (cell.unknown || (cell.read & bit) != 0) return;
    cell.read |= bit;
    const auto both = static_cast<std::uint8_t>(cell.stored & cell.read);
    if (std::popcount(both) != 2 || (both & bit) == 0) return;
    const auto one = static_cast<std::size_t>(std::countr_zero(both));
    const auto other = static_cast<std::size_t>(std::bit_width(both) - 1);
    const bool swaps = cell.when[other] < cell.when[one];
    const Access &first = cell.by[swaps ? other : one], &second = cell.by[swaps ? one : other];
    findings_.add({.fault = Fault::kOverlap,
                   .site = second.site,
                   .other_site = first.site,
                   .tensor = r_.sites[second.site].tensor},
                  use_.blocks, [&] { return finding_at(r_, second, first, at * bytes_); });
  }

  const Recording& r_;
  const std::vector<std::uint16_t> names_;
  Findings& findings_;
  Budget& budget_;
  std::uint32_t bytes_, cells_;
  PatternUse use_;
  std::vector<NamedCell> state_;
  std::uint64_t now_ = 0;
};

}  // namespace

void check_overlaps(const Recording& recording, Findings& findings, Budget& budget) {
  if (!recorded_part(recording).all_warps) return;
  std::map<std::uint32_t, std::vector<std::uint16_t>> begin;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t)
    if (recording.tensors[t].space == format::Space::kShared && recording.tensors[t].layout.extent() != 0)
      begin[recording.tensors[t].offset].push_back(t);
  const std::vector<PatternUse> uses = uses_of_patterns(recording);
  for (const auto& [offset, names] : begin) {
    if (names.size() < 2 || names.size() > kMostNames) continue;
    OverlapCheck check(recording, names, findings, budget);
    for (std::uint32_t p = 0; p < uses.size(); ++p)
      if (uses[p].blocks != 0) check.run(recording.patterns[p], uses[p]);
  }
}

}  // namespace gemmscope::analysis
