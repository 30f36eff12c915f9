// SPDX-License-Identifier: MIT
#include "tracing/analysis/raced_load.h"

#include <algorithm>
#include <bit>

namespace gemmscope::analysis {

using format::Recording;

RacedLoad::RacedLoad(const Recording& r, const ProgramSteps& steps, std::uint16_t store, std::uint16_t load, bool late)
    : r_(r),
      steps_(steps),
      store_(store),
      load_(load),
      late_(late),
      from_(steps.graph(), steps.steps_of(load), false) {}

bool RacedLoad::places(std::uint16_t site) const {
  return std::ranges::any_of(steps_.steps_of(site), [&](std::uint32_t step) { return from_.is_address_of(step); });
}

bool RacedLoad::decides(std::uint16_t site) const {
  const auto& steps = steps_.steps_of(site);
  return !steps.empty() && std::ranges::all_of(steps, [&](std::uint32_t step) { return from_.decides(step); });
}

std::optional<RacedLoad::Value> RacedLoad::value_before(const Access& access, Budget& budget) const {
  OfBlock* const of = of_block(access.block, budget);
  if (of == nullptr) return std::nullopt;
  const auto its = of->loads.find(access.thread());
  if (its == of->loads.end()) return std::nullopt;
  const auto after = std::ranges::lower_bound(its->second, access.request, {}, &Made::request);
  if (after == its->second.begin()) return std::nullopt;
  Made& last = *std::prev(after);
  if (!last.is_wrong) last.is_wrong = is_wrong(*of, last, budget);
  if (budget.gave_up()) return std::nullopt;
  return Value{last.byte, *last.is_wrong};
}

RacedLoad::OfBlock* RacedLoad::of_block(std::uint32_t block, Budget& budget) const {
  constexpr std::size_t kMostKeptAccesses = std::size_t{1} << 20;
  const bool shared = r_.tensors[r_.sites[load_].tensor].space == format::Space::kShared;
  if (kept_ > kMostKeptAccesses) known_.clear(), kept_ = 0;
  const auto [known, is_new] = known_.try_emplace(shared ? r_.blocks[block].pattern : block);
  OfBlock& of = known->second;
  if (!is_new) return &of;
  for (const format::Segment& segment : r_.patterns[r_.blocks[block].pattern].segments) {
    const format::Template& coded = r_.templates[segment.template_id];
    if (!budget.spend(coded.rows.size())) return known_.clear(), nullptr;
    for (std::uint32_t row = 0; row < coded.rows.size(); ++row) {
      const format::Row& its = coded.rows[row];
      if (its.site != store_ && its.site != load_) continue;
      const std::uint32_t base = shared ? 0 : segment.base[its.base] + r_.blocks[block].base[its.base];
      for (std::uint32_t left = its.mask; left != 0; left &= left - 1) {
        const auto place = static_cast<std::size_t>(std::countr_zero(left));
        const Made made{segment.warp,
                        segment.interval,
                        segment.first_request + row,
                        base + coded.lanes(row)[place],
                        r_.sites[its.site].width,
                        its.lane_of(place),
                        {}};
        if (its.site == load_) of.loads[made.warp * kLanes + made.lane].push_back(made);
        if (its.site == store_) of.stores[made.interval].push_back(made);
        ++kept_;
      }
    }
  }
  for (auto& [thread, loads] : of.loads) std::ranges::sort(loads, {}, &Made::request);
  return &of;
}

/// Whether the load came too early, or too late, in the run. Warps of a block run one after the other there, up to
/// the next barrier; on a GPU they do not.
bool RacedLoad::is_wrong(const OfBlock& of, const Made& load, Budget& budget) const {
  const auto stores = of.stores.find(load.interval);
  if (stores == of.stores.end() || !budget.spend(stores->second.size())) return false;
  bool before = false, after = false;
  for (const Made& store : stores->second) {
    const bool same_warp = store.warp == load.warp;
    if (!store.overlaps(load) || (same_warp && store.lane == load.lane)) continue;
    if (!same_warp && r_.origin.backend != "cpu") continue;
    const bool is_before = same_warp ? store.request < load.request : store.warp < load.warp;
    (is_before ? before : after) = true;
  }
  return late_ ? before : after && !before;
}

}  // namespace gemmscope::analysis
