// SPDX-License-Identifier: MIT
// Which of two accesses comes first, and where a barrier would go, by a program's PTX. By hand: As is stored to on line
// 2 and loaded on line 4 of a text whose branches and loops the PTX has.
#include <functional>

#include <gtest/gtest.h>

#include "app/words/advice_words.h"
#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"
#include "tracing/analysis/source_braces.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using analysis::Finding;
using analysis::Sequence;
using testing::HandMade;
using enum HandMade::Site;

const std::string kStore = ".loc 1 2 0\nst.shared.u32 [s], %r2;\n", kLoad = ".loc 1 4 0\nld.shared.u32 %r3, [s];\n",
                  kSync = ".loc 1 9 0\nbar.sync 0;\n";

/// Warp 0 stores with lane 0 and loads, as warp 1 does; `before`: the loads come before the stores. `more` is done at
/// the end.
std::vector<Finding> findings(
    const std::string& body, const std::string& text, bool before = false,
    const std::function<void(HandMade&)>& more = [](HandMade&) {}) {
  HandMade block(2);
  format::Recording& r = block.recording;
  block.be_of_program(0,
                      "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r1, 0; "
                      "setp.eq.u32 %p2, %r2, 0;\n" +
                          body);
  for (std::uint32_t s = 0, line = 0; s < r.sites.size(); ++s) r.sites[s].line = line += s != HandMade::kStoreBs;
  r.source.text = text + "\n\n\n\n\n\n";
  const auto store = [&] { block.add(0, 0, kStoreAs, {{0, 16}}); };
  if (!before) store();
  for (const std::uint32_t warp : {0u, 1u}) block.add(warp, 0, kLoadAs, {{0, 16}});
  if (before) store();
  more(block);
  std::vector<Finding> races = analysis::check(block.whole()).findings;
  std::erase_if(races, [](const Finding& f) { return !analysis::is_race(f.fault); });
  return races;
}
Finding only(const std::string& body, const std::string& text, bool before = false) {
  const auto all = findings(body, text, before);
  EXPECT_EQ(all.size(), 1u);
  return all.empty() ? Finding{} : all[0];
}

TEST(ProgramOrder, WhatOneThreadStoresIsReadAfterwards) {
  const Finding f = only("@!%p1 bra J;\n" + kStore + "J:\n" + kLoad, "if (t == 0) {\ns = r;\n}\nx = s;\n");
  EXPECT_EQ(f.fault, Fault::kReadAfterWrite);
  EXPECT_EQ(f.sequence, Sequence::kOnward);
  ASSERT_TRUE(f.gap);
  EXPECT_EQ(f.gap->behind, 3u);
  EXPECT_TRUE(f.gap->is_common);
  EXPECT_EQ(words::advice(f), "A barrier (__syncthreads) after line 3 would separate them.");
}

TEST(ProgramOrder, OnlyALoopHasANextPass) {
  const std::string text = "for (;;) {\ns = r;\n__syncthreads();\nx = s;\n}\n";
  const Finding f = only("L:\n@!%p1 bra J;\n" + kStore + "J:\n" + kSync + kLoad + "@%p2 bra L;\n", text, true);
  EXPECT_EQ(f.fault, Fault::kWriteAfterRead);
  EXPECT_EQ(f.sequence, Sequence::kNextPass);
  ASSERT_TRUE(f.gap);
  EXPECT_TRUE(f.gap->next_pass);
  EXPECT_EQ(f.gap->behind, 4u);
  const Finding once = only(kLoad + "@!%p1 bra J;\n" + kStore + "J:\n", "{\ns = r;\n\nx = s;\n}\n", true);
  EXPECT_EQ(once.sequence, Sequence::kOnward);
}

/// The store comes after the load in the loop, though before it in the text: for (...; s = r) { x = s; ... }.
TEST(ProgramOrder, TheNextPassMayReadWhatThisOneHasStored) {
  const Finding f = only("L:\n" + kLoad + kSync + "@!%p1 bra J;\n" + kStore + "J:\n@%p2 bra L;\n",
                         "for (int i = 0; i < n;\ns = r, ++i) {\n\nx = s;\n__syncthreads();\n}\n");
  EXPECT_EQ(f.fault, Fault::kReadAfterWrite);
  EXPECT_EQ(f.sequence, Sequence::kNextPass);
}

