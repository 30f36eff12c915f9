// SPDX-License-Identifier: MIT
// Asynchronous copies (cp.async) that a thread touches before they are there for certain. For the thread that asked for
// a copy, it is there when the thread has waited for it; for others, when that thread has waited and a barrier has
// followed. If an mbarrier counts the copy, it is there for all threads that have waited for the mbarrier. PTX ISA,
// "Data Movement and Conversion Instructions: Asynchronous copy".
#include <algorithm>
#include <bit>
#include <limits>

#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;
using format::Segment;
using format::SyncEvent;

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

/// Some lanes' copies of one request, on their way from one moment of their warp to another.
struct Flight {
  const Segment* segment = nullptr;
  std::uint32_t row = 0, lanes = 0;
  std::uint32_t to_interval = kNever, to_request = kNever;  ///< of the wait: requests of the warp before it
  bool signalled = false;                                   ///< an mbarrier counts it

  std::uint32_t request() const { return segment->first_request + row; }
};

/// The flights of one warp, from its requests and events in the order of the program.
class WarpFlights {
 public:
  explicit WarpFlights(std::vector<Flight>& flights) : flights_(flights) {}

  void ask(const Segment& segment, std::uint32_t number, const format::Row& row) {
    open_.push_back({{&segment, number, row.lanes()}, committed_, 0, row.bulk != 0});
  }
  void take(const SyncEvent& event) {
    using enum SyncEvent::Kind;
    if (event.kind == kArriveWithCopies)
      for (Open& open : open_) open.signalled |= event.lanes & open.flight.lanes;
    if (event.kind == kPass) land(event, true, [&](const Open& open) { return open.signalled & event.lanes; });
    if (event.kind == kWait) land(event, false, [&](const Open& open) { return waited_for(open, event); });
    if (event.kind != kCommit) return;
    for (std::uint32_t left = event.lanes; left != 0; left &= left - 1) {
      ++committed_[static_cast<std::size_t>(std::countr_zero(left))];
    }
  }
  void end() {
    for (const Open& open : open_)
      for (const bool signalled : {false, true}) {
        Flight flight = open.flight;
        flight.signalled = signalled;
        flight.lanes &= signalled ? open.signalled : ~open.signalled;
        if (flight.lanes != 0) flights_.push_back(flight);
      }
  }

 private:
  struct Open {
    Flight flight;
    std::array<std::uint32_t, kLanes> group;  ///< of each lane: how many it had committed before
    std::uint32_t signalled;                  ///< lanes that arrive at an mbarrier with it
    bool bulk;                                ///< an mbarrier counts it, no group does
  };

  std::uint32_t waited_for(const Open& open, const SyncEvent& wait) const {
    std::uint32_t lanes = 0;
    for (std::uint32_t left = wait.lanes & open.flight.lanes; left != 0; left &= left - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(left));
      if (!open.bulk && std::uint64_t{open.group[l]} + wait.pending < committed_[l]) lanes |= 1u << l;
    }
    return lanes;
  }

  void land(const SyncEvent& event, bool signalled, const auto& landed_of) {
    for (Open& open : open_) {
      const std::uint32_t landed = landed_of(open);
      if (landed == 0) continue;
      flights_.push_back({open.flight.segment, open.flight.row, landed, event.interval, event.request, signalled});
      open.flight.lanes &= ~landed, open.signalled &= ~landed;
    }
    std::erase_if(open_, [](const Open& open) { return open.flight.lanes == 0; });
  }

  std::vector<Flight>& flights_;
  std::vector<Open> open_;
  std::array<std::uint32_t, kLanes> committed_{};
};

class CopiesCheck {
 public:
  CopiesCheck(const Recording& recording, Findings& findings, Budget& budget)
      : r_(recording), findings_(findings), budget_(budget), bytes_(cell_bytes(recording)) {}

  void run(std::uint32_t id, const PatternUse& use) {
    const format::Pattern& pattern = r_.patterns[id];
    use_ = use;
    marks_.assign(r_.shared_bytes / bytes_, {});
    passes_.assign(r_.warps(), false);
    for (const SyncEvent& event : pattern.sync_events)
      if (event.kind == SyncEvent::Kind::kPass) passes_[event.warp] = true;
    if (!find_flights(pattern)) return;
    std::vector<std::vector<const Segment*>> intervals(pattern.barrier_lines.size());
    for (const Segment& s : pattern.segments) intervals[s.interval].push_back(&s);
    std::ranges::stable_sort(flights_, {}, [](const Flight& f) { return f.segment->interval; });
    std::vector<Flight> active;
    std::size_t next = 0;
    for (std::uint32_t interval = 0; interval < intervals.size(); ++interval) {
      std::erase_if(active, [&](const Flight& f) { return f.to_interval < interval; });
      for (; next < flights_.size() && flights_[next].segment->interval == interval; ++next)
        active.push_back(flights_[next]);
      if (!active.empty() && !look_at(intervals[interval], active)) return;
    }
  }

 private:
  struct Mark {
    const Flight* flight;
    std::uint8_t lane;
  };

  bool is_copy(const format::Row& row) const {
    return row.base == format::kSharedBase && r_.sites[row.site].asynchronous &&
           r_.sites[row.site].op == format::Op::kStore;
  }

