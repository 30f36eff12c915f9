// SPDX-License-Identifier: MIT
/// @file order.h
/// What must come before what: the order that streams, events and waits of the host give to a program's work.
///
/// Here, work is done when its call returns, so all of it seems to be in order. On a GPU, work comes before other work
/// only if the program orders it: in one stream, by an event, by a wait of the host, or by the legacy stream, which
/// waits for all blocking streams and for which they all wait (CUDA C++ Programming Guide, "Streams"). So each stream
/// keeps a clock: how far the other streams must have come before its next work. Work that the host has not waited for
/// is pending. All threads of the host count as one: if one of them has waited for work, all may use it.
#pragma once

#include <array>
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
/// How much of each stream's work is done before. Absent: none that is pending.
using Clock = std::map<StreamId, std::uint64_t>;

struct StreamWork {
  enum class What : std::uint8_t { kLaunch, kCopy, kFill, kAllocation, kFree };
  What what = What::kLaunch;
  std::string name;  ///< the kernel's readable name; for other work the call's
  lockstep::TouchedBytes touched{};
  CodePlace called_from{};
  StreamId stream = 0;
  bool on_host = false;                                       ///< it touches memory that the host touches, too
  std::array<lockstep::ByteRange, lockstep::kWays> bounds{};  ///< of `touched`: from the first byte to the last
  std::uint64_t number = 0;                                   ///< of the stream, from 1
  Clock after{};                                              ///< what it waits for

  [[nodiscard]] const lockstep::ByteRanges& of(lockstep::Way way) const {
    return touched[static_cast<std::size_t>(way)];
  }
};

/// Two pieces of work of which either may come first, though one writes bytes that the other uses.
struct Meeting {
  StreamWork first;         ///< the one that the program requested first
  lockstep::Way did, does;  ///< what the first does there, and what the other does
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

  /// The work comes after everything that its stream has to wait for. Returns the last pending work that conflicts with
  /// it, once: from then on, all conflicting work counts as done before, so that what follows from it is not reported
  /// again.
  std::optional<Meeting> put(StreamWork work);

  /// The clock of an event that is recorded there now.
  [[nodiscard]] Clock now(StreamId stream);
  /// cudaStreamWaitEvent
  void wait(StreamId stream, const Clock& clock);

  /// Those bytes are no longer the same memory: no pending work touches them.
  void forget(lockstep::ByteRange bytes);

  void host_waits(const Clock& clock);
  [[nodiscard]] bool host_has_waited(const Clock& clock) const;
  void host_waits_for(StreamId stream) { host_waits(now(stream)); }
  void host_waits_for_all();

  /// The work that keeps the host from touching the bytes: pending work that stores to some of them, or, if the host
  /// `writes`, loads them. Null: none. `signals`: whether some of the work orders itself with the host through one of
  /// the bytes.
  [[nodiscard]] const StreamWork* pending_in(lockstep::ByteRange bytes, bool writes, bool& signals) const;
  [[nodiscard]] const std::deque<StreamWork>& pending() const { return pending_; }
  /// How often work has left pending(), or was changed there. While it is the same, work was only added at the end.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }

 private:
  struct Stream {
    bool blocking = true, dropped = false;
    std::uint64_t count = 0;
    Clock clock{};
  };
  /// What the stream waits for by the rules of the legacy stream.
  void join_implied(StreamId stream);
  void forget_replaced(const StreamWork& work);

  std::map<StreamId, Stream> streams_;
  StreamId made_ = 0;
  bool any_non_blocking_ = false;
  Clock host_;
  std::uint64_t changes_ = 0;
  std::deque<StreamWork> pending_;  ///< in the order in which the program requested it
};

}  // namespace gemmscope::runtime
