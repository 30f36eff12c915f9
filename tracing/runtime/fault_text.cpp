// SPDX-License-Identifier: MIT
#include "tracing/runtime/fault_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/cuda_headers.h"

#include "tracing/lockstep/heap.h"

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

/// What lies at an address, or near it.
struct Near {
  std::string text;   ///< "beyond the end of allocation 2 (400 bytes), at byte 416"
  std::string array;  ///< without the bytes: the same for all addresses there
};
Near what_lies_there(std::uint64_t address, const lockstep::Allocations& allocations, const lockstep::Heap* heap,
                     const NameOf& name_of) {
  constexpr std::uint64_t kNear = 1 << 20;  // bytes
  const auto name = [&](const lockstep::Allocation& a) {
    if (heap != nullptr && heap->holds(a.address)) return std::string("the device heap");
    const std::string known = name_of ? name_of(a) : "";
    return known.empty() ? "allocation " + number(a.id) : known;
  };
  const auto all = allocations.all();
  const auto after = std::ranges::upper_bound(all, address, {}, &lockstep::Allocation::address);
  const lockstep::Allocation* const below = after == all.begin() ? nullptr : &*std::prev(after);
  const std::uint64_t byte = below == nullptr ? 0 : address - below->address;
  if (below != nullptr && byte < below->bytes)  // a copy that goes on to beyond its end
    return {"from byte " + number(byte) + " of " + name(*below) + ", which has " + number(below->bytes),
            "beyond the end of " + name(*below)};
  if (const lockstep::Allocation* const freed = allocations.removed(address); freed != nullptr)
    return {"at byte " + number(address - freed->address) + " of " + name(*freed) + ", which was freed",
            name(*freed) + ", which was freed"};
  // The nearer of the two: `in[i - 1]` is before `in`, whatever lies below.
  const std::uint64_t behind = below == nullptr ? kNear : byte - below->bytes,
                      before = after == all.end() ? kNear : after->address - address;
  if (behind < kNear && behind < before) {
    const std::string array = "beyond the end of " + name(*below) + " (" + number(below->bytes) + " bytes)";
    return {array + ", at byte " + number(byte), array};
  }
  if (before < kNear) return {number(before) + " bytes before " + name(*after), "before " + name(*after)};
  if (address < kNear) return {"at address " + number(address) + ", which is a null pointer or close to it", "null"};
  return {"where nothing is allocated", "nothing"};
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

/// "of warp 0 lanes 1 to 31 go around a loop and read at my.cu:9 what nobody changes; ..."
template <class Where>
std::string waiting_text(const std::vector<lockstep::Waiting>& waiting, const lockstep::Launch& launch, Where where) {
  constexpr std::size_t kMost = 6;
  using For = lockstep::Waiting::For;
  std::string text;
  bool of_others = false;
  for (std::size_t i = 0; i < waiting.size() && i < kMost; ++i) {
    const lockstep::Waiting& each = waiting[i];
    text += (i == 0 ? "of warp " : "; of warp ") + number(each.warp) + " " + lanes_text(each.lanes);
    const std::string at = where(each.statement);
    if (each.what == For::kNothing) text += " went around a loop that reads and changes nothing";
    if (each.what == For::kMemory) text += " went around a loop and read at " + at + " what nobody changed";
    if (each.what == For::kOthers) text += " waited at " + at + " for the others of the warp";
    if (each.what == For::kBarrier) text += " waited at the barrier " + at;
    of_others = of_others || each.what == For::kOthers;
  }
  if (waiting.size() > kMost) text += "; and more";
  if (launch.grid_workspace != 0)
    text += ". All blocks of the grid must come to each grid.sync()";
  else if (of_others)
    text += ". Lanes of a warp wait for each other behind a loop here, where a GPU may let each go on alone";
  return text;
}

/// Of the kernel, or of the function that it calls.
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

/// "loads 4 bytes"
std::string what_it_does(const lockstep::Fault& fault, const lockstep::Program& program) {
  const lockstep::Access* const access = access_of(fault, program);
  if (access == nullptr) return "reads memory";
  const char* does = access->kind == lockstep::AccessKind::kLoad       ? "loads "
                     : access->kind == lockstep::AccessKind::kStore    ? "stores "
                     : access->kind == lockstep::AccessKind::kMbarrier ? "uses an mbarrier of "
                                                                       : "changes ";
  return does + number(fault.bytes != 0 ? fault.bytes : access->width()) + " bytes";
}

}  // namespace

