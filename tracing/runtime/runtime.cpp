// SPDX-License-Identifier: MIT
#include "tracing/runtime/runtime.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/launch_fault.h"
#include "tracing/runtime/launch_log.h"
#include "tracing/runtime/recorded_launch.h"

namespace gemmscope::runtime {
namespace {

using Size = std::array<std::uint32_t, 3>;
using lockstep::FaultKind;

/// "its block has 2048 threads in x, and may have 1 to 1024". Empty: it can be.
std::string why_impossible(const Size& grid, const Size& block, std::uint64_t bounds) {
  const auto misfit = [](const std::string& what, const char* parts, const Size& size,
                         const Size& most) -> std::string {
    for (std::size_t i = 0; i < 3; ++i)
      if (size[i] == 0 || size[i] > most[i])
        return "its " + what + " has " + std::to_string(size[i]) + " " + parts + " in " + "xyz"[i] +
               ", and may have 1 to " + std::to_string(most[i]);
    return "";
  };
  if (std::string why = misfit("grid", "blocks", grid, kMostGrid); !why.empty()) return why;
  if (std::string why = misfit("block", "threads", block, kMostBlock); !why.empty()) return why;
  const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
  const auto too_many = [&](std::uint64_t most) {
    return "its block has " + std::to_string(threads) + " threads, and may have " + std::to_string(most);
  };
  if (threads > kMostThreads) return too_many(kMostThreads);
  return bounds != 0 && threads > bounds ? too_many(bounds) + ", as its __launch_bounds__ says" : "";
}

/// The kernel's parameters, as they are in memory.
std::vector<std::byte> bytes_of(const lockstep::Program& program, const void* const* arguments) {
  std::vector<std::byte> bytes(program.argument_bytes);
  for (std::size_t i = 0; i < program.parameters.size(); ++i)
    std::memcpy(bytes.data() + program.parameters[i].offset, arguments[i], program.parameters[i].bytes);
  return bytes;
}

/// What a GPU would answer. Of a barrier that not all lanes reach it answers nothing; what then happens is undefined.
Outcome outcome_of(std::span<const lockstep::Fault> faults) {
  for (const lockstep::Fault& fault : faults) {
    if (fault.kind == FaultKind::kOutOfBounds) return Outcome::kBadAddress;
    if (fault.kind == FaultKind::kMisaligned) return Outcome::kMisaligned;
    if (fault.kind == FaultKind::kNoFunction || fault.kind == FaultKind::kNoCase) return Outcome::kBadAddress;
    if (fault.kind == FaultKind::kStackOverflow) return Outcome::kStackOverflow;
    if (fault.kind == FaultKind::kAssert) return Outcome::kAsserted;
    if (fault.kind == FaultKind::kTrap || fault.kind == FaultKind::kBadFree) return Outcome::kTrapped;
    if (fault.kind == FaultKind::kNoEnd || fault.kind == FaultKind::kStuck) return Outcome::kNoEnd;
  }
  return Outcome::kDone;
}

}  // namespace

Outcome Runtime::launch(Kernel& kernel, const Size& grid, const Size& block, const void* const* arguments,
                        std::uint64_t dynamic_shared, bool cooperative) {
  if (const char* const steps = std::getenv(kStepsVariable); steps != nullptr && *steps != 0 && !steps_in(steps))
    refuse({ErrorKind::kUsage, no_steps(steps)});
  const auto program = modules.program(kernel);
  if (!program) refuse(program.error());
  const auto refused = [&](const std::string& reason, Outcome outcome) {
    wish.note_refused(kernel, why = reason);
    return outcome;
  };
  if (const std::string reason = why_impossible(grid, block, (*program)->most_threads); !reason.empty())
    return refused(reason, Outcome::kBadConfiguration);
  const std::uint32_t most_shared = kernel.most_dynamic_shared > kMostShared ? kMostSharedIfAsked : kMostShared;
  if (const std::uint64_t shared = dynamic_shared + (*program)->shared_bytes;
      dynamic_shared > kernel.most_dynamic_shared || shared > most_shared)
    return refused(
        "a block of it needs " + std::to_string(shared) + " bytes of shared memory and may have " +
            std::to_string(std::min<std::uint64_t>(most_shared, kernel.most_dynamic_shared + (*program)->shared_bytes)),
        Outcome::kBadSharedSize);
  lockstep::Launch launch{grid, block, static_cast<std::uint32_t>(dynamic_shared), bytes_of(**program, arguments),
                          stack_bytes};
  if (cooperative) {
    if (launch.blocks() > room_for_blocks(**program, launch))
      return refused("the blocks of a cooperative launch run at the same time, and there is no room for " +
                         std::to_string(launch.blocks()),
                     Outcome::kTooLarge);
    if (grid_workspace == nullptr) grid_workspace = memory.allocate(lockstep::kGridWorkspace);
    if (grid_workspace == nullptr) throw std::bad_alloc();
    std::memset(grid_workspace, 0, lockstep::kGridWorkspace);
    launch.is_cooperative = true;
    launch.grid_workspace = reinterpret_cast<std::uint64_t>(grid_workspace);
  }
  if ((*program)->uses_heap && !has_heap()) {
    wish.note_refused(kernel, "there is no memory for its heap of " + std::to_string(heap_bytes) + " bytes");
    throw std::bad_alloc();
  }
  if (heap) heap->begin_launch(), launch.heap = &*heap;
  ++kernel.launches;
  wish.note_launch(kernel);
  const bool has_results = !wish.names(kernel) || !wish.addresses_only;
  const auto touched = has_results ? hazards.watch_launch(kernel, grid_workspace) : nullptr;
  hazards.works();
  std::vector<lockstep::Fault> faults;
  std::optional<LaterReads> later;
  if (wish.names(kernel)) {
    const Results results = wish.addresses_only ? Results::kLeftOut : wish.values ? Results::kKept : Results::kRight;
    RecordedLaunch recorded = run_recorded(kernel, launch, wish.part_of(launch), memory, results, 0, touched.get());
    faults = std::move(recorded.faults);
    refuse_wait_for_host(faults, kernel, launch);
    // Only if this launch uses nothing unwritten itself, which its recording would say.
    constexpr unsigned kLaterLooks = 16;
    const bool is_known = has_results && recorded.recording && recorded.recording->unwritten;
    if (is_known && recorded.recording->unwritten->empty()) kernel.later_looks = kLaterLooks;
    wish.keep(kernel, recorded.recording, recorded.memory);
  } else {
    lockstep::Limits limits = limits_of_environment();
    limits.touched = touched.get();
    if (hazards.look() && kernel.later_looks > 0) {
      --kernel.later_looks;
      memory.note_complete();
      limits.watcher = &later.emplace(), limits.undefined = &*later;
    }
    faults = run_grid(**program, launch, memory.allocations(), 0, nullptr, limits);
    refuse_wait_for_host(faults, kernel, launch);
  }
  if (faults.empty()) hazards.launched(stream, kernel, launch, touched.get());
  if (!faults.empty()) tell(faults, kernel, launch);
  if (faults.empty() && later) tell(*later, kernel, launch);
  return outcome_of(faults);
}

void Runtime::refuse_wait_for_host(const std::vector<lockstep::Fault>& faults, const Kernel& kernel,
                                   const lockstep::Launch& launch) {
  for (const lockstep::Fault& fault : faults) {
    if (fault.kind != FaultKind::kStuck && fault.kind != FaultKind::kNoEnd) continue;
    for (const lockstep::Waiting& waiting : fault.waiting) {
      if (waiting.allocation == 0 || !hazards.pages.kind_of(waiting.allocation)) continue;
      const FaultTeller teller(kernel, launch, memory.allocations());
      lockstep::Fault there = fault;
      there.statement = waiting.statement;
      refuse(
          {ErrorKind::kUsage,
           places_of(there, teller.scene()).front() + ": " + name_of_kernel(kernel) +
               " waits in a loop for a change of memory that the host can write. No thread of the launch changes it, and "
               "whether the host will is not known. Such a kernel cannot be run without a GPU"});
    }
  }
}

void Runtime::tell(const std::vector<lockstep::Fault>& faults, const Kernel& kernel, const lockstep::Launch& launch) {
  wish.note_fault(kernel);
  const FaultTeller teller(kernel, launch, memory.allocations());
  const auto not_supported = std::ranges::find(faults, FaultKind::kTwoSpaces, &lockstep::Fault::kind);
  if (not_supported != faults.end()) refuse({ErrorKind::kUsage, text_of(*not_supported, teller.scene())});
  const std::string text = text_of(faults.front(), teller.scene()), after = after_it(faults, teller.scene());
  if (!wish.names(kernel)) hazards.faulted(ptx::short_name(kernel.name), kernel.launches, text);
  if (faults.front().kind == FaultKind::kAssert)
    std::fputs(text.c_str(), stderr);  // as CUDA says it
  else
    std::fprintf(stderr, "gemmscope: %s\n", text.c_str());
  if (!after.empty()) std::fprintf(stderr, "gemmscope: %s\n", after.c_str());
}

void Runtime::tell(const LaterReads& reads, Kernel& kernel, const lockstep::Launch& launch) {
  const auto read = reads.first(memory.allocations());
  if (!read) return;
  kernel.later_looks = 0;  // those that follow may read the same
  const FaultTeller teller(kernel, launch, memory.allocations());
  const lockstep::Allocation& array = *memory.allocations().find(read->address);
  const std::string name = name_of(array, kernel, launch);
  const lockstep::Fault there{.kind = FaultKind::kOutOfBounds, .statement = read->statement};
  hazards.used_unwritten(ptx::short_name(kernel.name), kernel.launches,
                         "loads byte " + std::to_string(read->address - array.address) + " of " +
                             (name.empty() ? "allocation " + std::to_string(array.id) : name) + " at " +
                             places_of(there, teller.scene()).front());
}

thread_local bool RuntimeMutex::mine_ = false;

bool Runtime::has_heap() {
  if (heap) return true;
  const std::byte* const begin = memory.allocate(heap_bytes, true);
  if (begin == nullptr) return false;
  memory.keep_from_host(begin);
  heap.emplace(*memory.allocations().find(reinterpret_cast<std::uint64_t>(begin)));
  return true;
}

void Runtime::refuse(const Error& error) {
  constexpr int kBadUsage = 2;  // docs/commands.md
  if (!wish.folder.empty()) note(wish.folder, {LogLine::What::kStopped});
  std::fflush(stdout);
  std::fprintf(stderr, "gemmscope: %s\n", error.message.c_str());
  _exit(kBadUsage);
}

Runtime& runtime() {
  static Runtime* const one = new Runtime;
  return *one;
}

}  // namespace gemmscope::runtime
