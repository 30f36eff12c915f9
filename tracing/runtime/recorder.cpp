// SPDX-License-Identifier: MIT
#include "tracing/runtime/recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "tracing/format/bases.h"
#include "tracing/format/limits.h"
#include "tracing/runtime/named_shared.h"

namespace gemmscope::runtime {
namespace {

constexpr std::uint32_t kMostPlaces = 0xffff;
/// The most looks of a warp in a row, so that what it has asked for does not fill the memory: 64 MiB for its lanes.
constexpr std::uint32_t kMostLooks = 1 << 18;

using lockstep::kLanes;

/// What an access does. Atomic operations on numbers that no unit of shared memory adds are loops in machine code
/// (docs/models/shared_memory.md).
record::Does does(const lockstep::Access& access) {
  using lockstep::Atomic;
  using record::Does;
  if (access.asynchronous) return access.kind == lockstep::AccessKind::kLoad ? Does::kCopyLoad : Does::kCopyStore;
  if (access.kind == lockstep::AccessKind::kLoad) return access.strong ? Does::kStrongLoad : Does::kLoad;
  if (access.kind == lockstep::AccessKind::kStore)
    return access.strong ? Does::kStrongStore : access.one_value ? Does::kOneValue : Does::kStore;
  if (access.atomic == Atomic::kCompare) return Does::kCompareSwap;
  if (access.counts) return Does::kCount;
  const bool loops =
      access.atomic != Atomic::kExchange && (access.bytes == 8 || access.number == lockstep::Number::kFloat);
  if (loops) return access.unseen ? Does::kUnseenLoop : Does::kLoop;
  return access.unseen ? Does::kUnseenAtomic : Does::kAtomic;
}

/// As format::Row::unused has it, by quarters.
std::uint32_t unused_quarters(const lockstep::Access& access) {
  std::uint32_t quarters = 0;
  for (std::uint32_t q = 0; q < 4; ++q) quarters |= (access.unused >> q * access.count / 4 & 1u) << q;
  return quarters;
}

}  // namespace

record::LogKey site_key(const Lines& lines, const lockstep::Access& access, std::uint32_t array) {
  return record::access_key(static_cast<int>(lines.place[access.statement]), array, does(access), access.width());
}

bool selects(const format::Selection& selection, const lockstep::Launch& launch, std::uint64_t block) {
  const std::uint64_t x = launch.grid[0], y = launch.grid[1];
  return selection.has_block(static_cast<std::uint32_t>(block % x), static_cast<std::uint32_t>(block / x % y),
                             static_cast<std::uint32_t>(block / x / y));
}

Recorder::Recorder(Arrays& arrays, const Lines& lines, const lockstep::Origins& origins,
                   const std::vector<std::uint32_t>& named, const lockstep::Launch& launch,
                   const format::Selection& selection)
    : arrays_(arrays),
      lines_(lines),
      origins_(origins),
      named_(named),
      launch_(launch),
      selection_(selection),
      capture_(selection, launch.warps()),
      stopped_(launch.threads()),
      asked_(launch.warps(), Asked{WarpOrigins(origins)}),
      before_(launch.warps(), Before{.asked = asked_.front()}) {
  if (lines.places.size() > kMostPlaces) trouble_ = "its code stands in more than 65 535 places";
}

bool Recorder::wants(std::uint64_t block) const { return selects(selection_, launch_, block); }

void Recorder::begin_block(std::uint64_t block) {
  y_ = static_cast<std::uint32_t>(block / launch_.grid[0]), x_ = static_cast<std::uint32_t>(block % launch_.grid[0]);
  capture_.begin_block(y_, x_);
  interval_ = 0;
  if (common_stores_) common_stores_->begin_interval();
  at_barriers_.first.reset(), in_branches_.first.reset(), absent_lanes_.first.reset();
  is_over_ = false, unplaced_.reset(), last_statement_.reset();
  met_.fill(0);
  stopped_.begin_block();
  for (auto& log : logs_) log.clear();  // of a block that did not come to its end
  for (Asked& asked : asked_) asked.origins.begin_block(), asked.looks = 0;
  for (Before& before : before_) before.is_known = false;
}

bool Recorder::repeat_block(std::uint64_t block, std::span<const std::pair<std::uint32_t, std::int64_t>> moved) {
  std::array<std::optional<std::uint32_t>, format::kMaxGlobalTensors> known{};
  std::array<std::uint32_t, format::kMaxGlobalTensors> by{};
  for (const auto& [allocation, bytes] : moved) {
    const auto place = places_.find(allocation);
    if (place == places_.end()) continue;
    const std::uint32_t array = place->second.number;
    by[array] = static_cast<std::uint32_t>(bytes);
    if (known[array].value_or(by[array]) != by[array]) return false;
    known[array] = by[array];
  }
  const auto y = static_cast<std::uint32_t>(block / launch_.grid[0]),
             x = static_cast<std::uint32_t>(block % launch_.grid[0]);
  capture_.repeat_block(y, x, by);
  add_apart(y, x);
  return true;
}

void Recorder::end_block() {
  take_stopped();
  capture_.end_interval(0);
  capture_.end_block();
  add_apart(y_, x_);
  if (!trouble_.empty() && !trouble_in_) trouble_in_ = block();
}

void Recorder::forget_after(std::uint64_t block) {
  if (trouble_in_.value_or(0) > block) trouble_.clear();
  moved_bytes_.fill({}), joined_ = 0;
  for (const auto& [since, moved] : moves_)
    if (since <= block) moved_bytes_[moved.first] = moved.second;
  for (const auto& [since, joined] : joins_)
    if (since <= block) joined_ = joined;
  const auto is_after = [&](const auto& each) { return std::uint64_t{each.y} * launch_.grid[0] + each.x > block; };
  std::erase_if(at_barriers_.all, is_after), std::erase_if(in_branches_.all, is_after);
  std::erase_if(absent_lanes_.all, is_after);
  if (faulted_ && faulted_->block > block) faulted_.reset();
}

/// The requests of the running warp so far are all that there are.
void Recorder::faults(const lockstep::Fault& fault) {
  if (is_deaf()) return;
  const bool is_recorded = last_statement_ == fault.statement && !unplaced_,
             is_before =
                 is_recorded && last_where_ == lockstep::Space::kShared && fault.space == lockstep::Space::kGlobal;
  std::optional<std::uint32_t> request;
  if ((is_recorded || place(fault)) && selection_.warps.contains(fault.warp))
    request = asked_[fault.warp].origins.requests() - (is_before ? 2 : 1);
  warp_rests(fault.warp);
  is_over_ = true;
  if (!faulted_ || block() < faulted_->block) faulted_ = {block(), fault.warp, request};
}

bool Recorder::place(const lockstep::Fault& fault) {
  if (!unplaced_ || unplaced_->warp != fault.warp || unplaced_->access->statement != fault.statement) return false;
  const Unplaced request = *unplaced_;
  const Arrays::Place* to = nullptr;
  for (lockstep::Mask left = request.lanes; left != 0 && to == nullptr; left &= left - 1)
    to = place_of(request.addresses[static_cast<std::size_t>(std::countr_zero(left))]);
  const lockstep::Allocation* const meant = to == nullptr && meant_ ? meant_(fault) : nullptr;
  if (meant != nullptr) to = place_of(meant->address);
  if (to == nullptr) return false;
  constexpr std::int64_t kHalf = std::int64_t{1} << 31;
  const std::int64_t end = static_cast<std::int64_t>(last_.address + last_.bytes - to->first);
  Bytes at{};
  for (lockstep::Mask left = request.lanes; left != 0; left &= left - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(left));
    const auto byte = static_cast<std::int64_t>(request.addresses[l] - to->first);
    const bool is_clear = byte < 0 ? byte >= -kHalf && end <= kHalf : byte < (end <= kHalf ? kHalf : 2 * kHalf);
    if (!is_clear) return false;
    at[l] = static_cast<std::uint32_t>(byte);
  }
  return add(request.warp, *request.access, lockstep::Space::kGlobal, request.lanes, to->number, at), true;
}

