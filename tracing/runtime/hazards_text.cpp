// SPDX-License-Identifier: MIT
// The sentences.
#include <algorithm>
#include <array>
#include <cstring>

#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/code_place.h"
#include "tracing/runtime/hazards.h"
#include "tracing/runtime/launch_fault.h"
#include "tracing/runtime/recorded_launch.h"

namespace gemmscope::runtime {
namespace {

using lockstep::Way;
using Kind = format::ProgramFinding::Kind;

/// "{1}": see ProgramNote.
std::string place(int n) { return "{" + std::to_string(n) + "}"; }
std::string argument(int n, int which, const std::string& otherwise) {
  return "{" + std::to_string(n) + "." + std::to_string(which) + "|" + otherwise + "}";
}

/// "the launch of scale{0}", "cudaMemcpyAsync{0}"
std::string in_words(const StreamWork& work, int n) {
  return (work.what == StreamWork::What::kLaunch ? "the launch of " : "") + work.name + place(n);
}

/// Which argument of the call is the memory that is stored, or loaded; nothing: no argument is.
std::optional<int> argument_of(const StreamWork& work, bool stored) {
  const auto begins = [&](const char* with) { return work.name.starts_with(with); };
  if (work.what == StreamWork::What::kFree || work.what == StreamWork::What::kFill) return 0;
  if (work.what != StreamWork::What::kCopy || begins("cudaMemcpy3D") || !begins("cudaMemcpy")) return std::nullopt;
  if (stored) return 0;
  return begins("cudaMemcpy2D") ? 2 : 1;
}

}  // namespace

std::string name_of_kernel(const Kernel& kernel) { return ptx::short_name(kernel.name); }

std::vector<std::uint64_t> pointers_in(const lockstep::Launch& launch) {
  std::vector<std::uint64_t> pointers;
  for (std::size_t at = 0; at + 8 <= launch.arguments.size(); at += 8) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, launch.arguments.data() + at, sizeof(bits));
    pointers.push_back(bits);
  }
  return pointers;
}

std::string Hazards::name_of_array(const lockstep::Allocation& array) const {
  for (const Given& given : launches_) {
    const std::vector<std::uint64_t> pointers = pointers_in(given.launch);
    if (!std::ranges::any_of(pointers, [&](std::uint64_t at) { return array.holds(at); })) continue;
    if (std::string name = name_of(array, *given.kernel, given.launch); !name.empty()) return name;
  }
  return "";
}

std::string Hazards::stream_name(StreamId stream) const {
  return stream == Order::kLegacy ? "the default stream" : "stream " + std::to_string(stream);
}

std::string Hazards::name_of_bytes(std::uint64_t byte, const StreamWork* work, int n, bool stored) const {
  const lockstep::Allocation* const array = memory_.allocations().find(byte);
  if (array != nullptr)
    if (std::string name = name_of_array(*array); !name.empty()) return name;
  const auto kind = pages.kind_of(byte);
  const std::string otherwise = kind == HostMemory::kManaged      ? "managed memory"
                                : kind == HostMemory::kPinned     ? "pinned memory"
                                : kind == HostMemory::kRegistered ? "registered memory"
                                                                  : "memory";
  const auto which = argument_of(*work, stored);
  return which ? argument(n, *which, otherwise) : otherwise;
}

Hazards::Told* Hazards::tell(ProgramNote note, const std::vector<CodePlace>& places, const std::string& what) {
  std::string key = std::to_string(static_cast<int>(note.kind)) + what;
  for (const CodePlace& place : places)
    for (const std::uint64_t at : place) key += " " + std::to_string(at);
  constexpr std::size_t kMostTold = 1000;
  const auto known = told_.find(key);
  if (known == told_.end() && told_.size() >= kMostTold) return nullptr;
  Told& told = told_[key];
  const bool is_new = known == told_.end();
  if (std::exchange(told.is_over, false)) told.count = 0;
  ++told.count;
  if (!is_new) return change_note(folder_, told.place, told.count, false), &told;
  note.id = told_.size();
  for (const CodePlace& place : places) note.places.push_back(in_files(place));
  told.place = add_note(folder_, note);
  return &told;
}

