// SPDX-License-Identifier: MIT
// Lanes that a membermask names and that do not come.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/lockstep/written.h"
#include "tracing/ptx/read.h"

namespace gemmscope::lockstep {
namespace {

using testing::decoded;

/// Of the statements, of k first: "shfl".
std::vector<std::string> opcodes_of(const std::string& body, const std::string& functions) {
  std::vector<std::string> all;
  const std::string text = testing::kernel(body, functions);
  const auto module = ptx::read(text);
  EXPECT_TRUE(module) << module.error().message;
  for (const char* const name : {"k", "f"})
    if (const ptx::Function* const function = module->find_function(name); function != nullptr)
      for (const ptx::Statement& statement : function->code) all.emplace_back(statement.base);
  return all;
}

struct Ear : Listener {
  void request(std::uint32_t, const Access&, Space, Mask, std::span<const std::uint64_t, kLanes>) override {}
  void absent(std::uint32_t warp, const Absence& told) override {
    if (!text.empty()) text += "; ";
    text += std::to_string(warp) + ": " + std::to_string(told.lane) + " at " + opcodes.at(told.statement) +
            " without " + std::to_string(told.absent);
  }
  std::vector<std::string> opcodes;
  std::string text;
};

/// "0: 3 at vote without 7": warp, lane and statement, and which lane is absent.
std::string absent(const std::string& body, testing::How how = {}) {
  std::string text;
  for (const bool one_by_one : {false, true}) {
    Ear ear;
    ear.opcodes = opcodes_of(body, how.functions);
    how.listener = &ear, how.one_by_one = one_by_one;
    testing::run(body, how);
    if (one_by_one)
      EXPECT_EQ(ear.text, text) << body;
    else
      text = ear.text;
  }
  return text;
}

const std::string kLower = "setp.lt.u32 %p1, %r0, 16;\n";
std::string shuffle(const std::string& mask = "-1") {
  return "shfl.sync.down.b32 %r2|%p0, %r1, 8, 31, " + mask + ";\n";
}
std::string vote(const std::string& mask = "-1") { return "vote.sync.any.pred %p0, %p1, " + mask + ";\n"; }
const std::string kStore = "st.global.u32 [%rd1], %r1;\n";

/// For the lower half of the warp, and for the upper one.
std::string branches(const std::string& lower, const std::string& upper) {
  return kLower + "@!%p1 bra $UPPER;\n" + lower + "bra $MEET;\n$UPPER:\n" + upper + "$MEET:\n" + kStore;
}

TEST(Members, AreAbsentWhereABranchIsForSomeLanes) {
  EXPECT_EQ(absent(branches(shuffle(), "")), "0: 0 at shfl without 16");
  EXPECT_EQ(absent(branches("", vote())), "0: 16 at vote without 0");
  EXPECT_EQ(absent(branches("match.any.sync.b32 %r2, %r1, -1;", "")), "0: 0 at match without 16");
  EXPECT_EQ(absent(branches("redux.sync.add.u32 %r2, %r1, -1;", "")), "0: 0 at redux without 16");
  EXPECT_EQ(absent(branches(shuffle("0x2000f"), "")), "0: 0 at shfl without 17");
  EXPECT_EQ(absent(kLower + "@%p1 " + shuffle() + kStore), "0: 0 at shfl without 16");
  EXPECT_EQ(absent("setp.lt.u32 %p1, %r1, 48;\n@!%p1 bra $MEET;\n" + shuffle() + "$MEET:\n" + kStore, {.threads = 64}),
            "1: 0 at shfl without 16");
}

TEST(Members, AreAllThereWhereTheMaskNamesNoOthers) {
  EXPECT_EQ(absent(shuffle() + vote() + kStore), "");
  EXPECT_EQ(absent(branches(shuffle("0xffff"), vote("0xffff0000"))), "");
  EXPECT_EQ(absent(branches("activemask.b32 %r3;" + shuffle("%r3"), "")), "");
  EXPECT_EQ(absent("setp.lt.u32 %p1, %r0, 8; selp.b32 %r3, 0xff, 0xffffff00, %p1;" + shuffle("%r3") + kStore), "");
  EXPECT_EQ(absent(shuffle() + kStore, {.threads = 40}), "") << "a warp of 8 lanes";
}

/// PTX has each lane wait for the same operation with the same mask, wherever the others do it.
TEST(Members, MayComeByDifferentBranches) {
  EXPECT_EQ(absent(branches(shuffle(), shuffle())), "");
  EXPECT_EQ(absent(branches(shuffle() + shuffle() + vote(), shuffle() + vote("0xffff0000") + shuffle() + vote())), "");
  EXPECT_EQ(absent(branches(shuffle(), shuffle()) + kLower + "@%p1 bra $END;\n" + shuffle() + "$END:\n" + kStore),
            "0: 16 at shfl without 0")
      << "they have met, and are counted anew";
  EXPECT_EQ(absent(branches(shuffle(), vote())), "0: 0 at shfl without 16");
  EXPECT_EQ(absent(branches(shuffle(), shuffle("0x7fffffff"))), "0: 0 at shfl without 16");
  EXPECT_EQ(absent(branches(shuffle() + shuffle(), shuffle())), "0: 0 at shfl without 16");
  EXPECT_EQ(absent(branches(shuffle(), shuffle() + shuffle())), "0: 16 at shfl without 0");
}

/// The lanes that go on need not meet before the shuffle, since some of them end.
TEST(Members, MayComeOneAfterTheOther) {
  EXPECT_EQ(absent(kLower + "setp.lt.u32 %p2, %r0, 4; @!%p1 bra $ALL;\n@%p2 ret;\n$ALL:\n" + shuffle() + kStore), "");
}

TEST(Members, AreNotAwaitedOnceTheyHaveEnded) {
  EXPECT_EQ(absent(kLower + "@!%p1 ret;\n" + shuffle() + kStore), "");
  EXPECT_EQ(absent(kLower + "@!%p1 bra $END;\n" + shuffle() + kStore + "$END:\n"), "");
  EXPECT_EQ(absent(branches(shuffle() + kStore, kStore + "ret;\n")), "");
  EXPECT_EQ(absent(branches(shuffle() + kStore + "ret;\n", shuffle())), "");
  EXPECT_EQ(absent(branches(shuffle() + "ret;\n", "") + shuffle() + "bar.sync 0;\n"), "");
}

/// The lower half waits for the upper one in the shuffle, and that for the lower one at the barrier.
TEST(Members, AreAbsentAtTheBarrierAfterOthersHaveEnded) {
  EXPECT_EQ(absent(branches(shuffle() + "ret;\n", "") + "bar.sync 0;\n" + kStore), "0: 0 at shfl without 16");
}

/// Each lane makes a round more than the one before it, and the last two meet first.
TEST(Members, AreAbsentOnceTheyHaveLeftTheLoop) {
  const auto loop = [](const std::string& mask) {
    return "mov.u32 %r5, 0;\n$ROUND:\n activemask.b32 %r3;" + shuffle(mask) +
           "add.u32 %r5, %r5, 1; setp.le.u32 %p1, %r5, %r0;\n@%p1 bra $ROUND;\n" + kStore;
  };
  EXPECT_EQ(absent(loop("-1")), "0: 31 at shfl without 30");
  EXPECT_EQ(absent(loop("%r3")), "");
}

/// No two lanes can do the same, as all masks are different.
TEST(Members, OfDifferentMasksDoNotComeToOneAnother) {
  EXPECT_EQ(absent("shl.b32 %r3, -1, %r0;" + shuffle("%r3") + kStore), "0: 0 at shfl without 1");
  EXPECT_EQ(absent("mov.u32 %r3, %lanemask_eq;" + shuffle("%r3") + kStore), "");
}

TEST(Members, OfACallAreAbsentBehindIt) {
  const testing::How how{.functions =
                             ".func f() { .reg .b32 %r<4>; .reg .pred %p<2>; mov.u32 %r1, 5;"
                             "shfl.sync.up.b32 %r2|%p1, %r1, 1, 0, -1; ret; }\n"};
  EXPECT_EQ(absent("call.uni f, ();\n" + kStore, how), "");
  EXPECT_EQ(absent(branches("call.uni f, ();\n", ""), how), "0: 0 at shfl without 16");
  EXPECT_EQ(absent(branches("call.uni f, ();\n", "call.uni f, ();\n"), how), "");
}

/// A loop that leaves one call after the other open: others may come later that are not told from those before.
TEST(Members, AreNotClaimedOfMoreMasksThanAreKept) {
  const auto rounds = [](int n) {
    return branches("mov.u32 %r5, 0;\n$ROUND:\n shl.b32 %r3, %r5, 16; or.b32 %r3, %r3, 0x100ff;" + shuffle("%r3") +
                        "add.u32 %r5, %r5, 2; setp.lt.u32 %p2, %r5, " + std::to_string(2 * n) + ";\n@%p2 bra $ROUND;\n",
                    "");
  };
  EXPECT_NE(absent(rounds(60)), "");
  EXPECT_EQ(absent(rounds(70)), "");
}

/// Unlike those to which all have come.
TEST(Members, AreForgottenWhereAllHaveCome) {
  std::string body = kLower;
  for (int i = 0; i < 70; ++i) {
    const std::string n = std::to_string(i), mask = std::to_string(0x10001 + 2 * i);
    body += "@!%p1 bra $UPPER" + n + ";\n" + shuffle(mask) + "bra $MEET" + n + ";\n$UPPER" + n + ":\n" + shuffle(mask) +
            "$MEET" + n + ":\n";
  }
  EXPECT_EQ(absent(body + branches(shuffle(), "")), "0: 0 at shfl without 16");
}

/// Where nobody listens, loads are bundled across them, and nothing is asked.
TEST(Members, CostNothingWhereNobodyListens) {
  const auto program = decoded(shuffle() + kStore);
  ASSERT_TRUE(program) << program.error().message;
  const auto has_members = [](const std::vector<Instruction>& code) {
    return std::ranges::find(code, Does::kMembers, &Instruction::does) != code.end();
  };
  EXPECT_TRUE(has_members(program->code));
  EXPECT_FALSE(has_members(program->fast));
}

}  // namespace
}  // namespace gemmscope::lockstep