  bool find_flights(const format::Pattern& pattern) {
    flights_.clear();
    auto event = pattern.sync_events.begin();
    for (std::size_t s = 0; s < pattern.segments.size();) {
      const std::uint16_t warp = pattern.segments[s].warp;
      WarpFlights flights(flights_);
      const auto take_before = [&](std::uint32_t interval, std::uint32_t request) {
        for (; event != pattern.sync_events.end() && event->warp <= warp &&
               (event->warp < warp || std::pair(event->interval, event->request) <= std::pair(interval, request));
             ++event)
          if (event->warp == warp) flights.take(*event);
      };
      for (; s < pattern.segments.size() && pattern.segments[s].warp == warp; ++s) {
        const Segment& segment = pattern.segments[s];
        const format::Template& coded = r_.templates[segment.template_id];
        if (!budget_.spend(coded.rows.size())) return false;
        for (std::uint32_t row = 0; row < coded.rows.size(); ++row) {
          if (!is_copy(coded.rows[row])) continue;
          take_before(segment.interval, segment.first_request + row);
          flights.ask(segment, row, coded.rows[row]);
        }
      }
      take_before(kNever, kNever);
      flights.end();
    }
    return true;
  }

  /// Calls visit(cell) for each of a lane's cells in shared memory.
  void for_cells(const format::Template& coded, std::uint32_t row, std::size_t lane, const auto& visit) const {
    for (std::uint32_t b = 0; b < r_.sites[coded.rows[row].site].width; b += bytes_) {
      const std::uint32_t cell = (coded.lanes(row)[lane] + b) / bytes_;
      if (cell < marks_.size()) visit(cell);
    }
  }

  bool look_at(const std::vector<const Segment*>& segments, const std::vector<Flight>& active) {
    if (!budget_.spend(active.size() * kLanes)) return false;
    for (const Flight& f : active) {
      const format::Template& coded = r_.templates[f.segment->template_id];
      const format::Row& row = coded.rows[f.row];
      for (std::uint32_t left = row.bulk == 0 ? f.lanes : row.mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        for_cells(coded, f.row, lane, [&](std::uint32_t cell) {
          if (marks_[cell].empty()) marked_.push_back(cell);
          marks_[cell].push_back({&f, row.lane_of(lane)});
        });
      }
    }
    bool complete = true;
    for (const Segment* segment : segments) complete = complete && look_at(*segment);
    for (const std::uint32_t cell : marked_) marks_[cell].clear();
    marked_.clear();
    return complete;
  }

  bool look_at(const Segment& segment) {
    const format::Template& coded = r_.templates[segment.template_id];
    for (std::uint32_t i = 0; i < coded.rows.size(); ++i) {
      const format::Row& row = coded.rows[i];
      if (row.base != format::kSharedBase) continue;
      if (!budget_.spend(kLanes)) return false;
      for (std::uint32_t left = row.mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        for_cells(coded, i, lane, [&](std::uint32_t cell) {
          for (const Mark& mark : marks_[cell])
            if (comes_too_early(mark, segment, i, row.lane_of(lane)))
              return add(mark, segment, i, row.lane_of(lane), cell);
        });
      }
    }
    return true;
  }

  /// A warp that waits at mbarriers may have waited for it there: of which phase it was is not looked at.
  bool comes_too_early(const Mark& mark, const Segment& segment, std::uint32_t row, std::size_t lane) const {
    const Flight& f = *mark.flight;
    const std::uint32_t request = segment.first_request + row;
    if (f.segment->warp == segment.warp && mark.lane == lane) return f.request() < request && request < f.to_request;
    if (f.signalled && passes_[segment.warp]) return false;
    return f.segment->interval < segment.interval;  // in the same interval it is a race
  }

  void add(const Mark& mark, const Segment& segment, std::uint32_t row, std::size_t lane, std::uint32_t cell) {
    const format::Row& coded = r_.templates[segment.template_id].rows[row];
    const Segment& asked = *mark.flight->segment;
    const std::uint16_t copied = r_.templates[asked.template_id].rows[mark.flight->row].site;
    const Access at = access_of(use_.first_block, segment, row, lane, coded.site);
    const FindingKey key{
        .fault = Fault::kCopyInFlight, .site = coded.site, .other_site = copied, .tensor = r_.sites[coded.site].tensor};
    findings_.add(key, use_.blocks, [&] {
      return finding_at(r_, at, access_of(use_.first_block, asked, mark.flight->row, mark.lane, copied), cell * bytes_);
    });
  }

  const Recording& r_;
  Findings& findings_;
  Budget& budget_;
  std::uint32_t bytes_;
  PatternUse use_;
  std::vector<Flight> flights_;
  std::vector<bool> passes_;              ///< warps that wait for phases of barriers
  std::vector<std::vector<Mark>> marks_;  ///< of each cell, in the interval that is looked at
  std::vector<std::uint32_t> marked_;
};

}  // namespace

void check_copies(const Recording& recording, Findings& findings, Budget& budget) {
  const auto is_asynchronous = [](const format::Site& site) { return site.asynchronous; };
  if (recording.shared_bytes == 0 || std::ranges::none_of(recording.sites, is_asynchronous)) return;
  CopiesCheck check(recording, findings, budget);
  const std::vector<PatternUse> uses = uses_of_patterns(recording);
  for (std::uint32_t p = 0; p < uses.size(); ++p)
    if (uses[p].blocks != 0) check.run(p, uses[p]);
}

}  // namespace gemmscope::analysis
