// SPDX-License-Identifier: MIT
#include "tracing/preload/replay.h"

#include <algorithm>
#include <bit>

#include "tracing/format/recording.h"
#include "tracing/preload/tile.h"

namespace gemmscope::preload {
namespace {

using lockstep::Access;
using lockstep::FaultKind;
using lockstep::kLanes;
using lockstep::Mask;
using lockstep::Space;
using rewrite::Record;
using rewrite::Site;
using rewrite::SiteKind;

constexpr std::size_t kBarriers = 16;
/// A warp's records do not say what other warps did before, so how many phases of an mbarrier were over is not known.
constexpr std::array<std::uint32_t, kLanes> kUnknownPhases = [] {
  std::array<std::uint32_t, kLanes> phases;
  phases.fill(format::SyncEvent::kNoPhase);
  return phases;
}();

tl::unexpected<Error> damaged(const std::string& what) {
  return fail(ErrorKind::kBadFile, "what the GPU wrote down makes no sense: " + what);
}

struct Warp {
  Records records;
  std::size_t at = 0;
  std::optional<std::uint32_t> waits;  ///< at the barrier of that statement
  Mask came = lockstep::kAllLanes;     ///< to the last barrier; the others must have ended
  std::uint32_t barrier = 0;           ///< its statement
  bool has_ended() const { return at == records.size() && !waits; }
};

struct Barrier {
  std::vector<std::uint32_t> warps, waiting;  ///< that have arrived, in order; and that do not go on
  std::uint32_t needed = 0;                   ///< warps; 0: all of the block
};

class BlockReplay {
 public:
  BlockReplay(const Replay& replay, std::uint64_t number, std::span<const Records> warps, lockstep::Listener& listener,
              std::vector<lockstep::Fault>& faults)
      : of_(replay), number_(number), listener_(listener), faults_(faults) {
    for (const Records records : warps) warps_.push_back({.records = records, .waits = {}});
  }

  Result<void> run() {
    while (!std::ranges::all_of(warps_, &Warp::has_ended)) {
      bool some_ran = false;
      for (std::uint32_t w = 0; w < warps_.size(); ++w) {
        if (warps_[w].has_ended() || warps_[w].waits) continue;
        some_ran = true;
        if (auto done = run(w); !done) return done;
        listener_.warp_rests(w);
      }
      if (!settle() && !some_ran) return damaged("warps wait at a barrier for ever");
    }
    return {};
  }

 private:
  /// Until the warp waits, or has ended.
  Result<void> run(std::uint32_t w) {
    Warp& warp = warps_[w];
    while (warp.at < warp.records.size() && !warp.waits) {
      const Record& record = warp.records[warp.at++];
      if (record.site >= of_.sites.size() || record.lanes == 0) return damaged("a site that the kernel does not have");
      const Site& site = of_.sites[record.site];
      if ((record.lanes & ~warp.came) != 0)
        fault(FaultKind::kPartialBarrier, w, std::countr_zero(warp.came), warp.barrier);
      if (site.kind == SiteKind::kBarrier) {
        if (auto done = reach(w, record); !done) return done;
      } else if (auto done = tell(w, record); !done) {
        return done;
      }
    }
    return {};
  }

  /// All but barriers.
  Result<void> tell(std::uint32_t w, const Record& record) {
    const Site& site = of_.sites[record.site];
    if (site.kind == SiteKind::kEvent) return tell_event(w, site, record.lanes), Result<void>();
    if (site.kind == SiteKind::kNowhere) {
      const int lane = std::countr_zero(record.lanes);
      const std::uint64_t pointer = record.addresses[static_cast<std::size_t>(lane)];
      return fault(FaultKind::kNoFunction, w, lane, number(site), pointer), Result<void>();
    }
    if (site.kind == SiteKind::kTile) return tell_tile(w, site, record);
    if (site.kind == SiteKind::kBulk) return tell_bulk(w, site, record);
    if (site.kind == SiteKind::kAlso) return damaged("an operand without the others");
    return tell_access(w, site, record);
  }