TEST(ProgramOrder, TwoBranchesInALoopHaveNone) {
  const Finding f = only("L:\n@!%p1 bra E;\n" + kStore + "bra J;\nE:\n" + kLoad + "J:\n@%p2 bra L;\n",
                         "for (;;) if (t == 0)\ns = r;\nelse\nx = s;\n");
  EXPECT_EQ(f.fault, Fault::kReadAndWrite);
  EXPECT_EQ(f.sequence, Sequence::kNone);
}

TEST(ProgramOrder, TwoBranchesHaveNone) {
  const std::string branches = "@!%p1 bra E;\n" + kStore + "bra J;\nE:\n" + kLoad + "J:\n";
  const Finding f = only(branches, "if (t == 0) {\ns = r;\n} else {\nx = s;\n}\n");
  EXPECT_EQ(f.fault, Fault::kReadAndWrite);
  EXPECT_FALSE(f.gap);
  EXPECT_NE(words::advice(f).find("different branches"), std::string::npos);
}

/// The PTX counts, not the look of the source.
TEST(ProgramOrder, TwoBranchesHaveNoneHoweverTheSourceLooks) {
  const std::string branches = "@!%p1 bra E;\n" + kStore + "bra J;\nE:\n" + kLoad + "J:\n";
  for (const char* text :
       {"if (t == 0) { for (;;) {\ns = r; } }\nelse for (;;)\n  x = s;\n",
        "switch (t) { case 0:\ns = r; break;\ncase 1:\nx = s; break; }\n", "\nROLE(s = r)\n\nROLE(x = s)\n"})
    EXPECT_EQ(only(branches, text).fault, Fault::kReadAndWrite) << text;
}

/// nvcc may load in one branch the value that the other has in a register: here %r3, or by a branch of the load's line.
TEST(ProgramOrder, AValueThatIsKeptForTheLoadIsReadAfterwards) {
  const std::string text = "if (t == 0)\ns = r;\n\nx = s;\n";
  const auto body = [](const std::string& kept) {
    return "@!%p1 bra E;\n" + kStore + kept + "bra J;\nE:\n" + kLoad + "J:\n";
  };
  for (const char* kept : {"mov.u32 %r3, %r2;\n", ".loc 1 4 0\n@%p2 bra K;\nK:\n"}) {
    const Finding f = only(body(kept), text);
    EXPECT_EQ(f.fault, Fault::kReadAfterWrite) << kept;
    ASSERT_TRUE(f.gap);
    EXPECT_EQ(f.gap->behind, 2u);
  }
  EXPECT_EQ(only(body("mov.u32 %r3, 7;\n"), text).fault, Fault::kReadAndWrite);
}

TEST(ProgramOrder, BranchesWithBarriersOfTheirOwnNeedOneMore) {
  const std::string loops =
      "@!%p1 bra E;\nL:\n" + kStore + kSync + "@%p2 bra L;\nbra J;\nE:\n" + kSync + kLoad + "@%p2 bra E;\nJ:\n";
  const Finding f = only(loops, "{\ns = r;\n\nx = s;\n}\n");
  EXPECT_EQ(f.fault, Fault::kReadAndWrite);
  EXPECT_FALSE(f.gap);
  EXPECT_EQ(f.remedy, analysis::Remedy::kBarrierInBothLoops);
  EXPECT_EQ(words::advice(f).find("Each pass needs one more barrier in both branches"), 0u);
  const std::string once = "@!%p1 bra E;\n" + kStore + kSync + "bra J;\nE:\n" + kSync + kLoad + "J:\n";
  EXPECT_EQ(only(once, "{\ns = r;\n\nx = s;\n}\n").remedy, analysis::Remedy::kBarrierInBothBranches);
  const std::string common = "@!%p1 bra E;\n" + kStore + "bra J;\nE:\n" + kLoad + "J:\n" + kSync;
  EXPECT_EQ(only(common, "{\ns = r;\n\nx = s;\n}\n").remedy, analysis::Remedy::kUsual);
}

