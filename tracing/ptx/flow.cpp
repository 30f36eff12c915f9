// SPDX-License-Identifier: MIT
#include "tracing/ptx/flow.h"

#include <algorithm>

namespace gemmscope::ptx {
namespace {

/// The blocks in an order in which each comes after those that it leads to, as far as loops allow, beginning at the
/// blocks that leave; and the data for walking the graph backwards. The last node is the way out.
struct Backwards {
  std::vector<std::vector<std::uint32_t>> predecessors;
  std::vector<std::uint32_t> order;     ///< the way out first
  std::vector<std::uint32_t> place_of;  ///< in `order`; kNowhere: no lane gets out from there

  explicit Backwards(std::span<const BasicBlock> blocks)
      : predecessors(blocks.size() + 1), place_of(blocks.size() + 1, kNowhere) {
    const auto out = static_cast<std::uint32_t>(blocks.size());
    for (std::uint32_t b = 0; b < out; ++b) {
      for (const std::uint32_t next : blocks[b].successors) predecessors[next].push_back(b);
      if (blocks[b].leaves) predecessors[out].push_back(b);
    }
    walk(out);
    std::ranges::reverse(order);
    for (std::uint32_t i = 0; i < order.size(); ++i) place_of[order[i]] = i;
  }

 private:
  /// In depth, on a stack of its own: PTX may have 100,000 blocks in a row.
  void walk(std::uint32_t from) {
    struct Visit {
      std::uint32_t block;
      std::size_t next = 0;
    };
    std::vector<bool> seen(predecessors.size());
    std::vector<Visit> stack{{from}};
    seen[from] = true;
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next == predecessors[top.block].size()) {
        order.push_back(top.block);
        stack.pop_back();
        continue;
      }
      const std::uint32_t before = predecessors[top.block][top.next++];
      if (!seen[before]) seen[before] = true, stack.push_back({before});
    }
  }
};

}  // namespace

std::vector<BasicBlock> basic_blocks(std::span<const Jump> jumps) {
  const auto size = static_cast<std::uint32_t>(jumps.size());
  std::vector<bool> begins(size + 1);
  if (size > 0) begins[0] = true;
  for (std::uint32_t i = 0; i < size; ++i) {
    for (const std::uint32_t target : jumps[i].targets) begins[target] = true;
    if (!jumps[i].targets.empty() || jumps[i].leaves || !jumps[i].goes_on) begins[i + 1] = true;
  }
  std::vector<BasicBlock> blocks;
  std::vector<std::uint32_t> block_at(size + 1, kNowhere);
  for (std::uint32_t i = 0; i < size; ++i) {
    if (begins[i]) blocks.push_back({i, i, {}, false});
    block_at[i] = static_cast<std::uint32_t>(blocks.size() - 1);
    blocks.back().end = i + 1;
  }
  for (BasicBlock& block : blocks) {
    const Jump& last = jumps[block.end - 1];
    block.leaves = last.leaves;
    const auto lead_to = [&](std::uint32_t instruction) {
      if (instruction == size)
        block.leaves = true;
      else
        block.successors.push_back(block_at[instruction]);
    };
    if (last.goes_on) lead_to(block.end);
    for (const std::uint32_t target : last.targets) lead_to(target);
    std::ranges::sort(block.successors);
    // not std::ranges::unique, which clang 14 cannot compile
    block.successors.erase(std::unique(block.successors.begin(), block.successors.end()), block.successors.end());
  }
  return blocks;
}

// Dominators of the graph walked backwards: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm", 2001.
std::vector<std::uint32_t> meeting_blocks(std::span<const BasicBlock> blocks) {
  const Backwards back(blocks);
  const auto out = static_cast<std::uint32_t>(blocks.size());
  std::vector<std::uint32_t> meets(blocks.size() + 1, kNowhere);
  meets[out] = out;
  const auto common = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b)
      if (back.place_of[a] > back.place_of[b])
        a = meets[a];
      else
        b = meets[b];
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : back.order) {
      if (block == out) continue;
      std::uint32_t meet = blocks[block].leaves ? out : kNowhere;
      for (const std::uint32_t next : blocks[block].successors)
        if (meets[next] != kNowhere) meet = meet == kNowhere ? next : common(meet, next);
      if (meet != meets[block]) meets[block] = meet, changed = true;
    }
  }
  meets.pop_back();
  std::ranges::replace(meets, out, kNowhere);
  return meets;
}

}  // namespace gemmscope::ptx
