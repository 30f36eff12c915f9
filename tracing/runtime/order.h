// SPDX-License-Identifier: MIT
/// @file order.h
/// What must come before what: the order that streams, events and waits of the host give to a program's work.
///
/// Here work is done when its call returns, so all of it seems to be in order. On a GPU only that is before other work
/// which the program has ordered: in one stream, by an event, by a wait of the host, or by the legacy stream, for which
/// all blocking streams wait, and which waits for them (CUDA C++ Programming Guide, "Streams"). So each stream keeps a
/// clock, how far others must have come before what it does next; work that the host has not waited for is pending.
/// All threads of the host count as one: what one of them has waited for, all may use.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tracing/lockstep/byte_ranges.h"

namespace gemmscope::runtime {

/// Where the program called: addresses of its code, the innermost first.
using CodePlace = std::vector<std::uint64_t>;

using StreamId = std::uint32_t;
/// So much of each stream's work is done before. Absent: nothing that is pending.
using Clock = std::map<StreamId, std::uint64_t>;

struct StreamWork {
  enum class What : std::uint8_t { kLaunch, kCopy, kFill, kAllocation, kFree };
  What what = What::kLaunch;
  std::string name;  ///< the kernel's, as people read it; of all else the call's
  lockstep::TouchedBytes touched{};
  CodePlace called_from{};
  StreamId stream = 0;
  bool on_host = false;      ///< it touches memory that the host touches, too
  std::uint64_t number = 0;  ///< of the stream, from 1
  Clock after{};             ///< what it waits for

  [[nodiscard]] const lockstep::ByteRanges& of(lockstep::Way way) const {
    return touched[static_cast<std::size_t>(way)];
  }
};

/// Two pieces of work of which either may come first, though one writes what the other uses.
struct Meeting {
  StreamWork first;         ///< as the program asked for it
  lockstep::Way did, does;  ///< what the first does there, and the other
  lockstep::ByteRange where;
};

class Order {
 public:
  static constexpr StreamId kLegacy = 0;
  Order() { streams_[kLegacy]; }

  [[nodiscard]] StreamId add_stream(bool blocking);
  /// Its work goes on.
  void drop_stream(StreamId stream);
  /// Whether any work might not be in order: there are several streams, not counting a blocking one and the legacy one.
  [[nodiscard]] bool may_be_unordered() const { return made_ > 1 || any_non_blocking_; }
  /// A stream for what the host does itself, at once: after what it has waited for.
  [[nodiscard]] StreamId host_stream();

  /// The work comes after all that its stream has to wait for. Returns the last pending work that it meets, once: from
  /// then on all that it meets counts as done before, so that what follows from it is not told again.
  std::optional<Meeting> put(StreamWork work);

  /// What an event stands for that is recorded there now.
  [[nodiscard]] Clock now(StreamId stream);
  /// cudaStreamWaitEvent
  void wait(StreamId stream, const Clock& clock);

  /// Those bytes are no longer what they were: nothing that is pending touches them.
  void forget(lockstep::ByteRange bytes);

  void host_waits(const Clock& clock);
  [[nodiscard]] bool host_has_waited(const Clock& clock) const;
  void host_waits_for(StreamId stream) { host_waits(now(stream)); }
  void host_waits_for_all();

  /// What the host may not touch yet: pending work that stores some of the bytes, or, if the host `writes`, loads them.
  /// Null: none. `signals`: whether there is some that makes an order with the host by one of them.
  [[nodiscard]] const StreamWork* pending_in(lockstep::ByteRange bytes, bool writes, bool& signals) const;
  [[nodiscard]] const std::deque<StreamWork>& pending() const { return pending_; }

 private:
  struct Stream {
    bool blocking = true, dropped = false;
    std::uint64_t count = 0;
    Clock clock{};
  };
  /// What the stream waits for by what the legacy stream means.
  void join_implied(StreamId stream);
  void forget_replaced(const StreamWork& work);

  std::map<StreamId, Stream> streams_;
  StreamId made_ = 0;
  bool any_non_blocking_ = false;
  Clock host_;
  std::deque<StreamWork> pending_;  ///< in the order in which the program asked for it
};

}  // namespace gemmscope::runtime
