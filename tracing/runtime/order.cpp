// SPDX-License-Identifier: MIT
#include "tracing/runtime/order.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gemmscope::runtime {
namespace {

using lockstep::ByteRange;
using lockstep::Way;

/// More than a program without a wait should have: of that many, the oldest are forgotten.
constexpr std::size_t kMostPending = 4096, kForgotten = 1024;

void join(Clock& clock, const Clock& other) {
  for (const auto& [stream, number] : other) {
    std::uint64_t& here = clock[stream];
    here = std::max(here, number);
  }
}

bool is_before(const Clock& clock, const StreamWork& work) {
  const auto here = clock.find(work.stream);
  return here != clock.end() && here->second >= work.number;
}

/// From the first byte to the last that the work touches in each way. Empty, at 0, if there are none.
std::array<ByteRange, lockstep::kWays> bounds_of(const lockstep::TouchedBytes& touched) {
  std::array<ByteRange, lockstep::kWays> bounds;
  for (std::size_t way = 0; way < lockstep::kWays; ++way)
    if (!touched[way].empty()) bounds[way] = {touched[way].front().begin, touched[way].back().end};
  return bounds;
}

bool overlap(const ByteRange& a, const ByteRange& b) { return a.begin < b.end && b.begin < a.end; }

/// Where one writes bytes that the other uses.
constexpr std::array<std::pair<Way, Way>, 7> kMeet{{{Way::kStore, Way::kLoad},
                                                    {Way::kStore, Way::kStore},
                                                    {Way::kLoad, Way::kStore},
                                                    {Way::kStore, Way::kAtomic},
                                                    {Way::kAtomic, Way::kStore},
                                                    {Way::kAtomic, Way::kLoad},
                                                    {Way::kLoad, Way::kAtomic}}};

const ByteRange& bounds_of(const StreamWork& work, Way way) { return work.bounds[static_cast<std::size_t>(way)]; }

bool may_meet(const StreamWork& first, const StreamWork& second) {
  return std::ranges::any_of(
      kMeet, [&](const auto& ways) { return overlap(bounds_of(first, ways.first), bounds_of(second, ways.second)); });
}

std::optional<Meeting> meeting_of(const StreamWork& first, const StreamWork& second) {
  for (const auto& [did, does] : kMeet)
    if (const auto where = lockstep::common(first.of(did), second.of(does))) return Meeting{first, did, does, *where};
  return std::nullopt;
}

bool covers(const lockstep::ByteRanges& all, const lockstep::ByteRanges& some) {
  return std::ranges::all_of(some, [&](const lockstep::ByteRange& each) {
    const lockstep::ByteRange* const range = lockstep::range_at(all, each.begin);
    return range != nullptr && each.end <= range->end;
  });
}

}  // namespace

StreamId Order::add_stream(bool blocking) {
  streams_[++made_].blocking = blocking;
  any_non_blocking_ = any_non_blocking_ || !blocking;
  return made_;
}

StreamId Order::host_stream() {
  constexpr StreamId kHost = ~StreamId{0};
  streams_[kHost].blocking = false;
  return kHost;
}

void Order::drop_stream(StreamId stream) {
  if (const auto found = streams_.find(stream); found != streams_.end()) found->second.dropped = true;
}

void Order::join_implied(StreamId stream) {
  Stream& one = streams_[stream];
  if (stream != kLegacy) {
    if (one.blocking) join(one.clock, streams_[kLegacy].clock);
    return;
  }
  for (const auto& [other, each] : streams_)
    if (other != kLegacy && each.blocking) join(one.clock, each.clock);
}

