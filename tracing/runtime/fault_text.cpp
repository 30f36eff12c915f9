// SPDX-License-Identifier: MIT
#include "tracing/runtime/fault_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/cuda_headers.h"
#include "tracing/runtime/named_shared.h"

namespace gemmscope::runtime {
namespace {

using lockstep::FaultKind;

std::string number(std::uint64_t n) { return std::to_string(n); }

/// "(1,0,0)", as compute-sanitizer writes it.
std::string triple(std::uint64_t n, const std::array<std::uint32_t, 3>& size) {
  return "(" + number(n % size[0]) + "," + number(n / size[0] % size[1]) + "," + number(n / size[0] / size[1]) + ")";
}

/// "tile.cuh:9", "my.cu:14": where a statement of a function that was inlined stands, and where that is called, outward
/// to the kernel; but for what is inside functions of CUDA. Where nvcc was not asked for lines, the statement.
std::vector<std::string> places_of(const ptx::Module& module, const ptx::Function& function,
                                   const ptx::Statement& statement) {
  std::vector<std::string> places;
  for (std::uint32_t at = statement.location; at != ptx::kNoIndex; at = module.locations[at].caller) {
    const ptx::Location& location = module.locations[at];
    const ptx::File* const file = module.find_file(location.file);
    if (file == nullptr) continue;
    const bool is_inside = is_of_cuda(std::string(file->name)) && location.caller != ptx::kNoIndex;
    if (is_inside || location.line == 0)
      places.clear();
    else
      places.push_back(std::string(file->name) + ":" + number(location.line));
  }
  if (places.empty())
    places.push_back("kernel " + ptx::short_name(std::string(function.name)) + ", '" +
                     std::string(module.text(statement.span)) + "'");
  return places;
}

/// "tile.cuh:9", then `called`, "my.cu:14, in my.cu:20".
std::string joined(const std::vector<std::string>& places, const std::string& called) {
  std::string text = places[0];
  for (std::size_t i = 1; i < places.size(); ++i) text += (i == 1 ? called : ", in ") + places[i];
  return text;
}

/// In the middle of a sentence: "tile.cuh:9 (called in my.cu:14)"
std::string briefly(const std::vector<std::string>& places) {
  return joined(places, " (called in ") + (places.size() > 1 ? ")" : "");
}

/// "lanes 1, 4 to 31"
std::string lanes_text(lockstep::Mask lanes) {
  std::string text;
  for (int l = 0; l < lockstep::kLanes; ++l) {
    if ((lanes >> l & 1u) == 0) continue;
    int last = l;
    while (last + 1 < lockstep::kLanes && (lanes >> (last + 1) & 1u) != 0) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(l) + (last == l ? "" : " to " + std::to_string(last));
    l = last;
  }
  return (std::popcount(lanes) == 1 ? "lane " : "lanes ") + text;
}

/// For a barrier that only some lanes of the warp have come to; these are the first of `waiting`.
template <class Where>
std::string partial_text(const lockstep::Fault& fault, Where where) {
  using For = lockstep::Waiting::For;
  const lockstep::Waiting& here = fault.waiting.front();
  std::string text = "waits at a barrier";
  if (!std::has_single_bit(here.lanes)) text += " with " + lanes_text(here.lanes) + " of warp " + number(here.warp);
  text += " for ";
  for (std::size_t i = 1; i < fault.waiting.size(); ++i) {
    const lockstep::Waiting& others = fault.waiting[i];
    const bool one = std::has_single_bit(others.lanes);
    text += (i == 1 ? "" : ", and for ") + lanes_text(others.lanes) + ", which ";
    const std::string at = where(others.statement);
    if (others.what == For::kBarrier)
      text += (one ? "waits" : "wait") +
              (at == where(here.statement) ? " at another barrier of that line" : " at the barrier " + at);
    else
      text += others.what == For::kEnds ? (one ? "has ended without it" : "have ended without it")
                                        : (one ? "goes" : "go") + std::string(" another way");
  }
  return text;
}

/// "of warp 0 lanes 1 to 31 went around a loop and read at my.cu:9 memory that no thread changed; ..."
template <class Where>
std::string waiting_text(const std::vector<lockstep::Waiting>& waiting, const lockstep::Launch& launch, Where where) {
  constexpr std::size_t kMost = 6;
  using For = lockstep::Waiting::For;
  std::string text;
  for (std::size_t i = 0; i < waiting.size() && i < kMost; ++i) {
    const lockstep::Waiting& each = waiting[i];
    text += (i == 0 ? "of warp " : "; of warp ") + number(each.warp) + " " + lanes_text(each.lanes);
    const std::string at = where(each.statement);
    if (each.what == For::kNothing) text += " went around a loop that reads and changes nothing";
    if (each.what == For::kMemory) text += " went around a loop and read at " + at + " memory that no thread changed";
    if (each.what == For::kOthers) text += " waited at " + at + " for the others of the warp";
    if (each.what == For::kBarrier) text += " waited at the barrier " + at;
  }
  if (waiting.size() > kMost) text += "; and more";
  if (launch.grid_workspace != 0) text += ". All blocks of the grid must come to each grid.sync()";
  return text;
}

/// The places of a statement of the kernel, or of a function that it calls.
std::vector<std::string> places_of(std::uint32_t statement, const lockstep::Program& program,
                                   const ptx::Module& module) {
  const auto in = std::ranges::find_if(program.functions.rbegin(), program.functions.rend(),
                                       [&](const auto& f) { return f.first_statement <= statement; });
  const ptx::Function& function = module.functions[in->source];
  return places_of(module, function, function.code[statement - in->first_statement]);
}

/// A copy has several accesses in one statement: that to the space, at multiples of that many bytes. Null: the fault is
/// of no access.
const lockstep::Access* access_of(const lockstep::Fault& fault, const lockstep::Program& program) {
  const auto likeness = [&](const lockstep::Access& access) {
    return access.space != fault.space ? 1 : fault.align != 0 && access.width() != fault.align ? 2 : 3;
  };
  const lockstep::Access* found = nullptr;
  for (const lockstep::Access& access : program.accesses)
    if (access.statement == fault.statement && (found == nullptr || likeness(access) > likeness(*found)))
      found = &access;
  return found;
}

/// "fails the assertion n < 100": from the first of CUDA's lines.
std::string asserted(const std::string& text) {
  const std::size_t begin = text.find(" Assertion `"), end = text.find("` failed.");
  if (begin == text.npos || end == text.npos || end < begin) return "fails an assertion";
  const std::size_t what = begin + std::string_view(" Assertion `").size();
  return "fails the assertion " + text.substr(what, end - what);
}

/// "loads 4 bytes"
std::string what_it_does(const lockstep::Fault& fault, const lockstep::Program& program) {
  const lockstep::Access* const access = access_of(fault, program);
  if (access == nullptr) return "reads memory";
  const char* does = access->kind == lockstep::AccessKind::kLoad       ? "loads "
                     : access->kind == lockstep::AccessKind::kStore    ? "stores "
                     : access->kind == lockstep::AccessKind::kMbarrier ? "uses an mbarrier of "
                                                                       : "changes ";
  const std::uint64_t bytes = fault.bytes != 0 ? fault.bytes : access->width();
  return does + count_of_bytes(bytes);
}

/// For an access to shared memory, or to an address that is not a multiple of the width: the array, and the byte there.
struct ArrayByte {
  std::string name;
  std::uint64_t byte = 0, bytes = 0, begin = 0;  ///< of the array, and where it begins in shared memory
};
std::optional<ArrayByte> array_byte(const lockstep::Fault& fault, const FaultScene& scene) {
  if (fault.space == lockstep::Space::kGlobal) {
    const lockstep::Allocation* const array = scene.allocations.find(fault.address);
    if (array == nullptr) return std::nullopt;
    const std::string known = scene.name_of ? scene.name_of(*array) : "";
    return ArrayByte{known.empty() ? "allocation " + number(array->id) : known, fault.address - array->address,
                     array->bytes, 0};
  }
  if (fault.space != lockstep::Space::kShared || fault.statement >= scene.named_shared.size()) return std::nullopt;
  const auto& shared = scene.program.shared;
  std::uint32_t n = scene.named_shared[fault.statement];
  for (std::uint32_t i = 0; i < shared.size() && n == kNotNamed; ++i)
    if (fault.address - shared[i].offset < shared[i].bytes) n = i;
  if (n >= shared.size()) return std::nullopt;
  return ArrayByte{ptx::last_name(shared[n].name), fault.address - shared[n].offset,
                   shared[n].is_dynamic ? scene.launch.dynamic_shared : shared[n].bytes, shared[n].offset};
}

FaultParts misaligned(const lockstep::Fault& fault, const std::string& does, const FaultScene& scene) {
  if (fault.align == 0) return {"copies " + count_of_bytes(fault.bytes) + ", which is not a multiple of 16"};
  const std::string multiple = " a multiple of " + number(fault.align);
  const auto array = array_byte(fault, scene);
  if (!array) return {does + " at an address that is not" + multiple, why_misaligned(fault, fault.address)};
  std::string text = does + " at byte " + number(array->byte) + " of " + array->name;
  if (array->byte % fault.align != 0) return {text + ", which is not" + multiple, why_misaligned(fault, array->byte)};
  return {text + ", which begins at byte " + number(array->begin) + " of shared memory, and that is not" + multiple};
}

/// `before`: bytes from the address to where shared memory begins.
std::string before_shared(std::uint64_t before, const std::optional<ArrayByte>& array) {
  const std::string all = count_of_bytes(before) + " before shared memory";
  if (!array) return all;
  return count_of_bytes(before + array->begin) + " before " + array->name + (array->begin == 0 ? "" : ", " + all);
}

FaultParts out_of_bounds(const lockstep::Fault& fault, const std::string& does, const FaultScene& scene) {
  using lockstep::Space;
  if (fault.space == Space::kLocal) return {does + " beyond its local memory"};
  if (fault.space == Space::kArgument)
    return {does + " at byte " + number(fault.address) + " of the kernel's arguments, which have " +
            number(scene.program.argument_bytes) + " and are only for reading"};
  if (fault.space != Space::kShared) {
    const FaultPlace place = place_of(fault, scene);
    return {does + " " + place.text, place.cause};
  }
  const auto array = array_byte(fault, scene);
  const auto address = static_cast<std::int32_t>(fault.address);  // in shared memory they have 32 bits
  if (address < 0) return {does + " " + before_shared(-std::int64_t{address}, array)};
  const std::string memory =
      " of shared memory, of which it has " + number(scene.program.shared_bytes + scene.launch.dynamic_shared);
  if (!array || fault.address < array->begin) return {does + " at byte " + number(fault.address) + memory};
  return {does + " at byte " + number(array->byte) + " of " + array->name + ", which has " + number(array->bytes) +
          (array->begin == 0 ? "" : ", at byte " + number(fault.address) + memory)};
}

}  // namespace

bool tell_the_same(const lockstep::Fault& a, const lockstep::Fault& b, const FaultScene& scene) {
  if (a.kind != b.kind || a.kind == FaultKind::kAssert || a.space != b.space) return false;
  return places_of(a.statement, scene.program, scene.module) == places_of(b.statement, scene.program, scene.module) &&
         what_it_does(a, scene.program) == what_it_does(b, scene.program) &&
         (a.kind != FaultKind::kOutOfBounds || a.space != lockstep::Space::kGlobal ||
          place_of(a, scene).array == place_of(b, scene).array);
}

std::string text_of(const lockstep::Fault& fault, const FaultScene& scene) {
  if (fault.kind == FaultKind::kAssert) return fault.text;
  const std::uint64_t thread = std::uint64_t{fault.warp} * lockstep::kLanes + fault.lane;
  const FaultParts parts = parts_of(fault, scene);
  return joined(places_of(fault.statement, scene.program, scene.module), ": called in ") + ": in block " +
         triple(fault.block, scene.launch.grid) + " thread " + triple(thread, scene.launch.block) + " " + parts.does +
         (parts.cause.empty() ? "" : ": " + parts.cause);
}

FaultParts parts_of(const lockstep::Fault& fault, const FaultScene& scene) {
  const lockstep::Program& program = scene.program;
  const lockstep::Launch& launch = scene.launch;
  const auto place = [&](std::uint32_t statement) { return briefly(places_of(statement, program, scene.module)); };
  const std::string does = what_it_does(fault, program);
  switch (fault.kind) {
    case FaultKind::kOutOfBounds: return out_of_bounds(fault, does, scene);
    case FaultKind::kMisaligned: return misaligned(fault, does, scene);
    case FaultKind::kNotShared:
      return {"uses an address outside shared memory for an operation that needs shared memory"};
    case FaultKind::kTwoSpaces:
      return {does + " of shared memory and other lanes of its warp of other memory, which is not supported"};
    case FaultKind::kNeverMet: {
      const std::string text = "waits at a barrier for others that never come";
      return {fault.waiting.empty() ? text : text + ": " + waiting_text(fault.waiting, launch, place)};
    }
    case FaultKind::kBadBarrier: return {"uses a barrier for other threads, or more arrivals, than it was made for"};
    case FaultKind::kPartialWarp: return {"executes an operation for whole warps without the other lanes of its warp"};
    case FaultKind::kPartialBarrier:
      return {fault.waiting.size() < 2 ? "waits at a barrier that other lanes of its warp have not reached"
                                       : partial_text(fault, place)};
    case FaultKind::kTooLong: return {"copies more bytes than there is room for"};
    case FaultKind::kStackOverflow:
      return {"calls functions too deep for its local memory of " +
              number(std::max(program.local_bytes, launch.stack_bytes)) +
              " bytes; cudaDeviceSetLimit(cudaLimitStackSize, bytes) gives more"};
    case FaultKind::kNoFunction: return {"calls a pointer that does not point to a function with these parameters"};
    case FaultKind::kNoCase: return {"goes to a case that its switch does not have"};
    case FaultKind::kBadFree: return {"frees memory that malloc did not allocate, or that was already freed"};
    case FaultKind::kAssert: return {asserted(fault.text)};
    case FaultKind::kTrap:
      return {std::string("ends the launch itself (trap)") +
              (launch.grid_workspace == 0 ? ", as grid.sync() does where the launch is not cooperative" : "")};
    case FaultKind::kNoEnd: {
      std::vector<lockstep::Waiting> waiting = fault.waiting;
      std::erase_if(waiting, [](const auto& each) { return each.what == lockstep::Waiting::For::kNothing; });
      const std::string text = "still runs after as many steps as a warp may do";
      return {waiting.empty() ? text : text + "; " + waiting_text(waiting, launch, place)};
    }
    case FaultKind::kStuck: {
      const std::string text = "never ends: " + waiting_text(fault.waiting, launch, place);
      if (fault.room == 0) return {text};
      return {text + ". " + number(fault.room) +
              " of its blocks fit on the device at once and all wait, so that no other begins; a GPU that holds no "
              "more of them would hang, too"};
    }
  }
  return {};
}

std::vector<std::string> places_of(const lockstep::Fault& fault, const FaultScene& scene) {
  return places_of(fault.statement, scene.program, scene.module);
}

}  // namespace gemmscope::runtime
