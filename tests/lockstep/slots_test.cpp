// SPDX-License-Identifier: MIT
#include "tracing/lockstep/slots.h"

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/lockstep/random.h"

namespace gemmscope::lockstep {
namespace {

using testing::below;

struct Function {
  std::vector<Jump> jumps;
  std::vector<Touched> touched;
  std::vector<Holds> registers;
};

Function random_function(std::mt19937& random) {
  const std::uint32_t size = 5 + below(random, 60), registers = 1 + below(random, 30);
  Function f{std::vector<Jump>(size), std::vector<Touched>(size), {}};
  for (std::uint32_t r = 0; r < registers; ++r) f.registers.push_back(static_cast<Holds>(1 + below(random, 4)));
  for (std::uint32_t i = 0; i < size; ++i) {
    for (std::uint32_t n = below(random, 4); n > 0; --n) f.touched[i].read.push_back(below(random, registers));
    for (std::uint32_t n = below(random, 3); n > 0; --n) f.touched[i].written.push_back(below(random, registers));
    f.touched[i].some_lanes = below(random, 4) == 0;
    if (below(random, 5) != 0) continue;
    f.jumps[i].targets = {below(random, size)};
    f.jumps[i].goes_on = below(random, 3) != 0;
  }
  f.jumps.back() = {.goes_on = false, .leaves = true, .targets = {}};
  return f;
}

/// One lane's way through the function: what it reads must be what it wrote last, found in slots that others share.
void walk(const Function& f, const SlotPlan& plan, std::mt19937& random) {
  std::map<Slot, int> slots;
  std::vector<std::optional<int>> values(f.registers.size());  // that the lane has written
  std::uint32_t at = 0;
  for (int step = 1; step < 400; ++step) {
    const Touched& touched = f.touched[at];
    for (const std::uint32_t r : touched.read)
      ASSERT_EQ(slots[plan.of[r]], values[r].value_or(slots[plan.of[r]])) << "instruction " << at << ", register " << r;
    if (!touched.some_lanes || below(random, 2) == 0)
      for (const std::uint32_t r : touched.written) slots[plan.of[r]] = step, values[r] = step;
    const Jump& jump = f.jumps[at];
    if (!jump.targets.empty() && (!jump.goes_on || below(random, 2) == 0))
      at = jump.targets[0];
    else if (jump.goes_on)
      ++at;
    else
      return;
  }
}

TEST(Slots, EachLaneReadsWhatItWroteLast) {
  std::mt19937 random(3);
  std::size_t shared = 0;
  for (int round = 0; round < 400; ++round) {
    const Function f = random_function(random);
    const SlotPlan plan = plan_slots(f.touched, basic_blocks(f.jumps), f.registers);
    for (int lane = 0; lane < 10; ++lane) ASSERT_NO_FATAL_FAILURE(walk(f, plan, random)) << "round " << round;
    std::set<Slot> different;
    for (const Slot slot : plan.of)
      if (slot != kNoSlot) shared += !different.insert(slot).second;
  }
  EXPECT_GT(shared, 200u);  // otherwise every plan would be right
}

TEST(Slots, RegistersOfTwoWidthsShareNoByteAndAllLieInside) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    const Function f = random_function(random);
    const SlotPlan plan = plan_slots(f.touched, basic_blocks(f.jumps), f.registers);
    std::map<std::uint32_t, std::pair<Slot, Holds>> owner;  // of each byte
    for (std::size_t r = 0; r < plan.of.size(); ++r) {
      if (plan.of[r] == kNoSlot) continue;
      ASSERT_LE(plan.of[r] + slot_bytes(f.registers[r]), plan.bytes);
      for (std::uint32_t byte = 0; byte < slot_bytes(f.registers[r]); ++byte) {
        const std::pair mine(plan.of[r], f.registers[r]);
        ASSERT_EQ(owner.try_emplace(plan.of[r] + byte, mine).first->second, mine);
      }
    }
  }
}

TEST(Slots, AChainOfThousandValuesNeedsTwo) {
  Function f{std::vector<Jump>(1000), std::vector<Touched>(1000), std::vector<Holds>(1000, Holds::k32)};
  for (std::uint32_t i = 0; i < 1000; ++i) {
    f.touched[i].written = {i};
    if (i > 0) f.touched[i].read = {i - 1};
  }
  f.jumps.back() = {.goes_on = false, .leaves = true, .targets = {}};
  EXPECT_EQ(plan_slots(f.touched, basic_blocks(f.jumps), f.registers).bytes, 2 * 4 * kLanes);
}

}  // namespace
}  // namespace gemmscope::lockstep