void Recorder::add_apart(std::uint32_t y, std::uint32_t x) {
  (at_barriers_.first ? at_barriers_ : in_branches_).add(y, x);
  absent_lanes_.add(y, x);
}

const Arrays::Place* Recorder::place_of(std::uint64_t address) {
  if (last_.holds(address)) return &last_place_;
  const lockstep::Allocation* const found = arrays_.find(address);
  if (found == nullptr) return nullptr;
  auto known = places_.find(found->id);
  if (known == places_.end()) {
    if (found->bytes > format::kMaxTensorBytes) {
      trouble_ = "it touches an array of more than 4 GiB, and a recording holds none so large";
      return nullptr;
    }
    const auto place = arrays_.global(*found);
    if (!place) {
      trouble_ = "it touches more than " + std::to_string(arrays_.most_global()) +
                 " arrays in global memory, and a recording holds no more yet";
      return nullptr;
    }
    known = places_.emplace(found->id, *place).first;
  }
  last_ = *found, last_place_ = known->second;
  return &last_place_;
}

/// Where the code does not tell which array it is, it is that of the first lane.
std::optional<std::uint32_t> Recorder::find_shared(std::uint32_t statement, lockstep::Mask lanes,
                                                   std::span<const std::uint64_t, kLanes> from, Bytes& bytes) {
  if (!arrays_.has_shared()) {
    trouble_ = "it uses shared memory without declaring an array in it";
    return std::nullopt;
  }
  for (std::size_t l = 0; l < kLanes; ++l) bytes[l] = static_cast<std::uint32_t>(from[l]);
  return shared_array(statement, from[static_cast<std::size_t>(std::countr_zero(lanes))]);
}