TEST(ProgramOrder, ABarrierOfSomeWarpsDoesNotHideTheOrder) {
  EXPECT_EQ(only("@!%p1 bra J;\n" + kStore + kSync + "J:\n" + kLoad, "{\ns = r;\n\nx = s;\n}\n").fault,
            Fault::kReadAfterWrite);
}

TEST(ProgramOrder, ABarrierIsForAllThreads) {
  const Finding f = only("@!%p1 bra J;\n" + kStore + kLoad + "J:\n.loc 1 8 0\nmov.u32 %r4, 0;\n",
                         "if (t < 40) {\ns = r;\n\nx = s;\n}\n");
  ASSERT_TRUE(f.gap);
  EXPECT_FALSE(f.gap->is_common);
  EXPECT_NE(words::advice(f).find("no place that all threads reach"), std::string::npos);
}

/// nvcc may join two branches, so that the PTX has no place between them; the source has one if all threads go on to a
/// barrier from there, or if no branch of the kernel is around it.
TEST(ProgramOrder, APlaceThatOnlyTheSourceHas) {
  const std::string end = ".loc 1 8 0\nmov.u32 %r4, 0;\n",
                    joined = "@!%p1 bra J;\n" + kStore + "@%p2 bra J;\n" + kLoad + "J:\n" + end;
  const auto behind = [](const std::string& body, const std::string& first, const std::string& last) {
    const std::string text = first + "\nif (a) s = r;\n\nif (a && b) x = s;\n\n\n\n\n" + last + "\n}\n";
    const Finding f = only(body, text);
    return f.gap && f.gap->is_common ? f.gap->behind : 0;
  };
  EXPECT_EQ(behind(joined, "__global__ void k() {", ""), 2u);
  EXPECT_EQ(behind(joined, "void f() {", ""), 0u);
  EXPECT_EQ(behind(joined, "__global__ void k() { if (c) {", "}"), 0u);
  EXPECT_EQ(behind(joined + kSync, "void f() {", "__syncthreads();"), 2u);
  EXPECT_EQ(behind(joined + kSync, "void f() { if (c) {", "} __syncthreads();"), 0u);
  EXPECT_EQ(behind("@%p3 bra K;\n" + joined + kSync + "K:\n" + end, "void f() {", "__syncthreads();"), 2u);
  EXPECT_EQ(behind("@%p1 bra K;\n" + joined + kSync + "K:\n" + end, "void f() {", "__syncthreads();"), 0u);
}

TEST(ProgramOrder, AChangeThatIsLostNeedsAnAtomicOperation) {
  const auto change = [](const std::string& made) {
    return ".loc 1 4 0\nld.shared.u32 %r3, [s];\nadd.u32 %r4, " + made + ", 1;\n.loc 1 2 0\nst.shared.u32 [s], %r4;\n";
  };
  const std::string text = "{\n++s;\n\n\n}\n";
  const auto all = findings(change("%r3"), text, true);
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].fault, Fault::kLostUpdate);
  EXPECT_NE(words::advice(all[0]).find("atomicAdd"), std::string::npos);
  EXPECT_NE(only(change("%r2"), text, true).fault, Fault::kLostUpdate);
}

/// The largest number, by a look and an operation that only some need. `made`: the operation and what follows it.
TEST(ProgramOrder, AnExchangeAfterALookLosesWhatCameBetween) {
  const auto races = [](const std::string& made) {
    return findings(
        ".loc 1 4 0\nld.shared.u32 %r3, [s];\nsetp.ge.u32 %p3, %r3, %r1;\n@%p3 bra J;\n.loc 1 2 0\n" + made + "J:\n",
        "{\nif (s < r)\n\ns = r;\n}\n", true,
        [](HandMade& block) { block.recording.sites[kStoreAs].op = format::Op::kAtomic; });
  };
  const auto all = races("atom.shared.exch.b32 %r4, [s], %r1;\n");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].fault, Fault::kLostUpdate);
  EXPECT_EQ(all[0].remedy, analysis::Remedy::kJoinedLook);
  EXPECT_TRUE(races("atom.shared.max.u32 %r4, [s], %r1;\n").empty());  // which looks again
  EXPECT_TRUE(races("atom.shared.exch.b32 %r4, [s], %r1;\nsetp.eq.u32 %p2, %r4, 0;\n@%p2 bra J;\n").empty());
}

