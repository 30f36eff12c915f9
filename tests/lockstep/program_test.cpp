// SPDX-License-Identifier: MIT
// Warps and blocks, on programs written by hand: which lanes do what, in which order, and what is wrong.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "tracing/lockstep/launch.h"

namespace gemmscope::lockstep {
namespace {

using Word = std::uint32_t;

template <class T>
T& lane_of(std::byte* registers, Slot slot, int lane) {
  return reinterpret_cast<T*>(registers + slot)[lane];
}

/// to = kOf(a, b) in the active lanes.
template <class To, class A, To (*kOf)(A, Word)>
void operation(std::byte* registers, const Slot* at, Mask active, std::size_t) {
  for (int l = 0; l < kLanes; ++l)
    if ((active >> l & 1u) != 0)
      lane_of<To>(registers, at[0], l) = kOf(lane_of<A>(registers, at[1], l), lane_of<Word>(registers, at[2], l));
}
Word sum_of(Word a, Word b) { return a + b; }
Word difference_of(Word a, Word b) { return a - b; }
Word product_of(Word a, Word b) { return a * b; }
std::uint64_t word_behind(std::uint64_t address, Word index) { return address + 4 * std::uint64_t{index}; }

constexpr Run kAdd = operation<Word, Word, sum_of>, kSubtract = operation<Word, Word, difference_of>,
              kMultiply = operation<Word, Word, product_of>,
              kWordBehind = operation<std::uint64_t, std::uint64_t, word_behind>;

void is_below(std::byte* registers, const Slot* at, Mask active, std::size_t) {
  Mask& to = lane_of<Mask>(registers, at[0], 0);
  for (int l = 0; l < kLanes; ++l)
    if ((active >> l & 1u) != 0 && lane_of<Word>(registers, at[1], l) < lane_of<Word>(registers, at[2], l))
      to |= Mask{1} << l;
}

/// A program written instruction by instruction, with the slots that it asks for.
class Builder {
 public:
  Program program;