std::uint32_t Recorder::shared_array(std::uint32_t statement, std::uint64_t first) const {
  const std::uint32_t named = named_[statement];
  return named != kNotNamed ? record::kFirstShared + named : arrays_.shared(first);
}

std::optional<std::uint32_t> Recorder::find_global(lockstep::Mask lanes, std::span<const std::uint64_t, kLanes> from,
                                                   Bytes& bytes) {
  const std::uint64_t first = from[static_cast<std::size_t>(std::countr_zero(lanes))];
  if (first - launch_.grid_workspace < lockstep::kGridWorkspace) return std::nullopt;  // how blocks wait is CUDA's
  const Arrays::Place* const place = place_of(first);  // if null, out of bounds, which the launch tells
  if (place == nullptr) return std::nullopt;
  bool in_one = true;
  for (std::size_t l = 0; l < kLanes; ++l) {
    bytes[l] = static_cast<std::uint32_t>(from[l] - last_place_.first);
    in_one = in_one && ((lanes >> l & 1u) == 0 || last_.holds(from[l]));
  }
  if (in_one) return last_place_.number;
  std::array<Arrays::Place, kLanes> places{};
  for (lockstep::Mask left = lanes; left != 0; left &= left - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(left));
    const Arrays::Place* const its = place_of(from[l]);
    if (its == nullptr) return std::nullopt;
    places[l] = *its;
    bytes[l] = static_cast<std::uint32_t>(from[l] - its->first);
  }
  return join(lanes, places, bytes);
}

std::optional<std::uint32_t> Recorder::join(lockstep::Mask lanes, const std::array<Arrays::Place, kLanes>& places,
                                            Bytes& bytes) {
  const Arrays::Place* lowest = nullptr;
  std::uint32_t numbers = 0;
  for (lockstep::Mask left = lanes; left != 0; left &= left - 1) {
    const Arrays::Place& place = places[static_cast<std::size_t>(std::countr_zero(left))];
    numbers |= 1u << place.number;
    if (lowest == nullptr || place.joined < lowest->joined) lowest = &place;
  }
  if (std::has_single_bit(numbers)) return lowest->number;
  if (!lowest->joined) {  // the lowest of all
    trouble_ = "lanes of one request access several arrays, one of which was allocated during the launch";
    return std::nullopt;
  }
  if ((joined_ | numbers) != joined_) joins_.push_back({block(), joined_ |= numbers});
  for (lockstep::Mask left = lanes; left != 0; left &= left - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(left));
    bytes[l] += static_cast<std::uint32_t>(*places[l].joined - *lowest->joined);
  }
  return lowest->number;
}