  Result<void> tell_access(std::uint32_t w, const Site& site, const Record& record) {
    const Access* const access = find_access(site);
    if (access == nullptr) return damaged("an access that the kernel does not have");
    // In ldmatrix and stmatrix all lanes take part, and some have addresses.
    if (access->matrices != 0 && record.lanes != lockstep::kAllLanes)
      return fault(FaultKind::kPartialWarp, w, std::countr_zero(record.lanes), number(site)), Result<void>();
    const Mask lanes = access->matrices != 0 ? lockstep::kAllLanes >> (kLanes - 8 * access->matrices) : record.lanes;
    std::array<std::uint64_t, kLanes> addresses{};
    std::optional<Space> space;
    Mask arguments = 0;
    for (Mask left = lanes; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      const auto point = of_.places.of(record.addresses[static_cast<std::size_t>(lane)]);
      if (!point) return damaged("an address before all arrays of shared memory");
      if (point->space == Space::kArgument) {
        arguments |= Mask{1} << lane;
        continue;
      }
      if (space && *space != point->space) return fault(FaultKind::kTwoSpaces, w, lane, number(site)), Result<void>();
      space = point->space;
      addresses[static_cast<std::size_t>(lane)] = point->address;
      const std::uint64_t bytes = site.condition == ptx::kNoIndex ? access->width() : 1;  // how many may be less
      if (!is_there(*space, point->address, bytes))
        fault(FaultKind::kOutOfBounds, w, lane, number(site), point->address, *space);
    }
    if (arguments != 0) {  // told before what the others do, as by the interpreter
      if (access->kind != lockstep::AccessKind::kLoad) return damaged("a store to the kernel's arguments");
      listener_.request(w, *access, Space::kArgument, arguments, addresses);
    }
    const Mask others = lanes & ~arguments;
    if (others == 0) return {};
    if (access->kind != lockstep::AccessKind::kMbarrier)
      listener_.request(w, *access, *space, others, addresses);
    else if (*space == Space::kShared)
      listener_.mbarrier(w, *access, lanes, addresses, lanes, kUnknownPhases);
    else
      fault(FaultKind::kNotShared, w, std::countr_zero(lanes), number(site));
    return {};
  }

  /// The operand that is written down next, of the same lanes. Null: another follows.
  const Record* next_operand(std::uint32_t w, const Record& record, std::uint32_t n) {
    Warp& warp = warps_[w];
    const bool is_it = warp.at < warp.records.size() && warp.records[warp.at].site == record.site + n &&
                       warp.records[warp.at].lanes == record.lanes;
    return is_it ? &warp.records[warp.at++] : nullptr;
  }

  Result<void> tell_bulk(std::uint32_t w, const Site& site, const Record& record) {
    const Record *from = next_operand(w, record, 1), *bytes = next_operand(w, record, 2),
                 *mbarrier = next_operand(w, record, 3);
    if (from == nullptr || bytes == nullptr || mbarrier == nullptr) return damaged("a copy that breaks off");
    for (Mask left = record.lanes; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      const auto l = static_cast<std::size_t>(lane);
      const auto to = of_.places.of(record.addresses[l]), source = of_.places.of(from->addresses[l]),
                 object = of_.places.of(mbarrier->addresses[l]);
      if (!to || !source || !object) return damaged("an address before all arrays of shared memory");
      bool is_sound = bytes->addresses[l] != 0 && bytes->addresses[l] % 16 == 0;
      for (const auto& [point, width] : {std::pair{*to, bytes->addresses[l]}, std::pair{*source, bytes->addresses[l]},
                                         std::pair{*object, std::uint64_t{8}}})
        if (!is_there(point.space, point.address, width)) {
          fault(FaultKind::kOutOfBounds, w, lane, number(site), point.address, point.space);
          is_sound = false;
        }
      if (is_sound)
        listener_.bulk_copy(w, lane,
                            {source->address, to->address, bytes->addresses[l], object->address, number(site)});
    }
    return {};
  }

  /// What wmma does to memory is several accesses; the kernel says only where the tile is.
  Result<void> tell_tile(std::uint32_t w, const Site& site, const Record& record) {
    const Record* const stride = next_operand(w, record, 1);
    if (stride == nullptr) return damaged("a tile whose rows lie nowhere");
    if (record.lanes != lockstep::kAllLanes)
      return fault(FaultKind::kPartialWarp, w, std::countr_zero(record.lanes), number(site)), Result<void>();
    const Tile tile = tile_of(function_of(site), statement_of(site), record.addresses[0],
                              static_cast<std::uint32_t>(stride->addresses[0]));
    Record access = record;
    for (Site part = site; find_access(part) != nullptr; ++part.part) {
      access.addresses = addresses_of(tile, *find_access(part), part.part);
      if (auto done = tell_access(w, part, access); !done) return done;
    }
    return {};
  }

  const ptx::Function& function_of(const Site& site) const {
    return of_.module.functions[of_.program.functions[site.function].source];
  }
  const ptx::Statement& statement_of(const Site& site) const { return function_of(site).code[site.statement]; }
  /// Among those of all functions.
  std::uint32_t number(const Site& site) const {
    return of_.program.functions[site.function].first_statement + site.statement;
  }

  const Access* find_access(const Site& site) const {
    const auto& all = of_.program.accesses;
    const auto first = std::ranges::find(all, number(site), &Access::statement);
    const auto at = static_cast<std::size_t>(first - all.begin()) + site.part;
    return at < all.size() && all[at].statement == number(site) ? &all[at] : nullptr;
  }