/// Warp 0 adds by an atomic operation, warp 1 without one.
TEST(ProgramOrder, APlainChangeAmongAtomicOnesIsLost) {
  const auto all = findings("@!%p1 bra E;\n.loc 1 2 0\natom.shared.add.u32 %r4, [s], %r2;\nbra J;\nE:\n" + kLoad +
                                "add.u32 %r4, %r3, %r2;\n.loc 1 3 0\nst.shared.u32 [s], %r4;\nJ:\n",
                            "{\ns += r;\n}\n\ns += r;\n", false, [](HandMade& block) {
                              block.recording.sites[kStoreAs].op = format::Op::kAtomic;
                              block.recording.sites[kStoreBs].tensor = block.recording.sites[kStoreAs].tensor;
                              block.add(1, 0, kStoreBs, {{0, 16}});
                            });
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].fault, Fault::kLostUpdate);
  EXPECT_EQ(all[0].remedy, analysis::Remedy::kSameAtomic);
}

TEST(ProgramOrder, BracesTellWhereAStatementGoes) {
  using analysis::line_for_barrier;
  const std::string loop = "{\n  for (...) {\n    // }\n    if (a)\n      s += 1;\n  }\n  x = s;\n}\n";
  EXPECT_EQ(line_for_barrier(loop, 5, 7, false), 6u);
  EXPECT_EQ(line_for_barrier(loop, 5, 3, true), 5u);
  EXPECT_EQ(line_for_barrier("if (a)\n  s = 1;\nelse\n  t = 1;\nx = s;\n", 2, 5, false), 4u);
  EXPECT_EQ(line_for_barrier("s = f(1,\n  2);\nx = s;\n", 1, 3, false), 2u);
  EXPECT_EQ(line_for_barrier("", 1, 3, false), 0u);
  EXPECT_TRUE(analysis::comes_past(loop, 3, 5));
  EXPECT_FALSE(analysis::comes_past(loop, 5, 7));
  EXPECT_FALSE(analysis::comes_past("switch (a) {\ncase 1: s = 1;\ncase 2: x = s;\n}\n", 2, 3));
  EXPECT_FALSE(analysis::comes_past("if (a) {\n  s = 1;\n} else {\n  x = s;\n}\n", 2, 4));
  EXPECT_TRUE(analysis::is_in_kernel_body("__global__\nvoid k(int a,\n  int b) {\n  s = 1;\n}\n", 4));
  EXPECT_TRUE(analysis::is_in_kernel_body("__global__ void k() {\n  { t = 1; }\n  s = 1;\n}\n", 3));
  EXPECT_FALSE(analysis::is_in_kernel_body("__global__ void k() {\n  if (a) {\n  s = 1;\n}\n}\n", 3));
  EXPECT_FALSE(analysis::is_in_kernel_body("__global__ void k();\nvoid f() {\n  s = 1;\n}\n", 3));
  EXPECT_TRUE(analysis::are_in_a_loop(loop, 4, 5));
  EXPECT_FALSE(analysis::are_in_a_loop(loop, 5, 7));
  EXPECT_TRUE(analysis::are_in_two_branches("if (a) {\n  s = 1;\n}\nelse\n  x = s;\n", 2, 5));
  EXPECT_FALSE(analysis::are_in_two_branches("s = 1;\nif (a) {\n} else {\n}\nx = s;\n", 1, 5));
  EXPECT_FALSE(analysis::are_in_two_branches("if (a) {\n  s = 1;\n} else {\n}\nx = s;\n", 2, 5));
}

}  // namespace
}  // namespace gemmscope