/// Later work of the same stream on the same bytes in the same way replaces the earlier work.
void Order::forget_replaced(const StreamWork& work) {
  constexpr std::size_t kLooks = 16;
  const std::size_t first = pending_.size() - std::min(pending_.size(), kLooks);
  for (std::size_t i = pending_.size(); i > first; --i) {
    const StreamWork& before = pending_[i - 1];
    if (before.stream != work.stream || before.what != work.what || before.name != work.name) continue;
    bool replaced = true;
    for (std::size_t way = 0; way < lockstep::kWays; ++way)
      replaced = replaced && covers(work.touched[way], before.touched[way]);
    if (replaced) ++changes_, pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i - 1));
  }
}

std::optional<Meeting> Order::put(StreamWork work) {
  join_implied(work.stream);
  Stream& stream = streams_[work.stream];
  work.bounds = bounds_of(work.touched);
  std::optional<Meeting> met;
  for (const StreamWork& before : pending_) {
    if (before.stream == work.stream || !may_meet(before, work) || is_before(stream.clock, before)) continue;
    auto meeting = meeting_of(before, work);
    if (!meeting) continue;
    met = std::move(meeting);
    join(stream.clock, {{before.stream, before.number}});
  }
  work.number = ++stream.count;
  work.after = stream.clock;
  stream.clock[work.stream] = work.number;
  forget_replaced(work);
  const bool touches = std::ranges::any_of(work.touched, [](const auto& ranges) { return !ranges.empty(); });
  if (touches) pending_.push_back(std::move(work));
  if (pending_.size() > kMostPending) ++changes_, pending_.erase(pending_.begin(), pending_.begin() + kForgotten);
  return met;
}

void Order::forget(lockstep::ByteRange bytes) {
  for (StreamWork& work : pending_) {
    if (std::ranges::none_of(work.bounds, [&](const ByteRange& each) { return overlap(each, bytes); })) continue;
    ++changes_;
    for (lockstep::ByteRanges& ranges : work.touched) {
      lockstep::ByteRanges rest;
      for (const lockstep::ByteRange& each : ranges) {
        if (each.begin < std::min(each.end, bytes.begin)) rest.push_back({each.begin, std::min(each.end, bytes.begin)});
        if (std::max(each.begin, bytes.end) < each.end) rest.push_back({std::max(each.begin, bytes.end), each.end});
      }
      ranges = std::move(rest);
    }
  }
}

Clock Order::now(StreamId stream) {
  join_implied(stream);
  return streams_[stream].clock;
}

void Order::wait(StreamId stream, const Clock& clock) { join(streams_[stream].clock, clock); }

void Order::host_waits(const Clock& clock) {
  join(host_, clock);
  changes_ += std::erase_if(pending_, [&](const StreamWork& work) { return is_before(host_, work); });
  const auto is_known = [&](const auto& entry) {
    const auto here = host_.find(entry.first);
    return here != host_.end() && here->second >= entry.second;
  };
  for (auto& [id, stream] : streams_) std::erase_if(stream.clock, is_known);
  std::erase_if(streams_, [](const auto& each) { return each.second.dropped && each.second.clock.empty(); });
}

bool Order::host_has_waited(const Clock& clock) const {
  return std::ranges::all_of(clock, [&](const auto& entry) {
    const auto here = host_.find(entry.first);
    return here != host_.end() && here->second >= entry.second;
  });
}

void Order::host_waits_for_all() {
  Clock all;
  for (const auto& [id, stream] : streams_) join(all, stream.clock);
  host_waits(all);
}

const StreamWork* Order::pending_in(lockstep::ByteRange bytes, bool writes, bool& signals) const {
  const lockstep::ByteRanges there{bytes};
  const StreamWork* found = nullptr;
  signals = false;
  for (const StreamWork& work : pending_) {
    const auto has = [&](Way way) {
      return overlap(bounds_of(work, way), bytes) && lockstep::common(work.of(way), there).has_value();
    };
    signals = signals || has(Way::kSignal);
    if (has(Way::kStore) || has(Way::kAtomic) || (writes && has(Way::kLoad))) found = &work;  // the last one
  }
  return found;
}

}  // namespace gemmscope::runtime
