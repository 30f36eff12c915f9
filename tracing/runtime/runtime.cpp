// SPDX-License-Identifier: MIT
#include "tracing/runtime/runtime.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "tracing/runtime/fault_text.h"
#include "tracing/runtime/recorded_launch.h"

namespace gemmscope::runtime {
namespace {

using Size = std::array<std::uint32_t, 3>;
using lockstep::FaultKind;

bool is_possible(const Size& grid, const Size& block) {
  for (std::size_t i = 0; i < 3; ++i)
    if (grid[i] == 0 || block[i] == 0 || grid[i] > kMostGrid[i] || block[i] > kMostBlock[i]) return false;
  return std::uint64_t{block[0]} * block[1] * block[2] <= kMostThreads;
}

/// As the kernel's parameters lie in memory.
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

std::uint64_t resident_blocks(const lockstep::Program& program, std::uint32_t threads, std::uint64_t dynamic_shared) {
  if (threads < 1 || threads > kMostThreads) return 0;
  const std::uint32_t whole_warps = (threads + 31) / 32 * 32;
  const std::uint64_t shared = program.shared_bytes + dynamic_shared + kReservedShared;
  return std::min<std::uint64_t>({kMostBlocksOfSm, kMostThreadsOfSm / whole_warps, kSharedOfSm / shared});
}

Outcome Runtime::launch(Kernel& kernel, const Size& grid, const Size& block, const void* const* arguments,
                        std::uint64_t dynamic_shared, bool cooperative) {
  const auto program = modules.program(kernel);
  if (!program) refuse(program.error());
  if (!is_possible(grid, block)) return Outcome::kBadConfiguration;
  if (dynamic_shared > kernel.most_dynamic_shared ||
      dynamic_shared + (*program)->shared_bytes >
          (kernel.most_dynamic_shared > kMostShared ? kMostSharedIfAsked : kMostShared))
    return Outcome::kBadSharedSize;
  lockstep::Launch launch{grid, block, static_cast<std::uint32_t>(dynamic_shared), bytes_of(**program, arguments),
                          stack_bytes};
  if (cooperative) {
    if (launch.blocks() > kMultiprocessors * resident_blocks(**program, launch.threads(), dynamic_shared))
      return Outcome::kTooLarge;
    if (grid_workspace == nullptr) grid_workspace = memory.allocate(lockstep::kGridWorkspace);
    if (grid_workspace == nullptr) throw std::bad_alloc();
    std::memset(grid_workspace, 0, lockstep::kGridWorkspace);
    launch.is_cooperative = true;
    launch.grid_workspace = reinterpret_cast<std::uint64_t>(grid_workspace);
  }
  if ((*program)->uses_heap) need_heap();
  if (heap) heap->begin_launch(), launch.heap = &*heap;
  ++kernel.launches;
  std::vector<lockstep::Fault> faults;
  if (wish.names(kernel)) {
    RecordedLaunch recorded = run_recorded(kernel, launch, wish.part_of(launch), memory,
                                           wish.addresses_only ? Results::kLeftOut : Results::kRight);
    faults = std::move(recorded.faults);
    wish.keep(kernel, recorded.recording);
  } else {
    faults = run_grid(**program, launch, memory.allocations());
  }
  const ptx::Module& module = **kernel.module->ptx;
  for (const lockstep::Fault& fault : faults) {
    const std::string text = text_of(fault, **program, launch, memory.allocations(), module);
    if (fault.kind == FaultKind::kTwoSpaces) refuse({ErrorKind::kUsage, text});
    if (fault.kind == FaultKind::kAssert)
      std::fputs(text.c_str(), stderr);  // as CUDA says it
    else
      std::fprintf(stderr, "gemmscope: %s\n", text.c_str());
  }
  return outcome_of(faults);
}

void Runtime::need_heap() {
  if (heap) return;
  const std::byte* const begin = memory.allocate(heap_bytes, true);
  if (begin == nullptr) throw std::bad_alloc();
  memory.keep_from_host(begin);
  heap.emplace(*memory.allocations().find(reinterpret_cast<std::uint64_t>(begin)));
}

void Runtime::refuse(const Error& error) {
  constexpr int kBadUsage = 2;  // docs/commands.md
  std::fflush(stdout);
  std::fprintf(stderr, "gemmscope: %s\n", error.message.c_str());
  _exit(kBadUsage);
}

Runtime& runtime() {
  static Runtime* const one = new Runtime;
  return *one;
}

}  // namespace gemmscope::runtime
