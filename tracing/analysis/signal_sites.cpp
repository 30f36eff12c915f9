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
    decides_[s] = may_decide(s);
    looks_[s] = site.op == Op::kAtomic || site.atomic == Atomic::kStrong || waits_[s];
    tensors_[site.tensor] = tensors_[site.tensor] || looks_[s];
    any_ = any_ || looks_[s];
  }
}

bool SignalSites::gives(std::uint16_t site) const {
  return r_.sites[site].op != Op::kLoad && tensors_[r_.sites[site].tensor];
}

/// The loops that have the look and a branch out of the loop that it decides.
void SignalSites::find_waits(std::uint16_t site) {
  if (steps_ == nullptr || steps_->steps_of(site).empty()) return;
  const ptx::KernelGraph& graph = steps_->graph();
  const auto has_any = [&](std::uint32_t loop, std::uint16_t s) {
    return std::ranges::any_of(steps_->steps_of(s),
                               [&](std::uint32_t step) { return graph.has(loop, graph.block_of(step)); });
  };
  const auto is_strong = [&](std::uint16_t s) {
    return r_.sites[s].op == Op::kAtomic || r_.sites[s].atomic == Atomic::kStrong;
  };
  const auto is_in_loop = [&](std::uint32_t step) { return !graph.loops_of(graph.block_of(step)).empty(); };
  if (!is_strong(site) && std::ranges::none_of(steps_->steps_of(site), is_in_loop)) return;
  auto derived = std::make_unique<ptx::Derived>(graph, steps_->steps_of(site), true);
  for (const std::uint32_t branch : derived->branches())
    for (const std::uint32_t loop : graph.loops_of(branch)) {
      const auto& to = graph.blocks()[branch].successors;
      const bool leaves = std::ranges::any_of(to, [&](std::uint32_t b) { return !graph.has(loop, b); });
      if (!leaves || !has_any(loop, site) || std::ranges::find(loops_[site], loop, &Loop::number) != loops_[site].end())
        continue;
      bool only_looks = true;
      for (std::uint16_t s = 0; s < r_.sites.size(); ++s)
        only_looks = only_looks && (s == site || is_strong(s) || !has_any(loop, s));
      if (only_looks || is_strong(site)) loops_[site].push_back({loop, only_looks});
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

Meaning SignalSites::meaning(std::uint16_t look, std::uint16_t site) const {
  if (steps_ == nullptr || steps_->steps_of(look).empty() || steps_->steps_of(site).empty()) return Meaning::kNotKnown;
  if (derived_[look] == nullptr) return Meaning::kNone;
  const auto [known, is_new] = known_.try_emplace({look, site}, Meaning::kNone);
  if (!is_new) return known->second;
  const ptx::KernelGraph& graph = steps_->graph();
  Meaning& meaning = known->second;
  for (const std::uint32_t step : steps_->steps_of(site)) {
    for (const Loop& loop : loops_[look])
      if (!graph.has(loop.number, graph.block_of(step)))
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