void Hazards::tell_touch(const StreamWork& work, lockstep::ByteRange bytes, bool writes, const CodePlace& where) {
  const lockstep::ByteRanges there{bytes};
  const auto where_it = [&](Way way) { return lockstep::common(work.of(way), there); };
  const auto stores = where_it(Way::kStore) ? where_it(Way::kStore) : where_it(Way::kAtomic);
  const bool stored = stores.has_value();
  const std::uint64_t byte = stored ? stores->begin : where_it(Way::kLoad)->begin;
  ProgramNote note{.kind = writes ? Kind::kHostWrite : Kind::kHostRead};
  note.text = "the host " + std::string(writes ? "writes " : "reads ") + name_of_bytes(byte, &work, 1, stored) +
              place(0) + ", which " + in_words(work, 1) +
              (stored ? writes ? " may still write" : " may not have written yet" : " may not have read yet") +
              ": nothing between them waits for it, as " +
              (work.stream == Order::kLegacy ? "cudaDeviceSynchronize" : "cudaStreamSynchronize") + " does";
  tell(std::move(note), {where, work.called_from});
}

void Hazards::tell_meeting(const Meeting& meeting, const StreamWork& second) {
  const StreamWork& first = meeting.first;
  const std::string streams = ": nothing makes " + stream_name(second.stream) + " wait for " +
                              stream_name(first.stream) +
                              ", as cudaStreamWaitEvent does for an event that is recorded after that work";
  const auto name = [&] {
    std::string text = name_of_bytes(meeting.where.begin, &second, 1, meeting.does != Way::kLoad);
    if (text.starts_with("{") || text == "memory")
      text = name_of_bytes(meeting.where.begin, &first, 0, meeting.did != Way::kLoad);
    return text;
  }();
  ProgramNote note{.kind = Kind::kUnordered};
  bool with_streams = true;
  if (second.what == StreamWork::What::kFree) {
    note.kind = Kind::kFreed;
    note.text = in_words(second, 1) + " frees " + name + ", which " + in_words(first, 0) + " may still use";
    with_streams = second.stream != order.host_stream();
  } else if (first.what == StreamWork::What::kAllocation) {
    note.text = in_words(second, 1) + " may use " + name + " before " + in_words(first, 0) + " has allocated it";
  } else {
    note.text = in_words(second, 1) + " may " + (meeting.does == Way::kLoad ? "read " : "write ") + name + " before " +
                in_words(first, 0) + (meeting.did == Way::kLoad ? " has read it" : " has written it");
  }
  const std::string what = note.text;  // in whatever streams
  if (with_streams) note.text += streams;
  tell(std::move(note), {first.called_from, second.called_from}, what);
}

void Hazards::refused(const char* name, const char* text, const std::string& why) {
  if (!look()) return;
  const CodePlace from = called_from();
  std::string function = called_function();
  const bool is_launch = function == "__cudaLaunchKernel" || function == "cudaLaunchKernel";
  if (has_ended_ && !is_launch) return;
  if (function != "__cudaLaunchKernel" && takes_result(from)) return;  // <<<...>>> takes none
  ProgramNote note{.kind = Kind::kRefused};
  note.text = (is_launch ? "the launch" : function) + place(0) + " did nothing: it returned " + name + " (" + text +
              ")" +
              (has_ended_    ? ", as CUDA ends before objects that existed before its first call"
               : why.empty() ? ""
                             : ", as " + why) +
              ", and the program did not look at the error";
  if (Told* const told = tell(std::move(note), {from}); told != nullptr && told->count == 1) refused_.push_back(told);
}

void Hazards::faulted(const std::string& kernel, std::uint32_t launch, const std::string& how) {
  if (!look()) return;
  tell({.kind = Kind::kFault,
        .text = "launch " + std::to_string(launch) + " of " + kernel + ", which is not recorded, faulted: " + how},
       {});
}

void Hazards::used_unwritten(const std::string& kernel, std::uint32_t launch, const std::string& where) {
  if (!look()) return;
  tell({.kind = Kind::kUnwrittenRead,
        .text = "launch " + std::to_string(launch) + " of " + kernel + place(0) +
                ", which is not recorded, uses what was never written: it " + where},
       {called_from()});
}

void Hazards::asks_time_of(const Clock& clock) {
  if (!look() || order.host_has_waited(clock)) return;
  ProgramNote note{.kind = Kind::kHostRead};
  note.text =
      "cudaEventElapsedTime" + place(0) +
      " asks for a time that may not be known yet, and then returns cudaErrorNotReady: nothing before it waits for "
      "the event, as cudaEventSynchronize does";
  tell(std::move(note), {called_from()});
  order.host_waits(clock);
}

void Hazards::asked_for_errors() {
  for (Told* const told : std::exchange(refused_, {}))
    told->is_over = true, change_note(folder_, told->place, told->count, true);
}

}  // namespace gemmscope::runtime
