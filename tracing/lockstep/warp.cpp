// SPDX-License-Identifier: MIT
// A warp's lanes in lock-step: all that are on the same path do each instruction together.
#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "tracing/lockstep/apart.h"
#include "tracing/lockstep/undefined.h"

namespace gemmscope::lockstep {
namespace {

Mask mask_at(const Warp& warp, Slot slot) {
  Mask mask;
  std::memcpy(&mask, warp.registers + slot, sizeof(mask));
  return mask;
}

/// The lanes on the path that do the instruction, or the batch.
template <class T>
Mask active_of(const Warp& warp, const T& instruction, Mask lanes) {
  if (instruction.predicate == kNoSlot) return lanes;
  const Mask holds = mask_at(warp, instruction.predicate);
  return lanes & (instruction.negated ? ~holds : holds);
}

/// Lanes end on all paths: none waits for them anywhere.
void end(Warp& warp, Mask lanes) {
  for (Path& path : warp.paths) path.lanes &= ~lanes;
}

/// Whether the kernel ends there. Who goes there has ended at once and waits for no others, or barriers that these come
/// to would wait for it: `while (i < n) { ...; __syncthreads(); }` and nothing after that.
bool ends_at(const Block& block, std::uint32_t at) {
  return block.code[at].does == Does::kExit && block.code[at].predicate == kNoSlot;
}

/// Lanes that jump and lanes that do not become paths of their own; lanes that do not jump run first. The path that
/// they left goes on where they meet. A GPU may take either first: ptxas decides.
void branch(Block& block, Warp& warp, const Instruction& instruction, Mask jump) {
  Path& path = warp.paths.back();
  const Mask stay = path.lanes & ~jump;
  if (jump == 0) return void(++path.at);
  if (stay == 0) return void(path.at = instruction.target);
  const std::uint32_t next = path.at + 1;
  path.at = instruction.meets;
  for (const Path& way : {Path{jump, instruction.target, instruction.meets}, Path{stay, next, instruction.meets}})
    if (ends_at(block, way.at))
      end(warp, way.lanes);
    else
      warp.paths.push_back(way);
}

void read_clock(Warp& warp, const Instruction& instruction, Mask active) {
  const std::uint64_t now = instruction.index == 2 ? warp.steps >> 32 : warp.steps;
  const std::size_t bytes = instruction.index == 0 ? 8 : 4;
  for_lanes(active, [&](int l) {
    std::memcpy(warp.registers + instruction.operands[0] + bytes * static_cast<std::size_t>(l), &now, bytes);
  });
}

/// What all lanes do together.
void do_whole(Block& block, Warp& warp, const Instruction& instruction) {
  const Program& program = block.program;
  if (instruction.does == Does::kRows) return do_rows(block, warp, program.accesses[instruction.index]);
  instruction.run(warp.registers, program.operands.data() + instruction.index, kAllLanes, 1);
}

/// Those that are to run all together.
Mask all_lanes(const Warp& warp) { return warp.paths.front().lanes; }

/// Instructions of a warp that change nothing in memory, before it is asked whether it ever will; and rounds of its
/// loops from there, before others run.
constexpr std::uint64_t kIdle = 20'000, kPause = 20'000;
/// The same, if it looks for what others do.
constexpr std::uint64_t kIdleLook = 500, kLook = 500;

/// Whether the warp last read memory as a warp does that waits for others: strongly, or by an atomic operation.
bool looks(const Block& block, const Warp& warp) {
  const Program& program = block.program;
  if (warp.asks == nullptr || (warp.asks->does != Does::kAccess && warp.asks->does != Does::kWords)) return false;
  const bool alone = warp.asks->does == Does::kAccess;  // strong loads are in no bundle with others
  const Access& access = program.accesses[alone ? warp.asks->index : program.bundles[warp.asks->index].first];
  return access.strong || access.kind == AccessKind::kAtomic;
}

/// The warp has gone back. Nothing: it goes on. A warp that looks for what others do is soon checked for repetition;
/// with a listener, at once, so that what it asks over and over need not be heard.
std::optional<Stop> go_round(Block& block, Warp& warp) {
  const std::uint64_t idle = warp.steps - warp.changed;
  if (idle < kIdle && ((block.listener == nullptr && idle < kIdleLook) || !looks(block, warp))) return std::nullopt;
  const Rounds::Found found =
      warp.rounds.look({{warp.registers, block.program.register_bytes}, warp.paths, warp.frames.size(), warp.changed});
  if (block.listener != nullptr && found == Rounds::Found::kRemembers) block.listener->may_repeat(warp.number);
  if (block.listener != nullptr && found == Rounds::Found::kRepeats) block.listener->repeats(warp.number);
  if (found == Rounds::Found::kRepeats) return Stop::kYields;
  if (idle < kIdle) return std::nullopt;
  ++warp.idle_rounds;
  if (warp.idle_rounds % kLook == 0 && looks(block, warp)) return Stop::kLooks;
  if (warp.idle_rounds % kPause == 0) return Stop::kPauses;
  return std::nullopt;
}

/// Lanes that have parted take turns, but not inside of a called function, which all lanes leave together.
void give_way(Warp& warp) {
  if (warp.frames.empty()) take_turns(warp);
}

/// It may do something else next; if it only waits, it is here again. Lanes that have parted may test in loops of their
/// own.
Stop tests_in_vain(Warp& warp) {
  constexpr std::uint32_t kPatience = 10'000;
  ++warp.tested;
  give_way(warp);
  return warp.tested < kPatience ? Stop::kPauses : Stop::kYields;
}

void too_long(Block& block, const Warp& warp) {
  if (!block.faults.empty()) return;  // this follows from the fault
  const Path& path = warp.paths.back();
  Fault result{.kind = FaultKind::kNoEnd, .block = block.number, .warp = warp.number};
  result.lane = static_cast<std::uint32_t>(std::countr_zero(path.lanes));
  result.statement = block.program.statements[path.at], result.waiting = block.waiting(warp, false);
  result.count = static_cast<std::uint64_t>(std::popcount(path.lanes));
  block.fault(std::move(result));
}

void fault_of_lanes(Block& block, FaultKind kind, const Warp& warp, Mask lanes, std::uint32_t statement) {
  Fault result{.kind = kind, .block = block.number, .warp = warp.number};
  result.lane = static_cast<std::uint32_t>(std::countr_zero(lanes)), result.statement = statement;
  result.count = static_cast<std::uint64_t>(std::popcount(lanes)), result.of_warps[warp.number] = lanes;
  block.fault(std::move(result));
}

/// `lanes`: of the path.
void move(Block& block, Warp& warp, const Instruction& instruction, Mask active, Mask lanes) {
  warp.asks = &instruction;
  if (block.undefined != nullptr) block.undefined->guard(warp, instruction.predicate, lanes);
  if (instruction.does == Does::kWords)
    do_words(block, warp, instruction.index, active);
  else
    do_access(block, warp, block.program.accesses[instruction.index], active);
}

/// Lanes have come together, or to where they would not without `others`: see Members::absent().
void meet(const Block& block, Warp& warp, Mask here, Mask others) {
  if (!warp.members.are_awaited()) return;
  if (const auto absence = warp.members.absent(here, others)) block.listener->absent(warp.number, *absence);
}

/// Whether all lanes of the warp are there, and each names all others: then they take nothing from one that is not
/// there.
bool are_complete(const Warp& warp, const Instruction& instruction, Mask active) {
  const auto* const members = reinterpret_cast<const std::uint32_t*>(warp.registers + instruction.operands[0]);
  Mask all = active;
  for (int l = 0; l < kLanes; ++l) all &= members[l];
  return all == kAllLanes;
}

/// `lanes`: of the path.
void come(Block& block, Warp& warp, const Instruction& instruction, Mask active, Mask lanes) {
  if (block.limits.undefined != nullptr && block.undefined == nullptr && !are_complete(warp, instruction, active) &&
      takes_undefined(block.launch, warp, instruction, active))
    block.follow_undefined();
  if (block.undefined != nullptr)
    block.undefined->decides(warp, block.statement_of(instruction), instruction.operands[0], Holds::k32, active,
                             format::Undefined::Use::kOther);
  if (block.listener == nullptr) return;
  warp.members.come(instruction.run, block.statement_of(instruction), warp.registers + instruction.operands[0], active,
                    all_lanes(warp));
  meet(block, warp, lanes, lanes);
}

/// Operations of a passage, done one by one, as undefined values may depend on what they find.
[[gnu::noinline]] void follow(Block& block, const Warp& warp, const Batch& batch, Mask active, Mask lanes) {
  for (std::uint32_t i = 0; i < batch.count; ++i) {
    const Slot* const operands = block.program.batch_operands[batch.index + i].data();
    block.undefined->operate(warp, batch.run, operands, batch.predicate, lanes, active);
    if (active != 0) batch.run(warp.registers, operands, active, 1);
  }
}

/// Before an instruction that is in no passage.
[[gnu::noinline]] void follow(Block& block, const Warp& warp, std::uint32_t at, Mask active, Mask lanes) {
  const Instruction& instruction = block.code[at];
  if (instruction.does == Does::kOperate)
    block.undefined->operate(warp, instruction.run, instruction.operands.data(), instruction.predicate, lanes, active);
  else
    block.undefined->step(warp, at, lanes, active);
}

/// Returns how many instructions that were.
std::uint32_t run_passage(Block& block, Warp& warp, const Passage& passage, Mask lanes) {
  const Program& program = block.program;
  const auto* const operands = program.batch_operands.data();
  const Batch* const first = program.batches.data() + passage.first;
  bool is_followed = block.undefined != nullptr;
  for (const Batch *batch = first, *const end = first + passage.batches; batch != end; ++batch) {
    const Mask active = active_of(warp, *batch, lanes);
    const bool operates = batch->does == Does::kOperate;
    if (is_followed && operates) follow(block, warp, *batch, active, lanes);
    if (active == 0 || (is_followed && operates)) continue;
    if (operates) {
      batch->run(warp.registers, operands[batch->index].data(), active, batch->count);
      continue;
    }
    if (batch->does == Does::kMembers)
      come(block, warp, block.code[batch->index], active, lanes);
    else
      move(block, warp, block.code[batch->index], active, lanes);
    is_followed = block.undefined != nullptr;  // from here on, perhaps
  }
  warp.steps += passage.instructions;
  return passage.instructions;
}

/// Where lanes of a warp wait for each other, or exchange values.
bool needs_others(Does does) {
  return does == Does::kWarpBarrier || does == Does::kMembers || does == Does::kRows || does == Does::kWhole;
}

}  // namespace

Stop run(Block& block, Warp& warp) {
  const Program& program = block.program;
  warp.asks = nullptr;
  for (;;) {
    if (warp.paths.empty()) {
      const Others others = others_of(block, warp);
      if (others != Others::kGoOn) return others == Others::kWait ? Stop::kWaits : Stop::kEnded;
    }
    Path& path = warp.paths.back();
    if (path.lanes == 0 || path.at == path.meets) {
      warp.paths.pop_back();
      if (!warp.frames.empty() && warp.frames.back().first_path == warp.paths.size()) leave(block, warp);
      if (!warp.paths.empty()) meet(block, warp, warp.paths.back().lanes, warp.paths.back().lanes);
      continue;
    }
    if (block.undefined != nullptr) block.undefined->at(warp);
    const Instruction& instruction = block.code[path.at];
    if (warp.steps >= warp.most_steps) return too_long(block, warp), Stop::kFailed;
    if (instruction.passage != kNowhere && !warp.parted) {  // a passage does not stop where lanes exchange values
      path.at += run_passage(block, warp, program.passages[instruction.passage], path.lanes);
      continue;
    }
    ++warp.steps;
    const Mask active = active_of(warp, instruction, path.lanes);
    if (warp.parted && active != 0 && needs_others(program.code[path.at].does) && !are_together(warp, instruction))
      continue;
    if (block.undefined != nullptr) follow(block, warp, path.at, active, path.lanes);
    switch (instruction.does) {
      case Does::kOperate:
        if (active != 0) instruction.run(warp.registers, instruction.operands.data(), active, 1);
        ++path.at;
        break;
      case Does::kAccess:
      case Does::kWords:
        if (active != 0) move(block, warp, instruction, active, path.lanes);
        ++path.at;
        break;
      case Does::kRows:
      case Does::kWhole:
        if (active == kAllLanes)
          do_whole(block, warp, instruction), block.changes(warp);
        else if (active != 0)
          fault_of_lanes(block, FaultKind::kPartialWarp, warp, active, program.statements[path.at]);
        ++path.at;
        break;
      case Does::kCopy:
        if (active != 0) block.changes(warp);
        if (active != 0)
          do_copy(block, warp, program.accesses[instruction.index], program.accesses[instruction.index + 1],
                  instruction.operands[0], active);
        ++path.at;
        break;
      case Does::kCommit:
        if (block.listener != nullptr && active != 0) block.listener->commit(warp.number, active);
        ++path.at;
        break;
      case Does::kWait:
        if (block.listener != nullptr && active != 0) block.listener->wait(warp.number, active, instruction.index);
        ++path.at;
        break;
      case Does::kBranch: {
        const bool goes_back = active != 0 && instruction.target <= path.at;
        branch(block, warp, instruction, active);
        if (!goes_back) break;
        if (const auto stop = go_round(block, warp)) return give_way(warp), *stop;
        break;
      }
      case Does::kSwitch:
        if (!do_switch(block, warp, instruction, active)) return Stop::kFailed;
        break;
      case Does::kCall:
        ++path.at;
        if (active != 0 && !do_call(block, warp, instruction, active)) return Stop::kFailed;
        break;
      case Does::kReturn:
        ++path.at;
        do_return(warp, active);
        break;
      case Does::kPrint:
        do_print(block, warp, instruction, active);
        block.changes(warp);
        ++path.at;
        break;
      case Does::kMalloc:
        do_malloc(block, warp, instruction, active);
        block.changes(warp);
        ++path.at;
        break;
      case Does::kFree:
        do_free(block, warp, instruction, active);
        block.changes(warp);
        ++path.at;
        break;
      case Does::kAssert:
        if (active != 0) return do_assert(block, warp, instruction, active), Stop::kFailed;
        ++path.at;
        break;
      case Does::kTrap:
        if (active != 0) {
          fault_of_lanes(block, FaultKind::kTrap, warp, active, program.statements[path.at]);
          return Stop::kFailed;
        }
        ++path.at;
        break;
      case Does::kExit:
        ++path.at;
        end(warp, active);
        break;
      case Does::kBarrier:
        if (active != 0) meet(block, warp, active, kAllLanes);
        if (active == 0) {
          ++path.at;
        } else if (active == all_lanes(warp)) {
          if (come_to_barrier(block, warp, instruction, active)) return Stop::kWaits;
        } else if (warp.frames.empty() && static_cast<BarrierUse>(instruction.index) == BarrierUse::kSync) {
          set_apart(warp, instruction, active);
        } else {
          block.partial_barrier(warp, instruction, active);
          ++path.at;
          if (reach(block, warp, instruction, active)) return Stop::kWaits;
        }
        break;
      case Does::kWarpBarrier:
        if (block.listener != nullptr && active != 0) block.listener->warp_barrier(warp.number, active);
        ++path.at;
        break;
      case Does::kBulk:
      case Does::kBulkStore:
        if (active != 0) block.changes(warp);
        if (active != 0)
          do_bulk(block, warp, std::span(program.accesses).subspan(instruction.index, bulk_accesses(instruction.does)),
                  instruction.operands[0], active);
        ++path.at;
        break;
      case Does::kMbarrier:
        warp.asks = &instruction, ++path.at;
        if (active == 0) break;
        if (!do_mbarrier(block, warp, program.accesses[instruction.index], active)) return tests_in_vain(warp);
        warp.tested = 0;
        break;
      case Does::kMembers:
        if (active != 0) come(block, warp, instruction, active, path.lanes);
        ++path.at;
        break;
      case Does::kClock:
        read_clock(warp, instruction, active);
        ++path.at;
        break;
      case Does::kCarry:
        if (block.listener != nullptr && active != 0)
          block.listener->carries(warp.number, instruction.index, active, warp.registers);
        ++path.at;
        break;
      case Does::kFollow:
        if (active != 0 && !block.follower->step(block, warp, instruction.index, active)) return Stop::kFailed;
        ++path.at;
        break;
      case Does::kQuietLoop: do_quiet_loop(block, warp, instruction); break;
      case Does::kQuietLoopEnd:
        end_quiet_loop(block, warp, instruction.index);
        ++path.at;
        break;
      case Does::kNothing: ++path.at; break;
    }
  }
}

}  // namespace gemmscope::lockstep
