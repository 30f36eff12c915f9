// SPDX-License-Identifier: MIT
// What leads to what in a kernel, which places all threads of a block reach, and what is computed from a value.
#include "tracing/ptx/kernel_graph.h"

#include <gtest/gtest.h>

#include "tests/ptx/source.h"
#include "tracing/ptx/common_ways.h"
#include "tracing/ptx/derived.h"

namespace gemmscope::ptx::testing {
namespace {

const std::string kDeclared =
    ".shared .b32 s[32]; .shared .b32 t; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<4>;\n"
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; setp.lt.u32 %p1, %r1, 16; setp.lt.u32 %p2, %r2, 16;\n";

/// A kernel's graph. Accesses are named by their offset in s: "ld.shared.u32 %r3, [s+4]" is 4.
struct Graph {
  explicit Graph(const std::string& body, const std::string& before = "")
      : module(read_or_fail(kernel(kDeclared + body, before))),
        graph(KernelGraph::of(module, *module.find_function("k"))) {}

  std::uint32_t at(std::int64_t offset) const {
    for (std::uint32_t step = 0; step < graph->steps().size(); ++step)
      for (const Operand& operand : graph->function(step).operands_of(graph->statement(step)))
        if (operand.kind == OperandKind::kAddress && operand.value == offset && graph->statement(step).base != "red")
          return step;
    ADD_FAILURE() << "no access to " << offset;
    return 0;
  }
  Way way(std::int64_t from, std::int64_t to) const { return graph->way(at(from), at(to)); }

