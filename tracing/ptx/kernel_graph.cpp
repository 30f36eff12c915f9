// SPDX-License-Identifier: MIT
#include "tracing/ptx/kernel_graph.h"

#include <algorithm>

#include "tracing/ptx/calls.h"

namespace gemmscope::ptx {
namespace {

constexpr std::size_t kMostSteps = std::size_t{1} << 17, kMostLoopBits = std::size_t{1} << 27, kMostFrames = 4096,
                      kMostDepth = 64, kMostRegistersOfGraph = std::size_t{1} << 22;

}  // namespace

bool is_block_barrier(const Function& function, const Statement& statement) {
  if (statement.base != "bar" && statement.base != "barrier") return false;
  for (const std::string_view word : {"arrive", "warp", "cluster"})
    if (function.has(statement, word)) return false;
  const auto operands = function.operands_of(statement);
  if (function.has(statement, "red"))  // result, number, predicate
    return operands.size() == 3 && operands[1].kind == OperandKind::kInteger && operands[1].value == 0;
  return operands.size() == 1 && operands[0].kind == OperandKind::kInteger && operands[0].value == 0;
}

class KernelGraph::Builder {
 public:
  explicit Builder(const Module& module) : module_(module) { g_.module_ = &module; }

  std::optional<KernelGraph> run(const Function& kernel) {
    add_frame(kernel, kNoIndex, 0);
    if (!fits_) return std::nullopt;
    g_.blocks_ = basic_blocks(jumps_);
    g_.block_of_.resize(g_.steps_.size());
    for (std::uint32_t b = 0; b < g_.blocks_.size(); ++b)
      for (std::uint32_t i = g_.blocks_[b].begin; i < g_.blocks_[b].end; ++i) g_.block_of_[i] = b;
    g_.meetings_ = meeting_blocks(g_.blocks_);
    g_.loops_of_.resize(g_.blocks_.size());
    put_in_order();
    find_loops();
    if (!fits_) return std::nullopt;
    put_in_order();  // now that loops are known
    return std::move(g_);
  }

 private:
  /// The function's steps, one after the other, and behind each call those of the called function.
  void add_frame(const Function& function, std::uint32_t caller, std::uint32_t call) {
    const auto frame = static_cast<std::uint32_t>(g_.frames_.size());
    g_.frames_.push_back({&function, caller, call, g_.registers_});
    fits_ = g_.frames_.size() <= kMostFrames && stack_.size() < kMostDepth &&
            g_.registers_ + function.registers.size() <= kMostRegistersOfGraph;
    if (!fits_) return;
    g_.registers_ += static_cast<std::uint32_t>(function.registers.size());
    std::vector<std::uint32_t> begins, leads;  // steps of statements; those that lead to some
    stack_.push_back(&function);
    for (std::uint32_t s = 0; s < function.code.size() && fits_; ++s) {
      const Statement& statement = function.code[s];
      const auto step = static_cast<std::uint32_t>(jumps_.size());
      fits_ = step < kMostSteps;
      begins.push_back(step);
      g_.steps_.push_back({s, frame});
      g_.is_barrier_.push_back(is_block_barrier(function, statement));
      Jump& jump = jumps_.emplace_back();
      const bool always = statement.predicate == kNoIndex;
      if (g_.is_barrier_.back()) jump.targets = {step + 1};  // so that its block ends
      if (statement.base == "bra" || statement.base == "brx") jump.goes_on = !always, leads.push_back(step);
      if (statement.base == "exit" || statement.base == "trap") jump.leaves = true, jump.goes_on = !always;
      if (statement.base == "ret") {
        jump.goes_on = !always;
        if (caller == kNoIndex)
          jump.leaves = true;
        else
          returns_.push_back(step);
      }
      if (statement.base == "call") add_calls(function, statement, frame, step);
    }
    stack_.pop_back();
    begins.push_back(static_cast<std::uint32_t>(jumps_.size()));
    for (const std::uint32_t step : leads)
      for (const Operand& operand : function.operands_of(function.code[g_.steps_[step].statement])) {
        if (operand.kind == OperandKind::kLabel) jumps_[step].targets.push_back(begins[operand.index]);
        if (operand.kind == OperandKind::kTable)
          for (const std::uint32_t to : function.tables[operand.index].statements)
            jumps_[step].targets.push_back(begins[to]);
      }
  }

