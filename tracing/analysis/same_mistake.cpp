// SPDX-License-Identifier: MIT
#include "tracing/analysis/same_mistake.h"

#include <algorithm>
#include <bit>
#include <set>

#include "tracing/analysis/check_requests.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

bool is_race_of_two(const Finding& f) { return is_race(f.fault) && f.at && f.other; }
bool is_change(const Finding& f) {
  return f.fault == Fault::kLostUpdate && f.remedy == Remedy::kUsual && f.at && f.other;
}

/// Whether both accesses of `race` are at sites of the others.
bool are_among(const Finding& race, std::span<const Finding> others) {
  const auto is_there = [&](std::uint16_t site) {
    return std::ranges::any_of(others, [&](const Finding& f) { return f.at->site == site || f.other->site == site; });
  };
  return is_there(race.at->site) && is_there(race.other->site);
}

/// Whether one barrier in each pass of a loop, which all threads reach, would part the accesses.
bool has_place_in_passes(const Finding& f) {
  return is_race_of_two(f) && f.gap && f.gap->next_pass && f.gap->is_common;
}

}  // namespace

Why SameMistake::why(const Finding& cause, const Finding& effect) const {
  if (!cause.at) return Why::kNone;
  if (cause.fault == Fault::kOutOfBounds) {
    const auto meets = [&](const Finding& f) {
      return is_race_of_two(f) && r_.sites[f.at->site].tensor != r_.sites[f.other->site].tensor &&
             (f.at->site == cause.at->site || f.other->site == cause.at->site);
    };
    if (effect.fault == Fault::kOutOfBounds) return is_same_index(cause, effect) ? Why::kIndex : Why::kNone;
    return std::ranges::all_of(parts_of(effect), meets) ? Why::kBytes : Why::kNone;
  }
  if (cause.fault == Fault::kReadAfterWrite && effect.fault == Fault::kUnwrittenRead && effect.at)
    for (const Finding& race : parts_of(cause))
      if (race.other && race.at->site == effect.at->site && is_stored(*effect.at, effect.byte, race.other->site))
        return Why::kEarly;
  if (!is_race_of_two(cause) || !std::ranges::all_of(parts_of(effect), is_race_of_two)) return Why::kNone;
  const bool among =
      std::ranges::all_of(parts_of(effect), [&](const Finding& race) { return are_among(race, parts_of(cause)); });
  if (!among) return Why::kNone;
  if (is_change(cause) && effect.fault != Fault::kLostUpdate) {
    const bool by_barrier = has_place_in_passes(effect) && !effect.gap->in_warps;
    return is_sure(cause) || !by_barrier ? Why::kChange : Why::kNone;
  }
  const auto is_in_warp = [](const Finding& f) { return f.in_warp; };
  if (cause.gap && !cause.gap->is_common && !cause.gap->in_warps && std::ranges::all_of(parts_of(effect), is_in_warp) &&
      effect.gap && effect.gap->next_pass == cause.gap->next_pass)
    return Why::kSameBarrier;
  if (!has_place_in_passes(cause)) return Why::kNone;
  if (is_change(effect)) {
    const bool too_narrow = cause.gap->in_warps && effect.at->warp != effect.other->warp;
    return is_sure(effect) || too_narrow ? Why::kNone : Why::kPasses;
  }
  const bool has_no_place = !effect.gap || !effect.gap->is_common;
  return has_no_place && effect.fault != Fault::kLostUpdate ? Why::kPasses : Why::kNone;
}

/// Whether one line loads and stores what is outside the array, by one index.
bool SameMistake::is_same_index(const Finding& one, const Finding& other) const {
  if (!one.at || !other.at || one.count != other.count || one.byte != other.byte) return false;
  const format::Site &a = r_.sites[one.at->site], &b = r_.sites[other.at->site];
  return a.tensor == b.tensor && a.line == b.line && a.op != b.op && one.at->block == other.at->block &&
         one.at->warp == other.at->warp && one.at->lane == other.at->lane;
}

/// Whether two threads change a value in the same pass of all loops: in one request, in two blocks, or because each
/// thread makes both accesses at one place of the code, once.
bool SameMistake::is_sure(const Finding& change) const {
  if (change.at->block != change.other->block || loads_together(change.at->site)) return true;
  const ptx::KernelGraph& graph = steps_.graph();
  const auto is_made_once = [&](std::uint16_t site) {
    const auto& steps = steps_.steps_of(site);
    return steps.size() == 1 && graph.loops_of(graph.block_of(steps.front())).empty();
  };
  return is_made_once(change.at->site) && is_made_once(change.other->site);
}

/// Whether two lanes load one value in one request.
bool SameMistake::loads_together(std::uint16_t site) const {
  const auto [known, is_new] = loads_together_.try_emplace(site, false);
  for (std::size_t t = 0; is_new && t < r_.templates.size() && !known->second; ++t) {
    const format::Template& coded = r_.templates[t];
    for (std::size_t i = 0; i < coded.rows.size() && budget_.spend(1); ++i) {
      if (coded.rows[i].site != site || !budget_.spend(kLanes)) continue;
      std::set<std::uint32_t> bytes;
      for (std::uint32_t left = coded.rows[i].mask; left != 0; left &= left - 1)
        if (!bytes.insert(coded.lanes(i)[static_cast<std::size_t>(std::countr_zero(left))]).second)
          known->second = true;
    }
  }
  return known->second;
}

/// Whether the block of the load stores to that byte of an array in global memory, by a site.
bool SameMistake::is_stored(const Access& load, std::uint32_t byte, std::uint16_t store) const {
  bool found = false;
  const RequestsOf stores(r_, r_.sites[store].tensor, format::Op::kStore);
  stores.for_each(load.block, budget_, [&](const RequestsOf::Touch& touch) {
    found = found || (touch.by.site == store && byte - touch.byte < touch.width);
  });
  return found;
}

}  // namespace gemmscope::analysis