  bool is_there(Space space, std::uint64_t address, std::uint64_t bytes) {
    const auto inside = [&](std::uint64_t size) { return bytes <= size && address <= size - bytes; };
    if (space == Space::kLocal) return true;
    if (space == Space::kShared) return inside(std::uint64_t{of_.program.shared_bytes} + of_.launch.dynamic_shared);
    if (!last_.holds(address))
      if (const lockstep::Allocation* found = of_.allocations.find(address)) last_ = *found;
    return last_.holds(address) && bytes <= last_.bytes - (address - last_.address);
  }

  void tell_event(std::uint32_t w, const Site& site, Mask lanes) {
    const ptx::Function& function = function_of(site);
    const ptx::Statement& s = statement_of(site);
    if (s.base == "bar" || s.base == "barrier") return listener_.warp_barrier(w, lanes);
    const bool waits_for_all = function.has(s, "wait_all");
    if (waits_for_all || function.has(s, "commit_group")) listener_.commit(w, lanes);
    const auto operands = function.operands_of(s);
    if (waits_for_all) listener_.wait(w, lanes, 0);
    if (function.has(s, "wait_group"))
      listener_.wait(w, lanes, operands.empty() ? 0 : static_cast<std::uint32_t>(operands[0].value));
  }

  /// Lanes of the warp that come to the barrier later have done so before any of these goes on.
  Result<void> reach(std::uint32_t w, const Record& record) {
    Warp& warp = warps_[w];
    const Site& site = of_.sites[record.site];
    Mask there = record.lanes, others = 0;
    while (warp.at < warp.records.size() && (warp.records[warp.at].lanes & there) == 0) {
      const Record& other = warp.records[warp.at++];
      if (other.site >= of_.sites.size() || other.lanes == 0) return damaged("a site that the kernel does not have");
      const Site& its = of_.sites[other.site];
      others |= other.lanes;
      if (its.kind != SiteKind::kBarrier) {
        if (auto done = tell(w, other); !done) return done;
      } else {
        if (number(its) != number(site)) break;
        there |= other.lanes;
      }
    }
    if ((others & ~there) != 0) fault(FaultKind::kPartialBarrier, w, std::countr_zero(there), number(site));
    warp.came = there, warp.barrier = number(site);
    const std::uint64_t word = record.addresses[static_cast<std::size_t>(std::countr_zero(record.lanes))];
    const auto which = static_cast<std::uint32_t>(word), threads = static_cast<std::uint32_t>(word >> 32);
    if (which >= kBarriers) return damaged("a barrier that no block has");
    Barrier& barrier = barriers_[which];
    barrier.needed = threads / kLanes;
    barrier.warps.push_back(w);
    if (barrier.needed != 0) listener_.arrives(w, which);
    if (function_of(site).has(statement_of(site), "arrive")) return {};
    barrier.waiting.push_back(w);
    warp.waits = number(site);
    return {};
  }

  /// Lets warps go on that have met all that they wait for. False: there are none.
  bool settle() {
    bool some = false;
    for (std::size_t b = 0; b < kBarriers; ++b) {
      Barrier& barrier = barriers_[b];
      if (barrier.warps.empty()) continue;
      const auto runs = [](const Warp& warp) { return !warp.has_ended(); };
      const auto running = static_cast<std::size_t>(std::ranges::count_if(warps_, runs));
      const bool is_whole = barrier.waiting.size() == running;
      if (barrier.needed == 0 ? !is_whole : barrier.warps.size() < barrier.needed) continue;
      if (!barrier.waiting.empty() && is_whole)
        listener_.barrier(*warps_[barrier.waiting.back()].waits);
      else
        listener_.meeting(static_cast<std::uint32_t>(b), barrier.waiting);
      for (const std::uint32_t w : barrier.waiting) warps_[w].waits.reset();
      barrier = {};
      some = true;
    }
    return some;
  }

  void fault(FaultKind kind, std::uint32_t w, int lane, std::uint32_t statement, std::uint64_t address = 0,
             Space space = Space::kGlobal) {
    const auto known = [&](const lockstep::Fault& f) { return f.kind == kind && f.statement == statement; };
    if (std::ranges::none_of(faults_, known))
      faults_.push_back({kind, number_, w, static_cast<std::uint32_t>(lane), statement, address, space});
  }

  const Replay& of_;
  std::uint64_t number_;
  lockstep::Listener& listener_;
  std::vector<lockstep::Fault>& faults_;
  std::vector<Warp> warps_;
  std::array<Barrier, kBarriers> barriers_{};
  lockstep::Allocation last_;  ///< most requests fall into the allocation of the one before
};

}  // namespace

Result<void> Replay::block(std::uint64_t number, std::span<const Records> warps, lockstep::Listener& listener,
                           std::vector<lockstep::Fault>& faults) const {
  return BlockReplay(*this, number, warps, listener, faults).run();
}

}  // namespace gemmscope::preload