  void add_calls(const Function& function, const Statement& statement, std::uint32_t frame, std::uint32_t step) {
    std::vector<std::uint32_t> returns;
    returns.swap(returns_);
    std::vector<std::uint32_t> begins;
    for (const std::uint32_t f : callees_of(module_, function, statement).functions) {
      const Function& callee = module_.functions[f];
      if (!callee.is_defined) continue;
      if (std::ranges::find(stack_, &callee) != stack_.end()) return void(fits_ = false);
      begins.push_back(static_cast<std::uint32_t>(jumps_.size()));
      add_frame(callee, frame, step);
      if (!fits_) return;
      if (jumps_.back().goes_on)  // it may end without ret
        jumps_.back().goes_on = false, returns_.push_back(static_cast<std::uint32_t>(jumps_.size()) - 1);
    }
    const auto end = static_cast<std::uint32_t>(jumps_.size());
    if (!begins.empty()) jumps_[step].targets = begins, jumps_[step].goes_on = false;
    if (statement.predicate != kNoIndex && !begins.empty()) jumps_[step].targets.push_back(end);
    for (const std::uint32_t back : returns_) jumps_[back].targets.push_back(end);
    returns_.swap(returns);
  }

  bool leaves_loop(std::uint32_t from, std::uint32_t to) const {
    return std::ranges::any_of(g_.loops_of_[from], [&](std::uint32_t loop) { return !g_.loops_[loop].has[to]; });
  }
  /// Blocks come after all blocks that lead to them; ways out of a loop are walked last, so that its blocks stay
  /// together.
  void put_in_order() {
    struct Visit {
      std::uint32_t block;
      std::vector<std::uint32_t> left;
    };
    const auto visit = [&](std::uint32_t block) {
      Visit v{block, g_.blocks_[block].successors};
      std::ranges::stable_sort(v.left, {}, [&](std::uint32_t to) { return leaves_loop(block, to) ? 1 : 0; });
      return v;  // from the end
    };
    std::vector<bool> seen(g_.blocks_.size());
    std::vector<std::uint32_t> done;
    std::vector<Visit> stack;
    if (!g_.blocks_.empty()) stack.push_back(visit(0)), seen[0] = true;
    while (!stack.empty()) {
      if (stack.back().left.empty()) {
        done.push_back(stack.back().block), stack.pop_back();
        continue;
      }
      const std::uint32_t next = stack.back().left.back();
      stack.back().left.pop_back();
      if (!seen[next]) seen[next] = true, stack.push_back(visit(next));
    }
    g_.order_.assign(g_.blocks_.size(), kNoIndex), g_.place_.assign(g_.steps_.size(), kNoIndex);
    std::ranges::reverse(done);
    std::uint32_t place = 0;
    for (std::uint32_t i = 0; i < done.size(); ++i) {
      g_.order_[done[i]] = i;
      for (std::uint32_t s = g_.blocks_[done[i]].begin; s < g_.blocks_[done[i]].end; ++s) g_.place_[s] = place++;
    }
  }

  void find_loops() {
    std::vector<std::vector<std::uint32_t>> before(g_.blocks_.size());
    std::map<std::uint32_t, std::vector<std::uint32_t>> ends;  // by header
    for (std::uint32_t b = 0; b < g_.blocks_.size(); ++b) {
      if (g_.order_[b] == kNoIndex) continue;
      for (const std::uint32_t next : g_.blocks_[b].successors) {
        before[next].push_back(b);
        if (g_.order_[next] <= g_.order_[b]) ends[next].push_back(b);
      }
    }
    fits_ = fits_ && ends.size() * g_.blocks_.size() <= kMostLoopBits;
    if (!fits_) return;
    for (auto& [header, due] : ends) {
      Loop loop{header, std::vector<bool>(g_.blocks_.size()), 1};
      loop.has[header] = true;
      while (!due.empty()) {
        const std::uint32_t block = due.back();
        due.pop_back();
        if (loop.has[block] || g_.order_[block] < g_.order_[header]) continue;
        loop.has[block] = true, ++loop.size;
        due.insert(due.end(), before[block].begin(), before[block].end());
      }
      g_.loops_.push_back(std::move(loop));
    }
    std::ranges::stable_sort(g_.loops_, std::greater<>(), &Loop::size);
    for (std::uint32_t l = 0; l < g_.loops_.size(); ++l)
      for (std::uint32_t b = 0; b < g_.blocks_.size(); ++b)
        if (g_.loops_[l].has[b]) g_.loops_of_[b].push_back(l);
  }