  Module module;
  std::optional<KernelGraph> graph;
};

const std::string kStore = "st.shared.u32 [s+4], %r2;", kLoad = "ld.shared.u32 %r3, [s+8];";

TEST(KernelGraph, OneLeadsToTheOther) {
  const Graph g(kStore + kLoad);
  EXPECT_EQ(g.way(4, 8), Way::kOnward);
  EXPECT_EQ(g.way(8, 4), Way::kNone);
}

TEST(KernelGraph, NotBeyondABarrier) {
  for (const char* barrier : {"bar.sync 0;", "barrier.sync 0;", "bar.red.popc.u32 %r4, 0, %p1;"})
    EXPECT_EQ(Graph(kStore + barrier + kLoad).way(4, 8), Way::kNone) << barrier;
  for (const char* other : {"bar.warp.sync -1;", "bar.sync 1, 64;", "bar.arrive 1, 64;", "membar.cta;"})
    EXPECT_EQ(Graph(kStore + other + kLoad).way(4, 8), Way::kOnward) << other;
}

TEST(KernelGraph, BranchesOfAnIfDoNotLeadToEachOther) {
  const Graph g("@%p1 bra E;" + kStore + "bra J; E: " + kLoad + "J: st.shared.u32 [s+12], %r2;");
  EXPECT_EQ(g.way(4, 8), Way::kNone);
  EXPECT_EQ(g.way(8, 4), Way::kNone);
  EXPECT_EQ(g.way(4, 12), Way::kOnward);
}

TEST(KernelGraph, AroundALoopOnlyWhereBothAreInIt) {
  const Graph g("L: " + kStore + kLoad + "@%p2 bra L; st.shared.u32 [s+12], %r2;");
  EXPECT_EQ(g.way(4, 8), Way::kOnward);
  EXPECT_EQ(g.way(8, 4), Way::kAround);
  EXPECT_EQ(g.way(4, 4), Way::kAround);
  EXPECT_EQ(g.way(8, 12), Way::kOnward);
  EXPECT_EQ(g.way(12, 8), Way::kNone);
  EXPECT_EQ(g.graph->way(g.at(4), g.at(12)), Way::kOnward);
  EXPECT_LT(g.graph->place(g.at(8)), g.graph->place(g.at(12)));
}

/// The body of a loop that is tested first leads behind the loop by its header.
TEST(KernelGraph, OutOfALoopIsOnward) {
  const Graph g("L: @%p2 bra X;" + kStore + "bra L; X: " + kLoad);
  EXPECT_EQ(g.way(4, 8), Way::kOnward);
  EXPECT_EQ(g.way(8, 4), Way::kNone);
  EXPECT_LT(g.graph->place(g.at(4)), g.graph->place(g.at(8)));
}

TEST(KernelGraph, ABarrierInTheLoopLeavesOneWay) {
  const Graph g("L: " + kStore + "bar.sync 0;" + kLoad + "@%p2 bra L;");
  EXPECT_EQ(g.way(4, 8), Way::kNone);
  EXPECT_EQ(g.way(8, 4), Way::kAround);
  EXPECT_EQ(Graph("L: " + kStore + "bar.sync 0;" + kLoad + "bar.sync 0; @%p2 bra L;").way(8, 4), Way::kNone);
}

TEST(KernelGraph, APlaceParts) {
  const Graph g(kStore + "@%p1 bra E; st.shared.u32 [s+12], %r2; E: " + kLoad);
  EXPECT_TRUE(g.graph->parts(g.at(8), g.at(4), g.at(8)));
  EXPECT_FALSE(g.graph->parts(g.at(12), g.at(4), g.at(8)));
  EXPECT_FALSE(g.graph->parts(g.at(4), g.at(4), g.at(8)));
}

const std::string kFunction = ".func f() { .reg .b32 %r1; st.shared.u32 [16], %r1; bar.sync 0; ret; }\n";

/// Each call is separate: from one call there is no way back to it by the other.
TEST(KernelGraph, FunctionsAreCopiedForEachCall) {
  const Graph g("call f, ();" + kStore + "call f, ();" + kLoad, kFunction);
  EXPECT_EQ(g.graph->frames().size(), 3u);
  EXPECT_EQ(g.way(4, 8), Way::kNone);  // the function has a barrier
}

TEST(KernelGraph, AllThreadsComeByWhereNoThreadsNumberDecides) {
  const Graph g(kStore + "@%p1 bra E; st.shared.u32 [s+12], %r2; E: " + kLoad +
                "@%p2 bra F; st.shared.u32 [s+16], %r2; F: ret;");
  const CommonWays ways(*g.graph);
  EXPECT_TRUE(ways.has(g.at(4)));
  EXPECT_FALSE(ways.has(g.at(12)));
  EXPECT_TRUE(ways.has(g.at(8)));
  EXPECT_TRUE(ways.has(g.at(16)));
  EXPECT_EQ(ways.after(g.at(12)), g.at(8));
  EXPECT_EQ(g.graph->statement(ways.before(g.at(12))).base, "bra");
  EXPECT_EQ(ways.before(g.at(8)), g.at(8));
}

TEST(KernelGraph, ThreadsThatEndLeaveTheOthersTogether) {
  const Graph g("@%p1 bra E; " + kStore + "bar.sync 0;" + kLoad + " E: ret;");
  EXPECT_TRUE(CommonWays(*g.graph).has(g.at(8)));
}

TEST(KernelGraph, ALoopOfEachThreadsOwnLengthPartsThem) {
  const Graph g("mov.u32 %r4, %r1; L: " + kStore + "add.u32 %r4, %r4, 32; setp.lt.u32 %p3, %r4, 100; @%p3 bra L;" +
                kLoad);
  const CommonWays ways(*g.graph);
  EXPECT_FALSE(ways.has(g.at(4)));
  EXPECT_TRUE(ways.has(g.at(8)));
}

TEST(KernelGraph, AValueIsMadeOfAnother) {
  const Graph g(kLoad + "add.u32 %r4, %r3, 1; st.shared.u32 [s+12], %r4; setp.eq.u32 %p3, %r4, 0; @%p3 bra E;\n" +
                "st.shared.u32 [s+16], %r2; E: st.shared.u32 [s+20], %r2;");
  const std::uint32_t load = g.at(8);
  const Derived derived(*g.graph, std::span(&load, 1), false);
  EXPECT_TRUE(derived.is_stored_by(g.at(12)));
  EXPECT_FALSE(derived.is_stored_by(g.at(16)));
  EXPECT_TRUE(derived.decides(g.at(16)));
  EXPECT_FALSE(derived.decides(g.at(20)));
}

/// A thread tells the others in shared memory what it has found.
TEST(KernelGraph, AValueGoesThroughAVariableInSharedMemory) {
  const Graph g(kLoad + "st.shared.u32 [t], %r3; bar.sync 0; ld.shared.u32 %r5, [t]; ld.shared.u32 %r6, [s+40];\n" +
                "setp.eq.u32 %p3, %r5, 0; @%p3 bra E; st.shared.u32 [s+16], %r2; E:\n" +
                "setp.eq.u32 %p2, %r6, 0; @%p2 bra F; st.shared.u32 [s+20], %r2; F: ret;");
  const std::uint32_t load = g.at(8);
  for (const bool through_memory : {false, true}) {
    const Derived derived(*g.graph, std::span(&load, 1), through_memory);
    EXPECT_EQ(derived.decides(g.at(16)), through_memory);
    EXPECT_FALSE(derived.decides(g.at(20)));
  }
}

}  // namespace
}  // namespace gemmscope::ptx::testing
