// SPDX-License-Identifier: MIT
// What a look for a signal means for what is done after it, by a program's PTX. By hand: two blocks of one warp store
// to A on line 2, give a signal in B on line 3, look for one on line 4 and load what the other has stored on line 5.
#include <gtest/gtest.h>

#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::CheckResult;
using analysis::Fault;
using format::Atomic;
using format::Op;
using testing::HandMade;

// In the order of their lines; the names that these sites have are of no account.
constexpr auto kStore = HandMade::kLoadA, kSignal = HandMade::kStoreAs, kLook = HandMade::kLoadB,
               kLoad = HandMade::kStoreBs;
const std::string kStores = ".loc 1 2 0\nst.global.u32 [%rd1], %r2;\n",
                  kTakesTicket = ".loc 1 4 0\natom.global.add.u32 %r3, [%rd2], 1;\n",
                  kSetsFlag = ".loc 1 3 0\nst.volatile.global.u32 [%rd2], 1;\n",
                  kLooks = ".loc 1 4 0\nld.volatile.global.u32 %r3, [%rd2+16];\n",
                  kLoads = ".loc 1 5 0\nld.global.u32 %r4, [%rd1+16];\n", kIsThere = "setp.ne.u32 %p1, %r3, 0;\n";

/// What the second block accesses is `apart` bytes behind what the first one does, in A and in B.
struct Blocks : HandMade {
  explicit Blocks(const std::string& body) : HandMade(1) {
    be_of_program(2, "ld.param.u64 %rd1, [k_0]; ld.param.u64 %rd2, [k_1];\n" + body);
    format::Recording& r = recording;
    r.sites[kStore].tensor = r.sites[kLoad].tensor = 0, r.sites[kSignal].tensor = r.sites[kLook].tensor = 1;
    r.sites[kStore].op = r.sites[kSignal].op = Op::kStore, r.sites[kLoad].op = Op::kLoad;
    r.sites[kSignal].atomic = r.sites[kLook].atomic = Atomic::kStrong;
  }
  Blocks& does(Site site, std::uint32_t byte) {
    HandMade::add(0, 0, site, {{3, byte}});
    return *this;
  }
  CheckResult check(std::uint32_t apart_in_A, std::uint32_t apart_in_B) const {
    format::Recording r = whole();
    r.grid_x = 2, r.selection.block_x = {0, 2};
    r.blocks.push_back({0, 1, 0, {apart_in_A, apart_in_B}});
    return analysis::check(r);
  }
};

std::size_t races(const CheckResult& result) {
  const auto of_blocks = [](const analysis::Finding& f) { return f.fault == Fault::kBlockRace; };
  return static_cast<std::size_t>(std::ranges::count_if(result.findings, of_blocks));
}

/// Each block looks for the flag of the next one.
CheckResult flags(const std::string& after_flag) {
  return Blocks(kStores + kSetsFlag + after_flag)
      .does(kStore, 64)
      .does(kSignal, 16)
      .does(kLook, 32)
      .does(kLoad, 80)
      .check(16, 16);
}

TEST(Looks, ALoopThatEndsByOneIsAWait) {
  const CheckResult waits = flags("L:\n" + kLooks + kIsThere + "@!%p1 bra L;\n" + kLoads);
  EXPECT_EQ(races(waits), 0u);
  EXPECT_TRUE(waits.undecided.empty());
  EXPECT_EQ(races(flags(kLooks + kIsThere + kLoads)), 1u);  // it looks once, and goes on in any case
}

TEST(Looks, ACondition) {
  const CheckResult asks = flags(kLooks + kIsThere + "@!%p1 bra E;\n" + kLoads + "E:\n");
  EXPECT_EQ(races(asks), 0u);
  EXPECT_TRUE(asks.undecided.empty());
}

/// All take tickets from one counter, and the last one loads. A thread that takes two may have waited for itself.
TEST(Looks, OfAThreadThatTakesSeveralTicketsDecideNothing) {
  const std::string last = "setp.ne.u32 %p1, %r3, 1;\n@%p1 bra E;\n" + kLoads + "E:\n";
  for (const int tickets : {1, 2}) {
    Blocks blocks(kStores + (tickets == 2 ? "L:\n" + kTakesTicket + "@%p2 bra L;\n" : kTakesTicket) + last);
    blocks.recording.sites[kLook].op = Op::kAtomic, blocks.recording.sites[kLook].atomic = Atomic::kPlain;
    blocks.does(kStore, 64);
    for (int i = 0; i < tickets; ++i) blocks.does(kLook, 16);
    const CheckResult result = blocks.does(kLoad, 80).check(16, 0);
    EXPECT_EQ(races(result), 0u) << tickets;
    ASSERT_EQ(result.undecided.size(), tickets == 2 ? 1u : 0u);
    if (tickets == 2) {
      EXPECT_EQ(result.undecided[0].look->site, kLook);
    }
  }
}

/// A plain load may find a part of the sum. If the loaded value decides whether its thread adds, too, it is only a
/// first look.
TEST(Looks, AtASumThatOthersAddToRaceUnlessTheirThreadAddsThen) {
  const auto sums = [](const std::string& loads, std::uint32_t offset) {
    Blocks blocks(loads + ".loc 1 2 0\nred.global.add.u32 [%rd1], %r2;\n" + "E:\n");
    blocks.recording.sites[kStore].op = Op::kAtomic, blocks.recording.sites[kStore].unseen = true;
    return races(blocks.does(kLoad, 64 + offset).does(kStore, 64).check(offset, 0));
  };
  EXPECT_EQ(sums(kLoads, 16), 1u);
  EXPECT_EQ(sums(".loc 1 5 0\nld.global.u32 %r4, [%rd1];\n", 0), 1u);
  EXPECT_EQ(sums(".loc 1 5 0\nld.global.u32 %r4, [%rd1];\nsetp.ge.u32 %p1, %r4, %r2;\n@%p1 bra E;\n", 0), 0u);
}

/// Two blocks store the larger number in one place.
TEST(Looks, BeforeAnExchangeOfAnotherBlockLoseItsUpdate) {
  const auto lost = [](const std::string& made) {
    Blocks blocks(
        "mov.u32 %r2, %tid.x;\n.loc 1 5 0\nld.global.u32 %r4, [%rd1];\nsetp.ge.u32 %p1, %r4, %r2;\n@%p1 bra E;\n.loc 1 2 0\n" +
        made + "E:\n");
    blocks.recording.sites[kStore].op = Op::kAtomic;
    return blocks.does(kLoad, 64).does(kStore, 64).check(0, 0);
  };
  const CheckResult exchanged = lost("atom.global.exch.b32 %r5, [%rd1], %r2;\n");
  ASSERT_EQ(exchanged.findings.size(), 1u);
  EXPECT_EQ(exchanged.findings[0].fault, Fault::kLostUpdate);
  EXPECT_EQ(exchanged.findings[0].remedy, analysis::Remedy::kJoinedLook);
  EXPECT_TRUE(lost("atom.global.max.u32 %r5, [%rd1], %r2;\n").findings.empty());
}

}  // namespace
}  // namespace gemmscope
