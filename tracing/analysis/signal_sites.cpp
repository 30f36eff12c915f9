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

/// The blocks of each loop that the branch is in and leaves. If it leads back to the loop's beginning, also those on
/// the way from there to the branch: nvcc makes one loop of a loop that begins with a loop.
std::vector<std::vector<bool>> SignalSites::loops_that_end_by(std::uint32_t branch) const {
  const ptx::KernelGraph& graph = steps_->graph();
  const auto& to = graph.blocks()[branch].successors;
  std::vector<std::vector<bool>> all;
  const auto add = [&](std::vector<bool> blocks) {
    if (std::ranges::any_of(to, [&](std::uint32_t b) { return !blocks[b]; })) all.push_back(std::move(blocks));
  };
  for (const std::uint32_t loop : graph.loops_of(branch)) {
    std::vector<bool> blocks(graph.blocks().size());
    for (std::uint32_t b = 0; b < blocks.size(); ++b) blocks[b] = graph.has(loop, b);
    const std::uint32_t header = graph.header(loop);
    if (std::ranges::find(to, header) != to.end()) {
      std::vector<bool> inner(blocks.size());
      std::vector<std::uint32_t> due{branch};
      inner[header] = true;
      while (!due.empty()) {
        const std::uint32_t block = due.back();
        due.pop_back();
        if (block == header || inner[block]) continue;
        inner[block] = true;
        for (std::uint32_t b = 0; b < blocks.size(); ++b) {
          const auto& next = graph.blocks()[b].successors;
          if (blocks[b] && std::ranges::find(next, block) != next.end()) due.push_back(b);
        }
      }
      if (inner != blocks) add(std::move(inner));
    }
    add(std::move(blocks));
  }
  return all;
}

/// The loops that have the look and a branch out of the loop that it decides.
void SignalSites::find_waits(std::uint16_t site) {
  if (steps_ == nullptr || steps_->steps_of(site).empty()) return;
  const ptx::KernelGraph& graph = steps_->graph();
  const auto has_any = [&](const std::vector<bool>& blocks, std::uint16_t s) {
    return std::ranges::any_of(steps_->steps_of(s), [&](std::uint32_t step) { return blocks[graph.block_of(step)]; });
  };
  const auto is_strong = [&](std::uint16_t s) {
    return r_.sites[s].op == Op::kAtomic || r_.sites[s].atomic == Atomic::kStrong;
  };
  const auto is_in_loop = [&](std::uint32_t step) { return !graph.loops_of(graph.block_of(step)).empty(); };
  if (!is_strong(site) && std::ranges::none_of(steps_->steps_of(site), is_in_loop)) return;
  auto derived = std::make_unique<ptx::Derived>(graph, steps_->steps_of(site), true);
  for (const std::uint32_t branch : derived->branches())
    for (std::vector<bool>& blocks : loops_that_end_by(branch)) {
      if (!has_any(blocks, site) || std::ranges::find(loops_[site], blocks, &Loop::blocks) != loops_[site].end())
        continue;
      bool only_looks = true;
      for (std::uint16_t s = 0; s < r_.sites.size(); ++s)
        only_looks = only_looks && (s == site || is_strong(s) || !has_any(blocks, s));
      if (only_looks || is_strong(site)) loops_[site].push_back({std::move(blocks), only_looks});
    }
  if (is_strong(site) || !loops_[site].empty()) derived_[site] = std::move(derived);
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
      if (!loop.blocks[graph.block_of(step)])
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