void Recorder::request(std::uint32_t warp, const lockstep::Access& access, lockstep::Space where, lockstep::Mask lanes,
                       std::span<const std::uint64_t, kLanes> addresses) {
  if (lanes == 0 || is_deaf()) return;
  if (unplaced_ && unplaced_->access->statement != access.statement) unplaced_.reset();
  last_statement_.reset();
  WarpOrigins& origins = asked_[warp].origins;
  if (where == lockstep::Space::kLocal) return origins.note_local(access, lanes, addresses);
  if (where == lockstep::Space::kArgument) return origins.forget_load(access, lanes);
  if (access.constant) return;  // a cache of its own serves it: neither sectors nor banks are asked for
  Bytes at{};
  const auto array = where == lockstep::Space::kShared ? find_shared(access.statement, lanes, addresses, at)
                                                       : find_global(lanes, addresses, at);
  if (array) return add(warp, access, where, lanes, *array, at);
  if (!trouble_.empty()) return;
  unplaced_ = Unplaced{warp, &access, lanes, {}};
  std::ranges::copy(addresses, unplaced_->addresses.begin());
}

void Recorder::carries(std::uint32_t warp, std::uint32_t index, lockstep::Mask lanes, const std::byte* registers) {
  if (!is_deaf()) asked_[warp].origins.carry(index, lanes, registers);
}

void Recorder::add(std::uint32_t warp, const lockstep::Access& access, lockstep::Space where, lockstep::Mask lanes,
                   std::uint32_t array, const Bytes& at) {
  const record::LogKey key = site_key(lines_, access, array);
  last_statement_ = access.statement, last_where_ = where;
  if (common_stores_ && access.kind == lockstep::AccessKind::kStore)
    common_stores_->add(array, warp, lanes, access.bytes, at);
  if (access.unused != 0) mark(logs_, record::Marker::kUnused, unused_quarters(access));
  for (const std::uint32_t origin : asked_[warp].origins.note(access, where, lanes))
    mark(logs_, record::Marker::kOrigin, origin);
  if (access.kind == lockstep::AccessKind::kStore)
    asked_[warp].looks = 0;
  else if (access.strong || access.kind == lockstep::AccessKind::kAtomic)
    ++asked_[warp].looks;
  for (std::size_t l = 0; l < kLanes; ++l)
    logs_[l].push_back(record::pack(key, (lanes >> l & 1u) != 0 ? at[l] : record::kInactiveAddress));
  MovedBytes moved = moved_bytes_[array];
  moved.add(access.bytes, access.asynchronous, access.kind != lockstep::AccessKind::kLoad);
  note_moved(array, moved);
}

void Recorder::note_moved(std::uint32_t array, const MovedBytes& moved) {
  if (moved == moved_bytes_[array]) return;
  moved_bytes_[array] = moved;
  moves_.push_back({block(), {array, moved}});
}

void Recorder::mark(WarpLogs& logs, record::Marker marker, std::uint32_t value, lockstep::Mask lanes) {
  for (std::size_t l = 0; l < kLanes; ++l)
    logs[l].push_back(
        record::pack(record::marker_key(marker), (lanes >> l & 1u) != 0 ? value : record::kInactiveAddress));
}

void Recorder::mbarrier(std::uint32_t warp, const lockstep::Access& access, lockstep::Mask lanes,
                        std::span<const std::uint64_t, kLanes> addresses, lockstep::Mask over,
                        std::span<const std::uint32_t, kLanes> phases) {
  using lockstep::Mbarrier;
  const Mbarrier does = access.mbarrier;
  const bool tests = does == Mbarrier::kTest || does == Mbarrier::kTestParity;
  const bool arrives = does == Mbarrier::kCopies || does == Mbarrier::kArrive || does == Mbarrier::kArriveAndDrop ||
                       does == Mbarrier::kArriveExpect;
  if (!tests) before_[warp].is_known = false;
  if ((!tests && !arrives) || is_deaf()) return;
  stopped_.may_stop(warp);
  if (arrives) asked_[warp].looks = 0;
  const record::Marker marker = tests                 ? record::Marker::kPass
                                : access.asynchronous ? record::Marker::kArriveWithCopies
                                                      : record::Marker::kArrive;
  for (lockstep::Mask left = lanes & over; left != 0;) {
    const auto first = static_cast<std::size_t>(std::countr_zero(left));
    const auto barrier = static_cast<std::uint32_t>(addresses[first]);
    std::uint32_t phase = phases[first];  // of several lanes' the one that orders more
    lockstep::Mask alike = 0;
    for (lockstep::Mask each = left; each != 0; each &= each - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(each));
      if (addresses[l] != addresses[first]) continue;
      alike |= each & ~(each - 1);
      phase = tests ? std::max(phase, phases[l]) : std::min(phase, phases[l]);
    }
    mark(logs_, marker, record::barrier_value(barrier, phase), alike);
    if (tests) stopped_.pass(warp, barrier, alike, access.statement, logs_);
    left &= ~alike;
  }
}

