// SPDX-License-Identifier: MIT
#include "tracing/analysis/access_order.h"

#include <algorithm>

#include "tracing/analysis/source_braces.h"

namespace gemmscope::analysis {

RaceKind AccessOrder::of(const OrderedAccess& store, const OrderedAccess& access, bool before) const {
  const Fault by_place = access.store ? Fault::kWriteAfterWrite
                         : before     ? Fault::kReadAfterWrite
                                      : Fault::kWriteAfterRead;
  const std::uint32_t one = store.step, other = access.step;
  if (one == kNoStatement || other == kNoStatement) return {by_place, Sequence::kNotKnown};
  const ptx::KernelGraph& graph = steps_->graph();
  const auto sequence = [](ptx::Way way) {
    return way == ptx::Way::kOnward   ? Sequence::kOnward
           : way == ptx::Way::kAround ? Sequence::kNextPass
                                      : Sequence::kNone;
  };
  if (is_plain_change_among_atomics(store, access)) return {Fault::kLostUpdate, Sequence::kNone};
  if (access.store)
    return {by_place, one == other ? Sequence::kNone : in_source(one, other, sequence(graph.way(one, other)))};
  if (are_of_one_pass(store, access) && steps_->loses(other, one) && !steps_->is_in_later_copy(one, other) &&
      !steps_->is_in_later_copy(other, one))
    return {Fault::kLostUpdate, Sequence::kNone};
  using ptx::Way;
  const Way there = graph.way(one, other), back = graph.way(other, one);
  if (there == back && there != Way::kOnward) return of_lines(one, other);
  const bool reads_after = back == Way::kNone || (there != Way::kNone && before);
  const Fault fault = reads_after ? Fault::kReadAfterWrite : Fault::kWriteAfterRead;
  const Sequence onward =
      in_source(reads_after ? one : other, reads_after ? other : one, sequence(reads_after ? there : back));
  return {fault, onward == Sequence::kOnward && are_of_two_passes(store, access) ? Sequence::kNextPass : onward};
}

/// An unrolled loop leads onward to its next pass.
Sequence AccessOrder::in_source(std::uint32_t first, std::uint32_t second, Sequence sequence) const {
  if (sequence != Sequence::kOnward) return sequence;
  const auto [one, other, file] = steps_->lines_in_one_function(first, second);
  const bool back = one > other || (one == other && first != second && steps_->is_store(first)) ||
                    steps_->is_in_later_copy(first, second);
  return back && are_in_a_loop(r_.source_of(file).text, one, other) ? Sequence::kNextPass : sequence;
}

/// Where neither of the two leads to the other, or each does in a later pass of a loop. nvcc may load in one branch
/// what another branch has just stored, because that other branch need not load it: then the source says what comes
/// first, unless the source also has the two in two branches. In all other cases neither does. A thread may also get
/// from one to the other past a barrier that the other warp has not come to.
RaceKind AccessOrder::of_lines(std::uint32_t store, std::uint32_t load) const {
  if (steps_->leads_past_barriers(store, load)) return {Fault::kReadAfterWrite, Sequence::kOnward};
  if (steps_->leads_past_barriers(load, store)) return {Fault::kWriteAfterRead, Sequence::kOnward};
  const auto [one, other, file] = steps_->lines_in_one_function(store, load);
  const bool store_first = one < other;
  if (one == other || !steps_->is_read_later(store, load) ||
      are_in_two_branches(r_.source_of(file).text, std::min(one, other), std::max(one, other)))
    return {Fault::kReadAndWrite, Sequence::kNone};
  return {store_first ? Fault::kReadAfterWrite : Fault::kWriteAfterRead, Sequence::kOnward};
}

/// Whether one thread loads, changes and stores an element where others change it by atomic operations, in two
/// branches: no order of the two would help.
bool AccessOrder::is_plain_change_among_atomics(const OrderedAccess& store, const OrderedAccess& access) const {
  if (store.atomic == access.atomic) return false;
  const std::uint32_t one = store.step, other = access.step, plain = store.atomic ? other : one;
  if (!steps_->is_change(plain) && steps_->site_of_change(plain) == 0xffff) return false;
  const ptx::KernelGraph& graph = steps_->graph();
  return graph.way(one, other) != ptx::Way::kOnward && graph.way(other, one) != ptx::Way::kOnward;
}

/// One pass of all loops that both are in.
bool AccessOrder::are_of_one_pass(const OrderedAccess& one, const OrderedAccess& other) const {
  const auto &a = steps_->when(one.when), &b = steps_->when(other.when);
  return !a.empty() && a.size() == b.size() && std::equal(a.begin(), a.end() - 1, b.begin());
}

/// Two passes of the innermost loop that both are in, as where a pass stores to one half of a buffer what the pass
/// before has loaded from.
bool AccessOrder::are_of_two_passes(const OrderedAccess& one, const OrderedAccess& other) const {
  const ptx::KernelGraph& graph = steps_->graph();
  if (graph.loops_of(graph.block_of(one.step)) != graph.loops_of(graph.block_of(other.step))) return false;
  const auto &a = steps_->when(one.when), &b = steps_->when(other.when);
  return a.size() > 1 && a.size() == b.size() && !are_of_one_pass(one, other);
}

}  // namespace gemmscope::analysis