  Slot slot(Holds holds) {
    const Slot at = program.register_bytes;
    program.register_bytes += holds == Holds::kPredicate ? 64 : holds == Holds::k32 ? 128 : 256;
    return at;
  }
  Slot constant(std::uint32_t bits) {
    program.constants.push_back({slot(Holds::k32), Holds::k32, bits});
    return program.constants.back().slot;
  }
  Slot special(Special what, Holds holds = Holds::k32) {
    program.specials.push_back({slot(holds), holds, what});
    return program.specials.back().slot;
  }
  Slot argument() {
    program.arguments.push_back({slot(Holds::k64), Holds::k64, program.argument_bytes, 8});
    program.argument_bytes += 8;
    return program.arguments.back().slot;
  }
  Instruction& add(Does does) {
    program.statements.push_back(static_cast<std::uint32_t>(program.code.size()));
    program.lines.push_back(kNowhere);
    program.code.push_back({});
    program.code.back().does = does;
    return program.code.back();
  }
  void operate(Run run, std::initializer_list<Slot> operands) {
    Instruction& i = add(Does::kOperate);
    i.run = run;
    std::ranges::copy(operands, i.operands.begin());
  }
  /// bar.sync 0
  Instruction& barrier() {
    const Slot sink = slot(Holds::k32), zero = constant(0), holds = slot(Holds::kPredicate);
    Instruction& i = add(Does::kBarrier);
    i.operands = {sink, zero, zero, holds};
    return i;
  }
  Access& access(AccessKind kind, Space space, Slot address, Slot value) {
    add(Does::kAccess).index = static_cast<std::uint32_t>(program.accesses.size());
    Access a;
    a.kind = kind, a.space = space, a.address = address, a.values[0] = value, a.holds[0] = Holds::k32;
    a.address_holds = space == Space::kShared ? Holds::k32 : Holds::k64;
    a.statement = program.statements.back();
    program.accesses.push_back(a);
    return program.accesses.back();
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(program.code.size()); }
};

struct Memory {
  std::vector<std::uint32_t> words;
  Allocations allocations;
  explicit Memory(std::size_t size) : words(size, 0) {
    allocations.add(reinterpret_cast<std::uint64_t>(words.data()), 4 * size);
  }
  std::vector<std::byte> argument() const {
    const auto address = reinterpret_cast<std::uint64_t>(words.data());
    const auto bytes = std::as_bytes(std::span(&address, 1));
    return {bytes.begin(), bytes.end()};
  }
};

/// What a listener has heard, as text.
struct HearsRequests : Listener {
  std::vector<std::string> lines;
  void request(std::uint32_t warp, const Access& access, Space where, Mask lanes,
               std::span<const std::uint64_t, kLanes> addresses) override {
    std::string line = std::to_string(warp) + (access.kind == AccessKind::kLoad ? " load" : " store") +
                       (where == Space::kShared ? " shared" : " global");
    for (int l = 0; l < kLanes; ++l)
      if ((lanes >> l & 1u) != 0 && where == Space::kShared) line += " " + std::to_string(addresses[l]);
    lines.push_back(line);
  }
  void barrier(std::uint32_t) override { lines.push_back("barrier"); }
};

/// address = argument + 4 * index
Slot address_of(Builder& b, Slot argument, Slot index) {
  const Slot address = b.slot(Holds::k64);
  b.operate(kWordBehind, {address, argument, index});
  return address;
}

/// Lanes below `limit` take a branch; others add 1 to what both add 10 to in the end. Each stores at its thread's
/// number.
Program branching(std::uint32_t limit) {
  Builder b;
  const Slot tid = b.special(Special::kTidX), out = b.argument(), value = b.slot(Holds::k32),
             p = b.slot(Holds::kPredicate);
  b.operate(kAdd, {value, tid, b.constant(0)});
  b.operate(is_below, {p, tid, b.constant(limit)});
  const std::uint32_t branch = b.here();
  b.add(Does::kBranch).predicate = p;
  b.operate(kAdd, {value, value, b.constant(1)});
  b.program.code[branch].target = b.program.code[branch].meets = b.here();
  b.operate(kAdd, {value, value, b.constant(10)});
  b.access(AccessKind::kStore, Space::kGlobal, address_of(b, out, tid), value);
  b.add(Does::kExit);
  return b.program;
}

TEST(Warps, LanesThatBranchMeetAgainAndStoreTogether) {
  const Program program = branching(7);
  Memory memory(100);
  HearsRequests heard;
  std::vector<Fault> faults;
  const Launch launch{.grid = {1, 1, 1}, .block = {50, 1, 1}, .arguments = memory.argument()};
  ASSERT_TRUE(run_block(program, launch, memory.allocations, 0, &heard, faults));
  EXPECT_TRUE(faults.empty());
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(memory.words[i], i >= 50 ? 0 : i < 7 ? i + 10 : i + 11) << i;
  EXPECT_EQ(heard.lines, (std::vector<std::string>{"0 store global", "1 store global"}));  // one request a warp
}

TEST(Warps, LanesBeyondAnAllocationStoreNothingAndTheFirstIsNamed) {
  const Program program = branching(7);
  Memory memory(64);
  memory.allocations.remove(reinterpret_cast<std::uint64_t>(memory.words.data()));
  memory.allocations.add(reinterpret_cast<std::uint64_t>(memory.words.data()), 4 * 40);
  std::vector<Fault> faults;
  const Launch launch{.grid = {1, 1, 1}, .block = {50, 1, 1}, .arguments = memory.argument()};
  ASSERT_TRUE(run_block(program, launch, memory.allocations, 0, nullptr, faults));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kOutOfBounds);
  EXPECT_EQ(faults[0].warp, 1u);
  EXPECT_EQ(faults[0].lane, 8u);
  EXPECT_EQ(faults[0].address, reinterpret_cast<std::uint64_t>(memory.words.data() + 40));
  EXPECT_EQ(memory.words[39], 50u);
  EXPECT_EQ(memory.words[40], 0u);
}

TEST(Blocks, EachThreadReadsWhatAnotherWarpStoredBeforeTheBarrier) {
  constexpr std::uint32_t kThreads = 96;
  Builder b;
  const Slot tid = b.special(Special::kTidX), out = b.argument(), at = b.slot(Holds::k32), other = b.slot(Holds::k32),
             value = b.slot(Holds::k32);
  b.operate(kMultiply, {at, tid, b.constant(4)});
  b.access(AccessKind::kStore, Space::kShared, at, tid);
  b.barrier();
  b.operate(kSubtract, {other, b.constant(4 * (kThreads - 1)), at});
  b.access(AccessKind::kLoad, Space::kShared, other, value);
  b.access(AccessKind::kStore, Space::kGlobal, address_of(b, out, tid), value);
  b.add(Does::kExit);
  b.program.shared_bytes = 4 * kThreads;
  Memory memory(kThreads);
  HearsRequests heard;
  std::vector<Fault> faults;
  const Launch launch{.grid = {1, 1, 1}, .block = {kThreads, 1, 1}, .arguments = memory.argument()};
  ASSERT_TRUE(run_block(b.program, launch, memory.allocations, 0, &heard, faults));
  EXPECT_TRUE(faults.empty());
  for (std::uint32_t i = 0; i < kThreads; ++i) EXPECT_EQ(memory.words[i], kThreads - 1 - i);
  ASSERT_EQ(heard.lines.size(), 3u + 1 + 6);
  EXPECT_EQ(heard.lines[3], "barrier");
  EXPECT_EQ(heard.lines[0].substr(0, 24), "0 store shared 0 4 8 12 ");
  EXPECT_EQ(heard.lines[4].substr(0, 28), "0 load shared 380 376 372 36");
}

TEST(Blocks, AnAtomicAddCountsEveryLaneOnceAndGivesEachWhatWasThere) {
  Builder b;
  const Slot tid = b.special(Special::kTidX), out = b.argument(), before = b.slot(Holds::k32);
  Access& atomic = b.access(AccessKind::kAtomic, Space::kGlobal, out, tid);
  atomic.result = before;
  const Slot next = b.slot(Holds::k32);
  b.operate(kAdd, {next, tid, b.constant(1)});
  b.access(AccessKind::kStore, Space::kGlobal, address_of(b, out, next), before);
  b.add(Does::kExit);
  Memory memory(71);
  std::vector<Fault> faults;
  const Launch launch{.grid = {1, 1, 1}, .block = {70, 1, 1}, .arguments = memory.argument()};
  ASSERT_TRUE(run_block(b.program, launch, memory.allocations, 0, nullptr, faults));
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < 70; ++i) {
    EXPECT_EQ(memory.words[i + 1], sum) << i;
    sum += i;
  }
  EXPECT_EQ(memory.words[0], sum);
}