void Recorder::warp_rests(std::uint32_t warp) {
  if (logs_[0].empty()) return;
  if (stopped_.stops(warp) && trouble_.empty()) return stopped_.keep(warp, logs_);
  std::array<std::span<const record::LogEntry>, kLanes> spans;
  std::ranges::copy(logs_, spans.begin());
  if (trouble_.empty()) capture_.add(warp, interval_, spans);
  for (auto& log : logs_) log.clear();
}

/// A warp that counts how often it looks never repeats, so that all it asks is kept, as long as it waits.
void Recorder::warp_pauses(std::uint32_t warp) {
  stopped_.may_stop(warp);
  warp_rests(warp);
  if (asked_[warp].looks > kMostLooks && trouble_.empty())
    trouble_ = "one of its warps looks more than 262 144 times for what others do, and counts how often";
}

void Recorder::may_repeat(std::uint32_t warp) {
  if (!is_deaf()) before_[warp] = {true, stopped_.place(warp, logs_), asked_[warp]};
}

void Recorder::repeats(std::uint32_t warp) {
  const Before& before = before_[warp];
  if (!before.is_known || is_deaf()) return;
  stopped_.go_back(warp, before.place, logs_);
  asked_[warp] = before.asked;
}

void Recorder::take_stopped() {
  const std::vector<std::uint32_t> meetings = stopped_.meetings();
  stopped_.count_from_first(meetings.size());
  stopped_.take(meetings.size(), [&](std::uint32_t warp, std::size_t n, const auto& lanes) {
    if (trouble_.empty()) capture_.add(warp, interval_ + static_cast<std::uint32_t>(n), lanes);
  });
  for (const std::uint32_t statement : meetings) capture_.end_interval(lines_.of[statement]);
  interval_ += static_cast<std::uint32_t>(meetings.size());
}

void Recorder::apart(std::uint32_t warp, std::uint32_t statement, std::uint32_t other, std::uint32_t other_statement,
                     bool in_branches) {
  auto& first = (in_branches ? in_branches_ : at_barriers_).first;
  if (is_over_ || first || lines_.path.empty()) return;
  const auto [line, other_line] = lines_of_two(lines_, statement, other_statement);
  if (line == 0 || other_line == 0) return;
  first = format::Divergence{.interval = interval_,
                             .thread = warp * format::kLanes,
                             .line = line,
                             .other_thread = other * format::kLanes,
                             .other_line = other_line};
}

void Recorder::absent(std::uint32_t warp, const lockstep::Absence& absence) {
  if (is_over_ || absent_lanes_.first) return;
  const auto thread = [&](int lane) { return warp * format::kLanes + static_cast<std::uint32_t>(lane); };
  absent_lanes_.first = format::Divergence{.interval = interval_,
                                           .thread = thread(absence.lane),
                                           .line = lines_.of[absence.statement],
                                           .other_thread = thread(absence.absent),
                                           .of_warp = true};
}

void Recorder::barrier(std::uint32_t statement) {
  if (is_over_) return;
  take_stopped();
  capture_.end_interval(lines_.of[statement]);
  ++interval_;
  if (common_stores_) common_stores_->begin_interval();
  for (Asked& asked : asked_) asked.origins.begin_interval();
  for (Before& before : before_) before.is_known = false;
}

