// SPDX-License-Identifier: MIT
#include "tracing/analysis/signal_graph.h"

#include <algorithm>
#include <bit>

#include "tracing/analysis/warp_access.h"

namespace gemmscope::analysis {
namespace {

std::uint64_t thread_of(const Spot& s) { return (std::uint64_t{s.block} << 32) + s.warp * kLanes + s.lane; }

}  // namespace

void SignalGraph::for_words(std::uint32_t block, const format::Segment& segment, std::size_t row,
                            const auto& act) const {
  const format::Template& coded = r_.templates[segment.template_id];
  const format::Row& its = coded.rows[row];
  const bool shared = its.base == format::kSharedBase;
  const std::uint32_t base = shared ? 0 : segment.base[its.base] + r_.blocks[block].base[its.base];
  const Word first = shared ? (std::uint64_t{1} << 63) + (std::uint64_t{block} << 31) : std::uint64_t{its.base} << 40;
  for (std::uint32_t left = its.mask; left != 0; left &= left - 1) {
    const auto place = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint32_t byte = base + coded.lanes(row)[place], width = r_.sites[its.site].width;
    for (std::uint32_t word = byte / 4; word <= (byte + width - 1) / 4; ++word) act(its.lane_of(place), first + word);
  }
}

void SignalGraph::add_looks(std::uint32_t block, const format::Segment& segment) {
  const format::Template& coded = r_.templates[segment.template_id];
  std::uint32_t epoch = 0;
  for (std::uint32_t row = 0; row < coded.rows.size(); ++row) {
    epoch += coded.rows[row].after_syncwarp;
    const std::uint16_t site = coded.rows[row].site;
    if (!sites_.looks(site)) continue;
    for_words(block, segment, row, [&](std::uint8_t lane, Word word) {
      if (++events_ > kMostEvents) return;
      const auto number = static_cast<std::uint32_t>(looks_.size());
      looks_.push_back({{block, segment.warp, segment.interval, row, epoch, site, lane}, word});
      words_[word].looks.push_back(number);
      if (sites_.locks(site)) takes_[thread_of(looks_.back().spot)].push_back(looks_.back());
      looking_.insert(block);
    });
  }
}

void SignalGraph::add_signals(std::uint32_t block, const format::Segment& segment) {
  const format::Template& coded = r_.templates[segment.template_id];
  std::uint32_t epoch = 0;
  for (std::uint32_t row = 0; row < coded.rows.size(); ++row) {
    epoch += coded.rows[row].after_syncwarp;
    const std::uint16_t site = coded.rows[row].site;
    if (!sites_.gives(site)) continue;
    for_words(block, segment, row, [&](std::uint8_t lane, Word word) {
      const auto of = words_.find(word);
      if (of == words_.end() || ++events_ > kMostEvents) return;
      const Spot spot{block, segment.warp, segment.interval, row, epoch, site, lane};
      given_[block].push_back({spot, word});
      changes_[thread_of(spot)].push_back({spot, word});
      giving_.insert({block, spot.interval, spot.warp});
      if (r_.sites[site].op != format::Op::kAtomic)  // a store that sets a counter back takes no ticket
        return void(of->second.stores.insert(site));
      of->second.repeated = ++of->second.givers[thread_of(spot)] > 1 || of->second.repeated;
    });
  }
}

std::optional<std::uint32_t> SignalGraph::first_row(const Spot& in, std::uint16_t site) const {
  const std::uint32_t pattern = r_.blocks[in.block].pattern;
  const auto [known, is_new] = first_rows_.try_emplace({pattern, in.warp, in.interval, site});
  if (!is_new) return known->second;
  for (const format::Segment& s : r_.patterns[pattern].segments) {
    if (s.warp != in.warp || s.interval != in.interval) continue;
    const auto& rows = r_.templates[s.template_id].rows;
    const auto row = std::ranges::find(rows, site, &format::Row::site);
    if (row != rows.end()) known->second = static_cast<std::uint32_t>(row - rows.begin());
  }
  return known->second;
}

/// In a loop, only where the one is before the first pass's store, and the other behind its load.
bool SignalGraph::is_behind(const Spot& spot, const Spot& later, const RacingSites& fixed) const {
  if (fixed.in_warp && spot.warp != later.warp) return false;
  const auto store = first_row(spot, fixed.store), load = first_row(later, fixed.load);
  return store && load && spot.row < *store && later.row > *load;
}

/// By the order of one thread, of its warp's __syncwarps, and of its block's barriers.
bool SignalGraph::is_after(const Spot& spot, const Spot& later, bool itself, const RacingSites* fixed) const {
  if (spot.block != later.block || later.interval < spot.interval) return false;
  if (later.interval > spot.interval) return true;
  if (fixed != nullptr && is_behind(spot, later, *fixed)) return true;
  if (spot.warp != later.warp) return false;
  if (spot.lane != later.lane) return later.epoch > spot.epoch;
  return later.row > spot.row || (itself && later.row == spot.row);
}

Known SignalGraph::known(const Look& look, std::uint16_t site) const {
  switch (sites_.meaning(look.spot.site, site)) {
    case Meaning::kNone: return Known::kNo;
    case Meaning::kWait: return Known::kYes;
    case Meaning::kCondition: {
      // A counter that the last thread sets back counts anew, as that of a barrier of all blocks.
      const Of& of = words_.at(look.word);
      const bool is_set_back = std::ranges::any_of(
          of.stores, [&](std::uint16_t store) { return sites_.meaning(look.spot.site, store) >= Meaning::kCondition; });
      return of.repeated && !is_set_back ? Known::kUndecided : Known::kYes;
    }
    case Meaning::kPlace:
    case Meaning::kChoice:
    case Meaning::kNotKnown: return Known::kUndecided;
  }
  return Known::kNo;
}

const Spot* SignalGraph::decided_by(const Look& look, Known least) const {
  const Spot& at = look.spot;
  const auto [known_one, is_new] = decided_.try_emplace(
      {at.block, at.warp, at.interval, at.row, at.lane, static_cast<std::uint32_t>(least)}, nullptr);
  const auto its = changes_.find(thread_of(at));
  if (!is_new || its == changes_.end()) return known_one->second;
  const auto time = [](const Look& change) { return std::pair(change.spot.interval, change.spot.row); };
  for (auto next = std::ranges::upper_bound(its->second, std::pair(at.interval, at.row), {}, time);
       next != its->second.end() && next->spot.site != at.site; ++next)
    if (known(look, next->spot.site) >= least) return known_one->second = &next->spot;
  return nullptr;
}

bool SignalGraph::follows(const Look& look, const Spot& later, Known least, const RacingSites* fixed) const {
  if (!is_after(look.spot, later, true, fixed)) return false;
  if (known(look, later.site) >= least) return true;
  const Spot* const decided = decided_by(look, least);
  return decided != nullptr && is_after(*decided, later, true, fixed);
}

Spot SignalGraph::representative(const Spot& spot) const {
  if (giving_.contains({spot.block, spot.interval, spot.warp})) return spot;
  return {.block = spot.block, .warp = 0xffffffff, .interval = spot.interval};
}

const SignalGraph::Reached& SignalGraph::reached(const Spot& before, Known least, Budget& budget,
                                                 const RacingSites* fixed) const {
  constexpr std::size_t kMostKeptLooks = std::size_t{1} << 22;
  if (kept_ > kMostKeptLooks) known_.clear(), kept_ = 0;
  const std::array<std::uint32_t, 6> key{before.block, before.warp, before.interval,
                                         before.row,   before.lane, static_cast<std::uint32_t>(least)};
  const auto [found, is_new] = known_.try_emplace({key, fixed == nullptr ? std::nullopt : std::optional(*fixed)});
  Reached& all = found->second;
  if (!is_new) return all;
  constexpr std::uint64_t kSeveral = ~std::uint64_t{0};
  std::unordered_map<Word, std::uint64_t> givers;  // the thread that gives it; kSeveral: all looks are in `all`
  std::vector<const Look*> due;
  const auto pass_on = [&](const Spot& from, const Look* by) {
    const auto its = given_.find(from.block);
    if (its == given_.end() || !budget.spend(its->second.size())) return;
    for (const Look& given : its->second) {
      if (!is_after(from, given.spot, by == nullptr, fixed)) continue;
      const auto known_giver = givers.find(given.word);
      const std::uint64_t thread = thread_of(given.spot),
                          first = known_giver == givers.end() ? thread : known_giver->second;
      const bool is_first = known_giver == givers.end();
      if (!is_first && (first == kSeveral || first == thread)) continue;
      if (by != nullptr && !follows(*by, given.spot, least, fixed)) continue;
      givers[given.word] = is_first ? thread : kSeveral;
      for (const std::uint32_t number : words_.at(given.word).looks) {
        const Look& look = looks_[number];
        // A thread does not wait for itself; where another gives the word, too, for that one.
        if ((thread_of(look.spot) == first) == is_first) continue;
        due.push_back(&look), all[look.spot.block].push_back(&look), ++kept_;
      }
    }
  };
  pass_on(before, nullptr);
  while (!due.empty() && !budget.gave_up()) {
    const Look* const look = due.back();
    due.pop_back();
    pass_on(look->spot, look);
  }
  return all;
}

Known SignalGraph::order(const Spot& before, const Spot& after, Budget& budget, const RacingSites* fixed) const {
  if (!looking_.contains(after.block) || !given_.contains(before.block)) return Known::kNo;
  if (events_ > kMostEvents) return Known::kUndecided;
  for (const Known least : {Known::kYes, Known::kUndecided}) {
    const Reached& all = reached(representative(before), least, budget, fixed);
    const auto its = all.find(after.block);
    if (its == all.end()) continue;
    if (!budget.spend(its->second.size())) return Known::kYes;
    for (const Look* look : its->second)
      if (follows(*look, after, least, fixed)) {
        look_ = look->spot;
        return least;
      }
  }
  return Known::kNo;
}

std::optional<SignalGraph::Word> SignalGraph::lock_of(const Spot& spot) const {
  const auto takes = takes_.find(thread_of(spot)), changes = changes_.find(thread_of(spot));
  if (takes == takes_.end() || changes == changes_.end()) return std::nullopt;
  const auto time = [](const Spot& s) { return std::pair(s.interval, s.row); };
  const auto of = [&](const Look& look) { return time(look.spot); };
  for (auto take = std::ranges::lower_bound(takes->second, time(spot), {}, of); take != takes->second.begin();) {
    --take;
    if (sites_.meaning(take->spot.site, spot.site) < Meaning::kCondition) continue;
    auto next = std::ranges::upper_bound(changes->second, time(spot), {}, of);
    while (next != changes->second.end() && next->word != take->word) ++next;
    return next != changes->second.end() && next->spot.site != take->spot.site ? std::optional(take->word)
                                                                               : std::nullopt;
  }
  return std::nullopt;
}

Known SignalGraph::order_either_way(const Spot& one, const Spot& other, Budget& budget,
                                    const RacingSites* fixed) const {
  const Known known = order(one, other, budget, fixed);
  if (known == Known::kYes) return known;
  const Spot look = look_;
  const Known back = order(other, one, budget, fixed);
  if (known == Known::kUndecided && back != Known::kYes) look_ = look;
  if (back != Known::kYes && !takes_.empty())
    if (const auto lock = lock_of(one); lock && lock == lock_of(other)) return Known::kYes;
  return std::max(known, back);
}

}  // namespace gemmscope::analysis
