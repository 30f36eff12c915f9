// SPDX-License-Identifier: MIT
#include "tracing/analysis/signal_sites.h"

#include <algorithm>

namespace gemmscope::analysis {

using format::Atomic;
using format::Op;

SignalSites::SignalSites(const format::Recording& r, std::shared_ptr<const ProgramSteps> steps)
    : r_(r),
      steps_(std::move(steps)),
      looks_(r.sites.size()),
      waits_(r.sites.size()),
      locks_(r.sites.size()),
      decides_(r.sites.size(), true),
      tensors_(r.tensors.size()),
      derived_(r.sites.size()),
      loops_(r.sites.size()) {
  std::vector<bool> stored(r.tensors.size());
  for (const format::Site& site : r.sites) stored[site.tensor] = stored[site.tensor] || site.op != Op::kLoad;
  for (std::uint16_t s = 0; s < r.sites.size(); ++s) {
    const format::Site& site = r.sites[s];
    const bool seen = !site.unseen && site.atomic != Atomic::kCount;
    if (site.op == Op::kStore || !stored[site.tensor] || (site.op == Op::kAtomic && !seen)) continue;
    find_waits(s);
    waits_[s] = std::ranges::any_of(loops_[s], &Loop::only_looks);
    decides_[s] = may_decide(s), locks_[s] = may_lock(s);
    looks_[s] = site.op == Op::kAtomic || site.atomic == Atomic::kStrong || waits_[s];
    tensors_[site.tensor] = tensors_[site.tensor] || looks_[s];
    any_ = any_ || looks_[s];
  }
}

bool SignalSites::gives(std::uint16_t site) const {
  return r_.sites[site].op != Op::kLoad && tensors_[r_.sites[site].tensor];
}

namespace {

/// From the loop's beginning to a branch that leads back there, if other branches do so, too; empty: none does.
std::vector<bool> part_behind(const ptx::KernelGraph& graph, std::uint32_t loop, std::uint32_t branch) {
  const std::uint32_t header = graph.header(loop), blocks = static_cast<std::uint32_t>(graph.blocks().size());
  const auto leads_to = [&](std::uint32_t from, std::uint32_t to) {
    return std::ranges::find(graph.blocks()[from].successors, to) != graph.blocks()[from].successors.end();
  };
  if (!leads_to(branch, header)) return {};
  std::vector<std::vector<std::uint32_t>> before(blocks);
  int back = 0;
  for (std::uint32_t b = 0; b < blocks; ++b) {
    if (!graph.has(loop, b)) continue;
    back += leads_to(b, header);
    for (const std::uint32_t next : graph.blocks()[b].successors) before[next].push_back(b);
  }
  if (back < 2) return {};
  std::vector<bool> part(blocks);
  std::vector<std::uint32_t> due{branch};
  part[header] = true;
  while (!due.empty()) {
    const std::uint32_t block = due.back();
    due.pop_back();
    if (part[block]) continue;
    part[block] = true;
    due.insert(due.end(), before[block].begin(), before[block].end());
  }
  return part;
}

}  // namespace

/// Those that have the branch, and a way out of them behind it.
std::vector<SignalSites::Loop> SignalSites::loops_that_end_by(std::uint32_t branch) const {
  const ptx::KernelGraph& graph = steps_->graph();
  std::vector<Loop> all;
  const auto add = [&](Loop loop) {
    const auto is_out = [&](std::uint32_t block) { return !loop.has(graph, block); };
    if (std::ranges::any_of(graph.blocks()[branch].successors, is_out)) all.push_back(std::move(loop));
  };
  for (const std::uint32_t loop : graph.loops_of(branch)) {
    if (auto part = part_behind(graph, loop, branch); !part.empty()) add({loop, std::move(part)});
    add({loop});
  }
  return all;
}

/// The loops that have the look and a branch out of the loop that it decides.
void SignalSites::find_waits(std::uint16_t site) {
  if (steps_ == nullptr || steps_->steps_of(site).empty()) return;
  const ptx::KernelGraph& graph = steps_->graph();
  const auto has_any = [&](const Loop& loop, std::uint16_t s) {
    return std::ranges::any_of(steps_->steps_of(s),
                               [&](std::uint32_t step) { return loop.has(graph, graph.block_of(step)); });
  };
  const auto is_strong = [&](std::uint16_t s) {
    return r_.sites[s].op == Op::kAtomic || r_.sites[s].atomic == Atomic::kStrong;
  };
  const auto is_in_loop = [&](std::uint32_t step) { return !graph.loops_of(graph.block_of(step)).empty(); };
  if (!is_strong(site) && std::ranges::none_of(steps_->steps_of(site), is_in_loop)) return;
  auto derived = std::make_unique<ptx::Derived>(graph, steps_->steps_of(site), true);
  std::vector<Loop>& loops = loops_[site];
  for (const std::uint32_t branch : derived->branches())
    for (Loop& loop : loops_that_end_by(branch)) {
      const auto is_same = [&](const Loop& other) { return other.number == loop.number && other.part == loop.part; };
      if (!has_any(loop, site) || std::ranges::any_of(loops, is_same)) continue;
      loop.only_looks = true;
      for (std::uint16_t s = 0; s < r_.sites.size(); ++s)
        loop.only_looks = loop.only_looks && (s == site || is_strong(s) || !has_any(loop, s));
      if (loop.only_looks || is_strong(site)) loops.push_back(std::move(loop));
    }
  if (is_strong(site) || !loops.empty()) derived_[site] = std::move(derived);
}

bool SignalSites::may_decide(std::uint16_t site) const {
  if (steps_ == nullptr || steps_->steps_of(site).empty() || derived_[site] == nullptr) return true;
  const ptx::KernelGraph& graph = steps_->graph();
  for (std::uint32_t step = 0; step < graph.steps().size(); ++step)
    if (graph.statement(step).base == "setp" && derived_[site]->reads(step)) return true;
  return !derived_[site]->branches().empty();
}

bool SignalSites::may_lock(std::uint16_t site) const {
  if (steps_ == nullptr || r_.sites[site].op != Op::kAtomic) return false;
  const ptx::KernelGraph& graph = steps_->graph();
  return std::ranges::any_of(steps_->steps_of(site), [&](std::uint32_t step) {
    const auto has = [&](std::string_view word) { return graph.function(step).has(graph.statement(step), word); };
    return has("cas") || has("exch");
  });
}

bool SignalSites::chooses(std::uint16_t site) const {
  const auto [known, is_new] = chooses_.try_emplace(site, false);
  for (std::uint16_t s = 0; is_new && s < r_.sites.size(); ++s)
    known->second = known->second || (s != site && r_.sites[s].op == Op::kLoad && meaning(site, s) == Meaning::kChoice);
  return known->second;
}

Meaning SignalSites::meaning(std::uint16_t look, std::uint16_t site) const {
  if (steps_ == nullptr || steps_->steps_of(look).empty() || steps_->steps_of(site).empty()) return Meaning::kNotKnown;
  if (derived_[look] == nullptr) return Meaning::kNone;
  const auto [known, is_new] = known_.try_emplace({look, site}, Meaning::kNone);
  if (!is_new) return known->second;
  const ptx::KernelGraph& graph = steps_->graph();
  Meaning& meaning = known->second;
  for (const std::uint32_t step : steps_->steps_of(site)) {
    for (const Loop& loop : loops_[look])
      if (!loop.has(graph, graph.block_of(step)))
        meaning = std::max(meaning, loop.only_looks ? Meaning::kWait : Meaning::kCondition);
    if (derived_[look]->decides(step)) meaning = std::max(meaning, Meaning::kCondition);
    if (derived_[look]->is_address_of(step)) meaning = std::max(meaning, Meaning::kPlace);
    if (r_.sites[site].op == Op::kLoad && r_.sites[site].tensor != r_.sites[look].tensor && meaning == Meaning::kNone &&
        derived_[look]->meets(ptx::Derived(graph, std::span(&step, 1), false)))
      meaning = Meaning::kChoice;
  }
  return meaning;
}

}  // namespace gemmscope::analysis