  const Module& module_;
  KernelGraph g_;
  std::vector<Jump> jumps_;
  std::vector<const Function*> stack_;
  std::vector<std::uint32_t> returns_;  ///< steps that lead behind the call that is being added
  bool fits_ = true;
};

std::optional<KernelGraph> KernelGraph::of(const Module& module, const Function& kernel) {
  return Builder(module).run(kernel);
}

bool KernelGraph::gets_to(std::uint32_t from, std::uint32_t to, bool around, std::uint32_t without) const {
  const std::uint32_t begin = block_of_[from], end = block_of_[to];
  const auto blocked_in = [&](std::uint32_t block, std::uint32_t first, std::uint32_t last) {  // `without` is passed
    return without != kNoIndex && block_of_[without] == block && first < without && without <= last;
  };
  if (begin == end && from < to) return !blocked_in(begin, from, to);
  const auto is_shut = [&](std::uint32_t block) { return is_barrier_[blocks_[block].end - 1]; };
  if (is_shut(begin) || blocked_in(begin, from, blocks_[begin].end)) return false;
  std::vector<bool> seen(blocks_.size());
  std::vector<std::uint32_t> due{begin};
  while (!due.empty()) {
    const std::uint32_t block = due.back();
    due.pop_back();
    for (const std::uint32_t next : blocks_[block].successors) {
      if (seen[next]) continue;
      if (!around && order_[next] <= order_[block]) {
        const auto has_both = [&](std::uint32_t l) { return loops_[l].header == next && has(l, begin) && has(l, end); };
        if (std::ranges::any_of(loops_of_[next], has_both)) continue;
      }
      seen[next] = true;
      const bool blocked = without != kNoIndex && block_of_[without] == next;
      if (next == end && (!blocked || without > to)) return true;
      if (!blocked && !is_shut(next)) due.push_back(next);
    }
  }
  return false;
}

const SharedBases& KernelGraph::shared_bases(std::uint32_t step) const {
  const auto [known, is_new] = bases_.try_emplace(&function(step));
  if (is_new) known->second = shared_bases_of(*module_, function(step));
  return known->second[steps_[step].statement];
}

const std::vector<bool>& KernelGraph::blocks_behind(std::uint32_t barrier) const {
  const auto [known, is_new] = behind_.try_emplace(barrier);
  if (!is_new) return known->second;
  std::vector<bool>& behind = known->second;
  behind.resize(blocks_.size());
  std::vector<std::uint32_t> due;
  const auto add = [&](std::uint32_t block) {
    if (!behind[block]) behind[block] = true, due.push_back(block);
  };
  if (barrier == kNoIndex)
    add(0);
  else
    for (const std::uint32_t next : blocks_[block_of_[barrier]].successors) add(next);
  while (!due.empty()) {
    const std::uint32_t block = due.back();
    due.pop_back();
    if (!is_barrier_[blocks_[block].end - 1])
      for (const std::uint32_t next : blocks_[block].successors) add(next);
  }
  return behind;
}

Way KernelGraph::way(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t begin = block_of_[from], end = block_of_[to];
  if (begin == end && from < to) return Way::kOnward;
  const auto [known, is_new] = known_.try_emplace({begin, end}, Way::kNone);
  if (is_new)
    known->second = gets_to(blocks_[begin].end - 1, blocks_[end].begin, false, kNoIndex)  ? Way::kOnward
                    : gets_to(blocks_[begin].end - 1, blocks_[end].begin, true, kNoIndex) ? Way::kAround
                                                                                          : Way::kNone;
  return known->second;
}

bool KernelGraph::parts(std::uint32_t at, std::uint32_t from, std::uint32_t to) const {
  return !gets_to(from, to, way(from, to) == Way::kAround, at);
}

}  // namespace gemmscope::ptx