TEST(Blocks, AProgramWithoutEndIsStoppedAndItsPlaceNamed) {
  Builder b;
  b.operate(kAdd, {b.slot(Holds::k32), b.constant(1), b.constant(2)});
  b.add(Does::kBranch).target = 0;
  std::vector<Fault> faults;
  EXPECT_FALSE(run_block(b.program, {.block = {32, 1, 1}}, {}, 3, nullptr, faults, {.steps = 1000}));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kNoEnd);
  EXPECT_EQ(faults[0].block, 3u);
}

TEST(Blocks, ATrapIsAFaultOfAllLanesThatReachIt) {
  Builder b;
  const Slot tid = b.special(Special::kTidX), p = b.slot(Holds::kPredicate);
  b.operate(is_below, {p, tid, b.constant(5)});
  b.add(Does::kTrap).predicate = p;
  b.add(Does::kExit);
  std::vector<Fault> faults;
  EXPECT_FALSE(run_block(b.program, {.block = {32, 1, 1}}, {}, 0, nullptr, faults));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kTrap);
  EXPECT_EQ(faults[0].count, 5u);
}

TEST(Blocks, ABarrierThatNotAllLanesReachIsAFault) {
  Builder b;
  const Slot tid = b.special(Special::kTidX), p = b.slot(Holds::kPredicate);
  b.operate(is_below, {p, tid, b.constant(5)});
  b.barrier().predicate = p;
  b.barrier();
  b.add(Does::kExit);
  std::vector<Fault> faults;
  static_cast<void>(run_block(b.program, {.block = {32, 1, 1}}, {}, 0, nullptr, faults));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kPartialBarrier);
  EXPECT_EQ(faults[0].statement, 1u);
  EXPECT_EQ(faults[0].count, 5u);
}

TEST(Blocks, ABarrierDoesNotWaitForLanesThatHaveEnded) {
  Builder b;
  const Slot tid = b.special(Special::kTidX), p = b.slot(Holds::kPredicate);
  b.operate(is_below, {p, tid, b.constant(5)});
  b.barrier().predicate = p;
  b.add(Does::kExit);
  std::vector<Fault> faults;
  EXPECT_TRUE(run_block(b.program, {.block = {32, 1, 1}}, {}, 0, nullptr, faults));
  EXPECT_TRUE(faults.empty());
}

}  // namespace
}  // namespace gemmscope::lockstep