/// A recording does not hold whose barrier it is: one of some lanes counts as one of all.
void Recorder::warp_barrier(std::uint32_t, lockstep::Mask) {
  if (logs_[0].empty() || is_over_) return;  // there is nothing before it
  mark(logs_, record::Marker::kWarpBarrier, 0);
}

void Recorder::commit(std::uint32_t, lockstep::Mask lanes) {
  if (!is_deaf()) mark(logs_, record::Marker::kCommit, 0, lanes);
}

void Recorder::wait(std::uint32_t, lockstep::Mask lanes, std::uint32_t pending) {
  if (!is_deaf()) mark(logs_, record::Marker::kWait, pending, lanes);
}

void Recorder::arrives(std::uint32_t warp, std::uint32_t barrier) {
  if (is_deaf()) return;
  stopped_.may_stop(warp);
  before_[warp].is_known = false;
  mark(logs_, record::Marker::kArrive, record::barrier_value(format::SyncEvent::kNamed + barrier, met_[barrier]));
}

void Recorder::meeting(std::uint32_t barrier, std::span<const std::uint32_t> warps) {
  if (is_deaf()) return;
  ++met_[barrier];
  for (const std::uint32_t warp : warps)
    mark(stopped_.logs(warp), record::Marker::kPass,
         record::barrier_value(format::SyncEvent::kNamed + barrier, met_[barrier]));
}

/// In pieces of 16 bytes, as many as are a row, but no two rows share a line of global memory: what the rows cost is
/// what the copy does.
void Recorder::bulk_copy(std::uint32_t warp, int lane, const lockstep::BulkCopy& copy) {
  constexpr std::uint64_t kPiece = 16, kRow = kPiece * kLanes;
  const std::uint64_t in_global = copy.stores ? copy.to : copy.from, in_shared = copy.stores ? copy.from : copy.to;
  const Arrays::Place* const place = is_deaf() ? nullptr : place_of(in_global);
  if (place == nullptr) return;
  if (!arrays_.has_shared()) trouble_ = "it uses shared memory without declaring an array in it";
  if (!last_.holds(in_global + copy.bytes - 1)) trouble_ = "one of its bulk copies goes beyond the end of an array";
  if (!trouble_.empty()) return;
  stopped_.may_stop(warp);
  const auto key = [&](std::uint32_t array, record::Does does) {
    return record::access_key(static_cast<int>(lines_.place[copy.statement]), array, does, kPiece);
  };
  using enum record::Does;
  const record::LogKey global = key(place->number, copy.stores ? kCopyStore : kCopyLoad),
                       shared = key(shared_array(copy.statement, in_shared), copy.stores ? kCopyLoad : kCopyStore);
  const std::uint64_t first = in_global - place->first;
  for (std::uint64_t done = 0; done < copy.bytes;) {
    const std::uint64_t bytes = std::min(copy.bytes - done, kRow - (in_global + done) % format::kBasePeriod);
    const std::uint32_t bulk = static_cast<std::uint32_t>(lane + 1) * 2 + (done != 0 ? 1 : 0);
    const auto add = [&](record::LogKey half, std::uint64_t at) {
      mark(logs_, record::Marker::kBulk, bulk);
      for (std::uint64_t l = 0; l < kLanes; ++l)
        logs_[l].push_back(record::pack(
            half, l * kPiece < bytes ? static_cast<std::uint32_t>(at + l * kPiece) : record::kInactiveAddress));
      asked_[warp].origins.note();
    };
    if (copy.stores) add(shared, in_shared + done);
    add(global, first + done);
    if (!copy.stores) mark(logs_, record::Marker::kOrigin, record::origin_value(1, 0));
    if (!copy.stores) add(shared, in_shared + done);
    done += bytes;
  }
  for (const record::LogKey half : {global, shared})
    if (MovedBytes moved = moved_bytes_[record::key_tensor(half)]; moved.least == 0) {
      moved.least = kPiece;
      note_moved(record::key_tensor(half), moved);
    }
  if (!copy.stores)
    mark(logs_, record::Marker::kArriveWithCopies,
         record::barrier_value(static_cast<std::uint32_t>(copy.mbarrier), copy.phase), 1u << lane);
}

}  // namespace gemmscope::runtime
