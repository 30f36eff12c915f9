// SPDX-License-Identifier: MIT
#include "tracing/runtime/turns.h"

#include <algorithm>
#include <utility>

namespace gemmscope::runtime {
namespace {

constexpr std::uint32_t kPatience = 10'000;  // most waits for a block on another thread are short
constexpr std::chrono::microseconds kNap{100};

}  // namespace

Turns::Turns(std::uint64_t blocks, unsigned threads, std::uint64_t room)
    : blocks_(blocks),
      room_(std::max<std::uint64_t>(room, 1)),
      most_(std::min<std::uint64_t>(threads, room_)),
      nap_(kNap) {}

Turns::Turn* Turns::next() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    if (next_ < blocks_ && begun_.size() < most_) {
      const std::uint64_t block = next_++;
      return take(begun_.try_emplace(begun_.end(), block, Turn{block})->second);
    }
    const auto stale = std::ranges::find_if(waiting_, [&](const Turn* turn) { return turn->looked != happened_; });
    if (stale != waiting_.end()) {
      Turn& turn = **stale;
      waiting_.erase(stale);
      return take(turn);
    }
    if (running_ > 0)
      rest(lock);
    else
      stand_still();
  }
  return nullptr;
}

/// All that have begun have looked in vain since anything happened.
void Turns::stand_still() {
  if (!begun_.empty() && next_ < blocks_ && most_ < room_) {
    most_ = std::min(2 * most_, room_);  // few at first, as each of them takes memory
  } else if (!stopped_ && std::ranges::any_of(waiting_, &Turn::counts)) {
    ++happened_;
  } else if (!stopped_ && !stands_still_ && !waiting_.empty()) {
    stands_still_ = true, ++happened_;
  } else {
    over_ = true;
  }
  changed_.notify_all();
}

/// Running blocks may change what the others wait for long before they come here again. So a waiting block looks again
/// after a nap. Naps grow, so that all waiting blocks can look once within one: only then it shows that nothing
/// happens.
void Turns::rest(std::unique_lock<std::mutex>& lock) {
  ++resting_;
  bool slept = false;
  if (waiting_.empty())
    changed_.wait(lock);
  else
    slept = changed_.wait_for(lock, nap_) == std::cv_status::timeout;
  --resting_;
  if (slept) nap_ += nap_ / 4, ++happened_;
}

Turns::Turn* Turns::take(Turn& turn) {
  ++running_;
  turn.looked = happened_;
  turn.patience = turn.has_worked && waiting_.empty() ? kPatience : 0;
  turn.stands_still = stands_still_;
  note(turn, true);
  return &turn;
}

void Turns::note(Turn& turn, bool works) {
  if (turn.works == works) return;
  turn.works = works;
  if (works)
    ++working_;
  else
    --working_;
}

void Turns::leave(Turn& turn) {
  note(turn, false);
  --running_;
}

void Turns::happens() {
  ++happened_;
  nap_ = kNap, stands_still_ = false;
  if (resting_ > 0) changed_.notify_all();
}

void Turns::ends(Turn& turn) {
  std::shared_ptr<Resident> resident;  // freed without the lock, so that no thread waits for that
  const std::scoped_lock lock(mutex_);
  leave(turn);
  resident = std::move(turn.resident);
  begun_.erase(turn.block);
  happens();
}

void Turns::waits(Turn& turn, bool worked, bool counts) {
  const std::scoped_lock lock(mutex_);
  leave(turn);
  turn.has_worked = worked, turn.counts = counts;
  if (worked) happens();  // what it did before, the others may not have seen yet, nor it what they did
  waiting_.push_back(&turn);
}

void Turns::stop() {
  const std::scoped_lock lock(mutex_);
  stopped_ = true;
  next_ = blocks_;
  changed_.notify_all();
}

void Turns::abandon() {
  const std::scoped_lock lock(mutex_);
  over_ = true;
  changed_.notify_all();
}

}  // namespace gemmscope::runtime
