// SPDX-License-Identifier: MIT
/// @file turns.h
/// Which block of a launch a host thread runs next.
///
/// As long as blocks need not wait for each other, each thread begins one, runs it to its end, and begins the next. If
/// all that have begun wait, more of them begin, in the order of their numbers, as many as the device holds at the same
/// time: on a GPU they would have begun long before. Then they take turns. If all that there is room for wait, none
/// will ever go on.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>

namespace gemmscope::runtime {

struct Resident;

class Turns {
 public:
  /// A block that has begun, and not ended. The thread that runs it has it alone.
  struct Turn {
    std::uint64_t block = 0;
    std::shared_ptr<Resident> resident{};  ///< the caller's; null: it begins
    std::uint32_t patience = 0;            ///< looks without success, while others work, before it gives way
    bool stands_still = false;             ///< nothing goes on any more, unless lanes of its warps part

    // Known to Turns alone:
    bool works = false, counts = false, has_worked = true;
    std::uint64_t looked = 0;  ///< so much had happened when it last looked
  };

  /// `room`: blocks that the device holds at the same time.
  Turns(std::uint64_t blocks, unsigned threads, std::uint64_t room);

  /// The block that the calling thread is to run, until ends() or waits(). Null: none goes on any more.
  Turn* next();
  void ends(Turn& turn);
  /// It has looked in vain for what others do, which it may have `worked` before. `counts`: how often, so that it may
  /// go on some time without them.
  void waits(Turn& turn, bool worked, bool counts);
  /// Whether it does anything but look in vain.
  void note(Turn& turn, bool works);
  [[nodiscard]] bool any_works() const { return working_.load(std::memory_order_relaxed) != 0; }
  /// The launch has failed: no block begins any more, and those that have begun run as far as they come without others.
  void stop();
  /// All is over.
  void abandon();

  // When no thread runs any more:
  /// What waits for ever, by block.
  [[nodiscard]] const std::map<std::uint64_t, Turn>& left() const { return begun_; }
  [[nodiscard]] bool all_have_begun() const { return next_ == blocks_; }

 private:
  Turn* take(Turn& turn);
  void leave(Turn& turn);
  void happens();
  void rest(std::unique_lock<std::mutex>& lock);
  void stand_still();

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::uint64_t blocks_, room_;
  std::uint64_t next_ = 0, most_;  ///< to begin; that have begun at the same time
  std::map<std::uint64_t, Turn> begun_;
  std::deque<Turn*> waiting_;
  unsigned running_ = 0, resting_ = 0;  ///< host threads
  std::atomic<unsigned> working_ = 0;   ///< of those that run
  std::uint64_t happened_ = 1;          ///< so often has a block done anything else than to look in vain
  std::chrono::microseconds nap_;
  bool stopped_ = false, over_ = false;
  bool stands_still_ = false;  ///< all that wait are asked once more: see Turn::stands_still
};

}  // namespace gemmscope::runtime
