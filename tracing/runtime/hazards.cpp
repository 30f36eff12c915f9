// SPDX-License-Identifier: MIT
#include "tracing/runtime/hazards.h"

#include <algorithm>
#include <set>

#include "tracing/lockstep/slice.h"
#include "tracing/runtime/code_place.h"
#include "tracing/runtime/recorded_launch.h"

namespace gemmscope::runtime {
namespace {

using lockstep::ByteRange;
using lockstep::ByteRanges;
using lockstep::Way;
using Kind = format::ProgramFinding::Kind;

constexpr std::uint64_t kMostFaults = 20'000;  // 5 us each
constexpr std::size_t kMostLaunches = 64;      // that are remembered for the names of their arguments

std::uint64_t address_of(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

ByteRanges ranges_of(const Rows& rows) {
  ByteRanges ranges;
  for (std::size_t row = 0; row < rows.height && rows.width != 0; ++row) {
    const std::uint64_t begin = address_of(rows.begin) + row * rows.pitch;
    if (!ranges.empty() && ranges.back().end == begin)
      ranges.back().end += rows.width;
    else
      ranges.push_back({begin, begin + rows.width});
  }
  return ranges;
}

void add(StreamWork& work, Way way, ByteRanges ranges) {
  work.touched[static_cast<std::size_t>(way)] = std::move(ranges);
}

/// Whether the kernel, or a function of its module, has a fence that the host takes part in. Then a flag may order what
/// it stores for the host, and it is unknown which word that is.
bool fences_for_host(const Kernel& kernel) {
  const ptx::Module& module = **kernel.module->ptx;
  const auto fences = [](const ptx::Function& function) {
    return std::ranges::any_of(function.code, [&](const ptx::Statement& statement) {
      return (statement.base == "membar" || statement.base == "fence") && function.has(statement, "sys");
    });
  };
  return fences(*kernel.function) ||
         std::ranges::any_of(module.functions, [&](const ptx::Function& f) { return !f.is_entry && fences(f); });
}

/// In lines of `pitch` bytes or less, gaps like those that alignment leaves between the members of structs.
bool are_gaps_of_structs(const std::vector<ByteRange>& unwritten) {
  constexpr std::uint64_t kMostGap = 12, kMostStruct = 256;  // bytes
  if (unwritten.size() < 3) return false;
  const std::uint64_t step = unwritten[1].begin - unwritten[0].begin;
  for (std::size_t i = 0; i < unwritten.size(); ++i)
    if (unwritten[i].end - unwritten[i].begin > kMostGap ||
        (i > 0 && unwritten[i].begin - unwritten[i - 1].begin != step))
      return false;
  return step <= kMostStruct;
}

ByteRanges unwritten_in(const lockstep::Allocation& array, const ByteRanges& ranges) {
  ByteRanges unwritten;
  for (const ByteRange& range : ranges)
    for (std::uint64_t at = range.begin, next; at < range.end; at = next) {
      next = std::min(range.end, (at / 4 + 1) * 4);
      if (!array.is_unwritten(at)) continue;
      if (!unwritten.empty() && unwritten.back().end == at)
        unwritten.back().end = next;
      else
        unwritten.push_back({at, next});
    }
  return unwritten;
}

std::uint64_t bytes_of(const ByteRanges& ranges) {
  std::uint64_t bytes = 0;
  for (const ByteRange& each : ranges) bytes += each.end - each.begin;
  return bytes;
}

}  // namespace

Hazards::Hazards(std::string folder, Memory& memory) : folder_(std::move(folder)), memory_(memory) {
  if (look()) listen_to_host();
}

bool Hazards::is_host(const void* address) const {
  return memory_.allocations().find(address_of(address)) == nullptr || pages.kind_of(address_of(address)).has_value();
}

void Hazards::put(StreamWork work) {
  changes();
  work.on_host = pages.have(work);
  const std::optional<Meeting> meeting = order.put(work);
  if (meeting) tell_meeting(*meeting, work);
}

void Hazards::allocated(StreamId stream, const void* address, std::uint64_t bytes) {
  if (!look() || address == nullptr) return;
  ordered_[address_of(address)] = bytes;
  StreamWork work{
      .what = StreamWork::What::kAllocation, .name = called_function(), .called_from = called_from(), .stream = stream};
  add(work, Way::kStore, {{address_of(address), address_of(address) + bytes}});
  put(std::move(work));
}

void Hazards::frees(const void* address, std::optional<StreamId> ordered) {
  if (!look() || address == nullptr) return;
  const lockstep::Allocation* const array = memory_.allocations().find(address_of(address));
  if (array == nullptr || array->address != address_of(address)) return;
  const bool is_ordered = ordered_.erase(array->address) != 0;
  if (!ordered && !is_ordered) order.host_waits_for_all();
  if (!order.pending().empty()) {
    // cudaFree of memory that a stream has allocated waits for nothing: it comes after the work that the host has
    // waited for.
    const StreamId stream = ordered ? *ordered : order.host_stream();
    StreamWork work{
        .what = StreamWork::What::kFree, .name = called_function(), .called_from = called_from(), .stream = stream};
    add(work, Way::kStore, {{array->address, array->address + array->bytes}});
    put(std::move(work));
  }
  order.forget({array->address, array->address + array->bytes});
  pages.remove(array->address);
  changes();
}

/// Pageable memory is copied before the call returns; a copy to it is over then, and so are copies within the host's
/// memory (CUDA Runtime API, "API synchronization behavior"). For cudaMemcpy from the host, only its staging is
/// certainly over; nearly all programs rely on more, so nothing is claimed about it.
void Hazards::copied(StreamId stream, const Rows& to, const Rows& from, bool returns_when_done) {
  if (!look()) return;
  const bool to_host = is_host(to.begin), from_host = is_host(from.begin);
  const auto is_pageable = [&](const void* at) { return memory_.allocations().find(address_of(at)) == nullptr; };
  const auto kind = [&](const void* at) { return pages.kind_of(address_of(at)); };
  const bool within_host =
      to_host && from_host && kind(to.begin) != HostMemory::kManaged && kind(from.begin) != HostMemory::kManaged;
  const bool waits = (returns_when_done && (to_host || from_host)) || is_pageable(to.begin) || within_host;
  StreamWork work{
      .what = StreamWork::What::kCopy, .name = called_function(), .called_from = called_from(), .stream = stream};
  add(work, Way::kStore, ranges_of(to));
  if (!is_pageable(from.begin)) add(work, Way::kLoad, ranges_of(from));
  put(std::move(work));
  if (waits) order.host_waits_for(stream);
}

/// cudaMemset waits only for memory that is the host's, too.
void Hazards::filled(StreamId stream, const Rows& rows, bool returns_when_done) {
  if (!look()) return;
  StreamWork work{
      .what = StreamWork::What::kFill, .name = called_function(), .called_from = called_from(), .stream = stream};
  add(work, Way::kStore, ranges_of(rows));
  put(std::move(work));
  if (returns_when_done && is_host(rows.begin)) order.host_waits_for(stream);
}

/// A program with one stream, whose kernels do not use memory of the host, cannot go wrong in any of these ways.
std::unique_ptr<lockstep::TouchedMemory> Hazards::watch_launch(const Kernel& kernel, const std::byte* but_not) const {
  if (!look()) return nullptr;
  const bool streams = order.may_be_unordered();
  if (!streams && pages.are_none()) return nullptr;
  const bool for_host = !fences_for_host(kernel);
  std::vector<lockstep::Allocation> arrays;
  for (const lockstep::Allocation& array : memory_.allocations().all()) {
    const bool is_host = pages.kind_of(array.address).has_value();
    const bool own = array.address == address_of(but_not) || !memory_.is_programs(array.address);
    if (!own && (is_host ? for_host : streams)) arrays.push_back(array);
  }
  return std::make_unique<lockstep::TouchedMemory>(arrays);
}

void Hazards::launched(StreamId stream, const Kernel& kernel, const lockstep::Launch& launch,
                       const lockstep::TouchedMemory* touched) {
  if (!look()) return;
  launches_.push_front({&kernel, launch});
  if (launches_.size() > kMostLaunches) launches_.pop_back();
  StreamWork work{.what = StreamWork::What::kLaunch, .name = name_of_kernel(kernel), .stream = stream};
  if (touched != nullptr) work.touched = touched->ranges(), work.called_from = called_from();
  put(std::move(work));
}

void Hazards::close() {
  if (!look() || !changed_) return;
  changed_ = false;
  pages.close(order);
  if (HostPages::any_closed) listen_to_host();  // the program may have set a handler of its own
}

bool Hazards::is_stored_regularly(const lockstep::Allocation& array) const {
  std::set<const Kernel*> kernels;
  for (const Given& given : launches_)
    for (const std::uint64_t address : pointers_in(given.launch))
      if (array.holds(address)) kernels.insert(given.kernel);
  return std::ranges::all_of(kernels, [](const Kernel* kernel) {
    const auto slice = lockstep::slice_of(**kernel->program);
    return slice && slice->closed;
  });
}

void Hazards::looks_at(const Rows& from) {
  if (!look()) return;
  const lockstep::Allocation* const array = memory_.allocations().find(address_of(from.begin));
  if (array == nullptr || array->written == nullptr || array->complete) return;
  const ByteRanges rows = ranges_of(from), unwritten = unwritten_in(*array, rows);
  const std::uint64_t bytes = bytes_of(unwritten), all = bytes_of(rows);
  if (bytes == 0 || are_gaps_of_structs(unwritten) || (bytes != all && !is_stored_regularly(*array))) return;
  ProgramNote note{.kind = Kind::kUnwrittenCopy};
  note.array = name_of_array(*array), note.bytes = array->bytes;
  note.text = called_function() + "{0} copies {#" + std::to_string(all) + "} bytes of " +
              (note.array.empty() ? "device memory" : note.array) + " to the host, " +
              (bytes == all ? "none of which was ever written"
                            : "{#" + std::to_string(bytes) + "} of which were never written");
  constexpr std::size_t kMostTold = 10'000;
  constexpr std::uint64_t kMostBytes = 1 << 28;
  if (array->bytes <= kMostBytes)  // also what is not copied
    for (const ByteRange& each : unwritten_in(*array, {{array->address, array->address + array->bytes}}))
      note.unwritten.insert(note.unwritten.end(), {each.begin - array->address, each.end - array->address});
  if (note.unwritten.size() > 2 * kMostTold) note.unwritten.clear();  // too many to report
  tell(std::move(note), {called_from()});
}

/// What follows from it is not reported again.
bool Hazards::meets_host(ByteRange bytes, bool writes, const CodePlace& where) {
  bool signals = false;
  const StreamWork* const work = order.pending_in(bytes, writes, signals);
  if (work == nullptr && !signals) return false;
  if (signals) return order.host_waits_for_all(), true;
  tell_touch(*work, bytes, writes, where);
  Clock over = work->after;
  over[work->stream] = work->number;
  order.host_waits(over);
  return true;
}

bool Hazards::touched(std::uint64_t byte, bool writes, const void* context) {
  if (!pages.kind_of(byte) && !pages.is_closed(byte)) return false;
  if (!pages.is_closed(byte)) return true;  // another thread has opened it meanwhile
  if (++faults_ > kMostFaults) return pages.give_up(), true;
  const CodePlace where = interrupted(context);
  if (!is_of_runtime({where.front()}) && meets_host({byte, byte + 1}, writes, where))
    pages.close(order);
  else
    pages.open({byte, byte + 1});
  return true;
}

void Hazards::uses(ByteRange bytes, bool writes) {
  if (meets_host(bytes, writes, called_from())) pages.close(order);
  pages.open(bytes);
}

}  // namespace gemmscope::runtime
