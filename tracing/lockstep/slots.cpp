// SPDX-License-Identifier: MIT
#include "tracing/lockstep/slots.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace gemmscope::lockstep {
namespace {

/// From the first to the last instruction of the text between which a register is in use; empty: nowhere.
struct Range {
  std::uint32_t first = kNowhere, last = 0;
  void take(std::uint32_t from, std::uint32_t to) { first = std::min(first, from), last = std::max(last, to); }
};

/// A block that needs what a register held before it.
struct NeededBefore {
  std::uint32_t register_, block;
};

/// Visits to blocks that working out the ranges may take; beyond it every register is in use everywhere. No kernel that
/// a compiler wrote comes near it.
constexpr std::uint64_t kMostVisits = 100'000'000;

class Ranges {
 public:
  Ranges(std::span<const Touched> instructions, std::span<const BasicBlock> blocks, std::size_t registers)
      : instructions_(instructions),
        blocks_(blocks),
        predecessors_(blocks.size()),
        ranges_(registers),
        written_in_(registers),
        last_visit_(blocks.size(), kNowhere) {
    for (std::uint32_t b = 0; b < blocks.size(); ++b)
      for (const std::uint32_t next : blocks[b].successors) predecessors_[next].push_back(b);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) within(b);
    std::ranges::stable_sort(needed_, {}, &NeededBefore::register_);  // last_visit_ knows one register
    for (const NeededBefore& needed : needed_) before(needed);
  }
  std::vector<Range> take() && { return std::move(ranges_); }

 private:
  void within(std::uint32_t b) {
    const auto is_written = [&](std::uint32_t r) { return !written_in_[r].empty() && written_in_[r].back() == b; };
    for (std::uint32_t i = blocks_[b].begin; i < blocks_[b].end; ++i) {
      for (const std::uint32_t r : instructions_[i].read) {
        ranges_[r].take(i, i);
        if (!is_written(r)) needed_.push_back({r, b});
      }
      for (const std::uint32_t r : instructions_[i].written) {
        ranges_[r].take(i, i);
        if (instructions_[i].some_lanes && !is_written(r))
          needed_.push_back({r, b});
        else if (!is_written(r))
          written_in_[r].push_back(b);
      }
    }
  }

  /// All blocks from which what the register holds can come to `needed.block`.
  void before(const NeededBefore& needed) {
    Range& range = ranges_[needed.register_];
    const auto writes = [&](std::uint32_t b) { return std::ranges::binary_search(written_in_[needed.register_], b); };
    std::vector<std::uint32_t> due{needed.block};
    range.take(blocks_[needed.block].begin, blocks_[needed.block].begin);
    while (!due.empty()) {
      const std::uint32_t b = due.back();
      due.pop_back();
      for (const std::uint32_t p : predecessors_[b]) {
        if (++visits_ > kMostVisits) return range.take(0, static_cast<std::uint32_t>(instructions_.size() - 1));
        range.take(blocks_[p].end - 1, blocks_[p].end - 1);
        if (visited(p, needed.register_) || writes(p)) continue;
        range.take(blocks_[p].begin, blocks_[p].begin);
        due.push_back(p);
      }
    }
  }
  bool visited(std::uint32_t block, std::uint32_t register_) {
    return std::exchange(last_visit_[block], register_) == register_;
  }

  std::span<const Touched> instructions_;
  std::span<const BasicBlock> blocks_;
  std::vector<std::vector<std::uint32_t>> predecessors_;
  std::vector<Range> ranges_;
  std::vector<std::vector<std::uint32_t>> written_in_;  ///< by register: blocks in which all lanes write it, ascending
  std::vector<NeededBefore> needed_;
  std::vector<std::uint32_t> last_visit_;  ///< by block: for which register
  std::uint64_t visits_ = 0;
};

}  // namespace

// Linear scan: Poletto, Sarkar, "Linear Scan Register Allocation", 1999; with as many slots as it takes.
SlotPlan plan_slots(std::span<const Touched> instructions, std::span<const BasicBlock> blocks,
                    std::span<const Holds> registers) {
  const std::vector<Range> ranges = Ranges(instructions, blocks, registers.size()).take();
  std::vector<std::uint32_t> by_begin;
  for (std::uint32_t r = 0; r < ranges.size(); ++r)
    if (ranges[r].first != kNowhere) by_begin.push_back(r);
  std::ranges::stable_sort(by_begin, {}, [&](std::uint32_t r) { return ranges[r].first; });

  SlotPlan plan{std::vector<Slot>(registers.size(), kNoSlot), 0};
  struct InUse {
    std::uint32_t last;
    Slot slot;
  };
  std::array<std::vector<InUse>, 5> in_use;  // by what they hold
  for (const std::uint32_t r : by_begin) {
    std::vector<InUse>& alike = in_use[static_cast<std::size_t>(registers[r])];
    if (!alike.empty() && alike.front().last < ranges[r].first) {
      std::ranges::pop_heap(alike, std::greater{}, &InUse::last);  // its top is the first to end
      plan.of[r] = alike.back().slot;
      alike.pop_back();
    } else {
      plan.of[r] = plan.bytes;
      plan.bytes += slot_bytes(registers[r]);
    }
    alike.push_back({ranges[r].last, plan.of[r]});
    std::ranges::push_heap(alike, std::greater{}, &InUse::last);
  }
  return plan;
}

}  // namespace gemmscope::lockstep
