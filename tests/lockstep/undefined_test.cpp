// SPDX-License-Identifier: MIT
// Undefined values, and which threads use them.
#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "tests/lockstep/written.h"
#include "tracing/ptx/read.h"

namespace gemmscope::lockstep {
namespace {

using format::Undefined;

std::string range_of(Mask lanes) {
  const int first = std::countr_zero(lanes), last = 31 - std::countl_zero(lanes);
  return first == last ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(last);
}

/// Reports "4-15 from 20-31 beyond, by store of 0": the lanes that take something, from which lanes, and the use.
struct ToldUses : UndefinedListener {
  bool follows(std::uint64_t) override { return true; }
  bool spend(std::uint64_t) override { return true; }
  void used(std::uint64_t, const UndefinedSource& source, const UndefinedUse& use) override {
    constexpr const char* kWhy[] = {"outside", "ended", "beyond"};
    constexpr const char* kUse[] = {"branch", "address", "store", "print", "other"};
    std::string one = range_of(source.lanes);
    if (source.of == Undefined::Of::kLane)
      one += " from " + range_of(source.from) + " " + kWhy[static_cast<int>(source.why)];
    else
      one += source.of == Undefined::Of::kShared ? " of shared" : " of global";
    one += ", by " + std::string(kUse[static_cast<int>(use.use)]) + " of " +
           std::to_string(use.warp * kLanes + static_cast<std::uint32_t>(use.lane));
    all.push_back(one);
  }
  std::vector<std::string> all;
};
struct DeafListener : Listener {
  void request(std::uint32_t, const Access&, Space, Mask, std::span<const std::uint64_t, kLanes>) override {}
};

/// The same with or without a listener, and whether instructions are done one by one or together; and nothing that the
/// threads write depends on it.
std::string uses(const std::string& body, testing::How how = {}) {
  std::string text;
  const testing::Words right = testing::run(body, how);
  for (const int way : {0, 1, 2, 3}) {
    ToldUses told;
    DeafListener deaf;
    how.undefined = &told, how.one_by_one = way % 2 != 0, how.listener = way / 2 != 0 ? &deaf : nullptr;
    EXPECT_EQ(testing::run(body, how), right) << body;
    std::ranges::sort(told.all);
    std::string here;
    for (const std::string& each : told.all) here += (here.empty() ? "" : "; ") + each;
    if (way == 0) text = here;
    EXPECT_EQ(here, text) << body << way;
  }
  return text;
}

const std::string kStoreIt = "st.global.u32 [%rd1], %r2;\n", kStoreFirst = "setp.eq.u32 %p3, %r1, 0;\n@%p3 " + kStoreIt;
std::string take_down(const std::string& by, const std::string& mask = "-1", const std::string& bound = "31") {
  return "shfl.sync.down.b32 %r3|%p0, %r2, " + by + ", " + bound + ", " + mask + ";\n";
}
std::string sum_down(const std::string& mask = "-1") {
  std::string text = "mov.u32 %r2, %r1;\n";
  for (const char* const by : {"16", "8", "4", "2", "1"}) text += take_down(by, mask) + "add.u32 %r2, %r2, %r3;\n";
  return text;
}

TEST(Undefined, ASumOfAWholeWarpTakesNothingThatIsNotThere) {
  EXPECT_EQ(uses(sum_down() + kStoreIt), "");  // a source beyond the bound is the lane itself
  EXPECT_EQ(uses(sum_down() + kStoreIt, {.threads = 64}), "");
  EXPECT_EQ(uses("shfl.sync.idx.b32 %r2|%p0, %r1, 40, 31, -1;\n" + kStoreIt), "");
}

TEST(Undefined, LanesBeyondTheBlockReachTheSum) {
  EXPECT_EQ(uses(sum_down() + kStoreFirst, {.threads = 20}),
            "4-15 from 20-31 beyond, by store of 0");  // the first source that a value depends on is reported
}

/// Each lane that is not there is guarded against, or its value does not come as far as lane 0.
TEST(Undefined, WhatNobodyUsesIsNotTold) {
  EXPECT_EQ(uses("mov.u32 %r2, %r1;\n" + take_down("16") + kStoreIt, {.threads = 20}), "");
  const std::string guarded =
      "mov.u32 %r2, %r1;\n" + take_down("16") +
      "add.u32 %r4, %r1, 16;\nsetp.lt.u32 %p1, %r4, 20;\nselp.b32 %r3, %r3, 0, %p1;\nadd.u32 %r2, %r2, %r3;\n" +
      kStoreIt;
  EXPECT_EQ(uses(guarded, {.threads = 20}), "");
  const std::string predicated = "mov.u32 %r2, %r1;\n" + take_down("16") +
                                 "add.u32 %r4, %r1, 16;\nsetp.lt.u32 %p1, %r4, 20;\n@%p1 add.u32 %r2, %r2, %r3;\n" +
                                 kStoreIt;
  EXPECT_EQ(uses(predicated, {.threads = 20}), "");
  EXPECT_EQ(uses("mov.u32 %r2, %r1;\n" + take_down("16") + "and.b32 %r2, %r3, 0;\n" + kStoreIt, {.threads = 20}), "");
  EXPECT_EQ(uses("mov.u32 %r2, %r1;\n" + take_down("16") + "mul.lo.u32 %r2, %r3, 0;\n" + kStoreIt, {.threads = 20}),
            "");
  const std::string half = sum_down("0xffff");  // lanes 16 to 31 have a sum of their own that is unused
  EXPECT_EQ(uses("setp.gt.u32 %p1, %r1, 15;\n@%p1 bra $END;\n" + half + kStoreFirst + "$END:\n"),
            "0-15 from 16-31 outside, by store of 0");  // 16 lanes further on is not in the mask
}

TEST(Undefined, EachLaneThatIsNotThereIsNamedByWhatItIs) {
  const std::string early = "mov.u32 %r2, %r1;\nsetp.gt.u32 %p1, %r1, 27;\n@%p1 ret;\n";
  EXPECT_EQ(uses(early + take_down("4") + "mov.u32 %r2, %r3;\n" + kStoreIt), "24-27 from 28-31 ended, by store of 24");
  EXPECT_EQ(uses("mov.u32 %r2, %r1;\n" + take_down("1", "0x55555555") + "mov.u32 %r2, %r3;\n" + kStoreIt),
            "0-31 from 1-31 outside, by store of 0");
  EXPECT_EQ(uses("setp.eq.u32 %p1, %r1, 40;\nvote.sync.ballot.b32 %r2, %p1, -1;\n" + kStoreIt, {.threads = 20}), "");
  EXPECT_EQ(uses("redux.sync.add.u32 %r2, %r1, -1;\n" + kStoreIt, {.threads = 20}), "")
      << "of those that have not ended";
  EXPECT_EQ(uses("redux.sync.add.u32 %r2, %r1, 0xff;\n" + kStoreIt), "8-31 from 8-31 outside, by store of 8");
}

/// The lanes that are there wait for lanes that come by another way: members.h.
TEST(Undefined, LanesInAnotherBranchAreThere) {
  const std::string both = "mov.u32 %r2, %r1;\nsetp.lt.u32 %p1, %r1, 16;\n@!%p1 bra $UPPER;\n" + take_down("16") +
                           "bra $MEET;\n$UPPER:\n" + take_down("16") + "$MEET:\nmov.u32 %r2, %r3;\n" + kStoreIt;
  EXPECT_EQ(uses(both), "");
}

const std::string kTaken = "mov.u32 %r2, %r1;\n" + take_down("1") + "mov.u32 %r2, %r1;\n";  // of 20 threads, by lane 19

TEST(Undefined, BranchesAndAddressesAreUses) {
  const std::string decides = kTaken + "setp.eq.u32 %p1, %r3, 7;\n@%p1 bra $END;\n" + kStoreIt + "$END:\n";
  EXPECT_EQ(uses(decides, {.threads = 20}), "19 from 20 beyond, by branch of 19");
  EXPECT_EQ(uses(kTaken + "setp.eq.u32 %p1, %r3, 7;\n@%p1 " + kStoreIt, {.threads = 20}),
            "19 from 20 beyond, by branch of 19");
  const std::string leads = kTaken +
                            "and.b32 %r3, %r3, 7;\nmul.wide.u32 %rd4, %r3, 4;\nadd.s64 %rd4, %rd2, %rd4;\n"
                            "ld.global.u32 %r5, [%rd4];\n" +
                            kStoreIt;
  EXPECT_EQ(uses(leads, {.threads = 20}), "19 from 20 beyond, by address of 19");
}

/// The branch only changes registers: what depends on these is a use.
TEST(Undefined, ABranchThatOnlyChangesRegistersIsNone) {
  const std::string larger = kTaken +
                             "setp.le.u32 %p1, %r3, %r2;\n@%p1 bra $KEEP;\nmov.u32 %r4, 1;\nbra $MEET;\n"
                             "$KEEP:\nmov.u32 %r4, 2;\n$MEET:\n";
  EXPECT_EQ(uses(larger + kStoreIt, {.threads = 20}), "");
  EXPECT_EQ(uses(larger + "setp.eq.u32 %p2, %r1, 18;\n@%p2 st.global.u32 [%rd1], %r4;\n", {.threads = 20}), "");
  EXPECT_EQ(uses(larger + "st.global.u32 [%rd1], %r4;\n", {.threads = 20}), "19 from 20 beyond, by store of 19");
}

const std::string kOwnCell =
    ".shared .align 8 .b8 cells[256];\nmov.u32 %r5, cells;\nshl.b32 %r6, %r1, 2;\n"
    "add.u32 %r5, %r5, %r6;\nmov.u32 %r2, %r1;\n";

TEST(Undefined, CellsThatNobodyWroteAreUsedWhereTheyDecideSomething) {
  const std::string load = "ld.shared.u32 %r3, [%r5];\n";
  EXPECT_EQ(uses(kOwnCell + load + kStoreIt), "");
  EXPECT_EQ(uses(kOwnCell + load + "add.u32 %r2, %r3, 1;\n" + kStoreIt), "0-31 of shared, by store of 0");
  EXPECT_EQ(uses(kOwnCell + "st.shared.u32 [%r5], %r1;\n" + load + "mov.u32 %r2, %r3;\n" + kStoreIt), "");
  EXPECT_EQ(uses(kOwnCell + "st.shared.u32 [%r5], %r1;\nld.shared.u32 %r3, [%r5+4];\nmov.u32 %r2, %r3;\n" + kStoreIt),
            "31 of shared, by store of 31");
}

/// They are followed through memory.
TEST(Undefined, CellsThatAreOnlyMovedAreNotUsed) {
  const std::string move = "ld.shared.u32 %r3, [%r5+128];\nst.shared.u32 [%r5], %r3;\nbar.sync 0;\n";
  EXPECT_EQ(uses(kOwnCell + move + kStoreIt), "");
  EXPECT_EQ(uses(kOwnCell + move + "ld.shared.u32 %r2, [%r5];\n" + kStoreIt), "0-31 of shared, by store of 0");
  EXPECT_EQ(uses(kOwnCell + move + "st.shared.u32 [%r5], %r1;\nld.shared.u32 %r2, [%r5];\n" + kStoreIt), "");
}

TEST(Undefined, PaddingOfAStructureIsNotUsedWhereAllOfItIsCopied) {
  const std::string filled =
      "shl.b32 %r6, %r1, 2;\nadd.u32 %r5, %r5, %r6;\nst.shared.u32 [%r5], %r1;\nshl.b64 %rd3, %rd3, 1;\n"
      "add.s64 %rd4, %rd2, %rd3;\nld.shared.b64 %rd5, [%r5];\n";
  EXPECT_EQ(uses(kOwnCell + filled + "st.global.b64 [%rd4], %rd5;\n", {.words = 2}), "");
  EXPECT_EQ(uses(kOwnCell + filled + "add.s64 %rd5, %rd5, 1;\nst.global.b64 [%rd4], %rd5;\n", {.words = 2}),
            "0-31 of shared, by store of 0");
  EXPECT_EQ(uses(kOwnCell + filled + "cvt.u32.u64 %r2, %rd5;\nst.global.u32 [%rd4], %r2;\n", {.words = 2}), "");
  EXPECT_EQ(uses(kOwnCell + filled + "mov.b64 {%r7, %r2}, %rd5;\nst.global.u32 [%rd4], %r2;\n", {.words = 2}),
            "0-31 of shared, by store of 0");
}

/// Some of the neighbours that a lane copies together may be padding, but not all of them.
TEST(Undefined, PartOfWhatALaneCopiesIsPaddingToo) {
  const std::string both = kOwnCell +
                           "shl.b32 %r6, %r1, 2;\nadd.u32 %r5, %r5, %r6;\nshl.b64 %rd3, %rd3, 1;\n"
                           "add.s64 %rd4, %rd2, %rd3;\n";
  const std::string copy = "ld.shared.v2.u32 {%r7, %r8}, [%r5];\nst.global.v2.u32 [%rd4], {%r7, %r8};\n";
  EXPECT_EQ(uses(both + "st.shared.u32 [%r5], %r1;\n" + copy, {.words = 2}), "");
  EXPECT_EQ(uses(both + copy, {.words = 2}), "0-31 of shared, by store of 0");
}

TEST(Undefined, AnAtomicSumInACellThatNobodyWroteIsUndefined) {
  const std::string add = "red.shared.add.u32 [%r5], %r1;\nbar.sync 0;\n";
  EXPECT_EQ(uses(kOwnCell + add + kStoreIt), "");
  EXPECT_EQ(uses(kOwnCell + add + "ld.shared.u32 %r2, [%r5];\n" + kStoreIt), "0-31 of shared, by store of 0");
  EXPECT_EQ(uses(kOwnCell + "st.shared.u32 [%r5], 0;\n" + add + "ld.shared.u32 %r2, [%r5];\n" + kStoreIt), "");
}

/// Rows 8 to 15 of A are undefined: so are those of the product, and no others.
TEST(Undefined, AProductDependsOnItsRowAndItsColumn) {
  const std::string product =
      kOwnCell + "mov.b32 %f1, 0f00000000;\nmov.u32 %r10, 0;\nmov.u32 %r12, 0;\nmov.u32 %r11, 0;\nmov.u32 %r13, 0;\n";
  const std::string mma =
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, %f5}, {%r10, %r11}, {%r12}, "
      "{%f1, %f1, %f1, %f1};\n";
  const std::string load_rows = "ld.shared.u32 %r11, [%r5];\n",
                    load_columns = "setp.lt.u32 %p1, %r1, 4;\n@%p1 ld.shared.u32 %r12, [%r5];\n";
  const auto stored = [](const std::string& which) { return "st.global.f32 [%rd1], " + which + ";\n"; };
  EXPECT_EQ(uses(product + load_rows + mma + stored("%f2")), "");
  EXPECT_EQ(uses(product + load_rows + mma + stored("%f4")), "0-31 of shared, by store of 0");
  EXPECT_EQ(uses(product + load_columns + mma + stored("%f3")), "");
  EXPECT_EQ(uses(product + load_columns + mma + stored("%f2")), "0-3 of shared, by store of 0");
  EXPECT_EQ(uses(product + load_rows + load_columns + mma + stored("%f4")),
            "0-3 of shared, by store of 0; 0-31 of shared, by store of 0");
}

/// All lanes load %r3, the first eight of them %r4 as well.
TEST(Undefined, WhatIsComputedFromSeveralIsAUseOfEach) {
  const std::string loads = kOwnCell +
                            "mov.u32 %r4, 1;\nsetp.lt.u32 %p1, %r1, 8;\nld.shared.u32 %r3, [%r5];\n"
                            "@%p1 ld.shared.u32 %r4, [%r5+128];\n",
                    both = "0-31 of shared, by store of 0; 0-7 of shared, by store of 0";
  EXPECT_EQ(uses(loads + "add.u32 %r2, %r3, %r4;\n" + kStoreIt), both);
  EXPECT_EQ(uses(loads + "add.u32 %r2, %r4, %r3;\n" + kStoreIt), both);
  EXPECT_EQ(uses(loads + "add.u32 %r2, %r4, %r3;\n"), "");
  EXPECT_EQ(uses(loads +
                 "mov.u32 %r7, 0;\n$L: mad.lo.u32 %r2, %r2, %r3, %r4;\nadd.u32 %r7, %r7, 1;\n"
                 "setp.lt.u32 %p2, %r7, 9;\n@%p2 bra $L;\n" +
                 kStoreIt),
            both);
  EXPECT_EQ(uses(loads + "setp.eq.u32 %p2, %r3, 5;\nselp.u32 %r2, %r4, %r4, %p2;\n" + kStoreIt), both);
  EXPECT_EQ(uses(loads +
                 "st.shared.u32 [%r5+64], 0;\nred.shared.add.u32 [%r5+64], %r3;\nred.shared.add.u32 [%r5+64], %r4;\n"
                 "ld.shared.u32 %r2, [%r5+64];\n" +
                 kStoreFirst),
            both);
  EXPECT_EQ(uses(loads +
                 "cvt.u16.u32 %rs1, %r3;\ncvt.u16.u32 %rs2, %r4;\nst.shared.u16 [%r5], %rs1;\n"
                 "st.shared.u16 [%r5+2], %rs2;\nld.shared.u32 %r2, [%r5];\n" +
                 kStoreIt),
            both);
  EXPECT_EQ(uses(loads + "setp.eq.u32 %p2, %r3, 5;\n@%p2 mov.u32 %r4, 3;\nadd.u32 %r2, %r4, 1;\n" + kStoreIt), both);
}

}  // namespace
}  // namespace gemmscope::lockstep