bool tell_the_same(const lockstep::Fault& a, const lockstep::Fault& b, const lockstep::Program& program,
                   const lockstep::Allocations& allocations, const ptx::Module& module) {
  if (a.kind != b.kind || a.kind == FaultKind::kAssert || a.space != b.space) return false;
  const auto array = [&](const lockstep::Fault& fault) {
    return what_lies_there(fault.address, allocations, nullptr, {}).array;
  };
  return places_of(a.statement, program, module) == places_of(b.statement, program, module) &&
         what_it_does(a, program) == what_it_does(b, program) &&
         (a.kind != FaultKind::kOutOfBounds || a.space != lockstep::Space::kGlobal || array(a) == array(b));
}

std::string text_of(const lockstep::Fault& fault, const lockstep::Program& program, const lockstep::Launch& launch,
                    const lockstep::Allocations& allocations, const ptx::Module& module, const NameOf& name_of) {
  if (fault.kind == FaultKind::kAssert) return fault.text;
  const std::uint64_t thread = std::uint64_t{fault.warp} * lockstep::kLanes + fault.lane;
  const auto place = [&](std::uint32_t statement) { return briefly(places_of(statement, program, module)); };
  std::string text = joined(places_of(fault.statement, program, module), ": called in ") + ": in block " +
                     triple(fault.block, launch.grid) + " thread " + triple(thread, launch.block) + " ";
  const std::string does = what_it_does(fault, program);
  switch (fault.kind) {
    case FaultKind::kOutOfBounds: {
      if (fault.space == lockstep::Space::kShared)
        return text + does + " at byte " + number(fault.address) + " of shared memory, of which it has " +
               number(program.shared_bytes + launch.dynamic_shared);
      if (fault.space == lockstep::Space::kLocal) return text + does + " beyond its local memory";
      if (fault.space == lockstep::Space::kArgument)
        return text + does + " at byte " + number(fault.address) + " of the kernel's arguments, which have " +
               number(program.argument_bytes) + " and are only for reading";
      return text + does + " " + what_lies_there(fault.address, allocations, launch.heap, name_of).text;
    }
    case FaultKind::kMisaligned:
      if (fault.align == 0) return text + "copies " + number(fault.bytes) + " bytes, which is not a multiple of 16";
      return text + does + " at an address that is not a multiple of " + number(fault.align);
    case FaultKind::kNotShared: return text + "uses an address outside of shared memory for what works only there";
    case FaultKind::kTwoSpaces:
      return text + does + " of shared memory and other lanes of its warp of other memory, which is not supported";
    case FaultKind::kNeverMet: return text + "waits at a barrier for others that never come";
    case FaultKind::kBadBarrier:
      return text + "uses a barrier for other threads, or more arrivals, than it was made for";
    case FaultKind::kPartialWarp:
      return text + "does what only a whole warp can do, and other lanes of its warp do not";
    case FaultKind::kPartialBarrier: return text + "waits at a barrier that other lanes of its warp have not reached";
    case FaultKind::kTooLong: return text + "copies more bytes than there is room for";
    case FaultKind::kStackOverflow:
      return text + "calls functions too deep for its local memory of " +
             number(std::max(program.local_bytes, launch.stack_bytes)) +
             " bytes; cudaDeviceSetLimit(cudaLimitStackSize, bytes) gives more";
    case FaultKind::kNoFunction:
      return text + "calls a function by a pointer that is none to a function of these parameters";
    case FaultKind::kNoCase: return text + "goes to a case that its switch has not";
    case FaultKind::kBadFree: return text + "frees what malloc did not give, or what was freed before";
    case FaultKind::kAssert: break;
    case FaultKind::kTrap:
      return text + "ends the launch itself (trap)" +
             (launch.grid_workspace == 0 ? ", as grid.sync() does where the launch is not cooperative" : "");
    case FaultKind::kNoEnd: {
      std::vector<lockstep::Waiting> waiting = fault.waiting;
      std::erase_if(waiting, [](const auto& each) { return each.what == lockstep::Waiting::For::kNothing; });
      text += "still runs after as many steps as a warp may do";
      return waiting.empty() ? text : text + "; " + waiting_text(waiting, launch, place);
    }
    case FaultKind::kStuck:
      text += "never ends: " + waiting_text(fault.waiting, launch, place);
      return fault.room == 0
                 ? text
                 : text + ". " + number(fault.room) +
                       " of its blocks fit on the device at once and all wait, so that no other begins; a GPU "
                       "that holds no more of them would hang, too";
  }
  return text;
}

}  // namespace gemmscope::runtime
