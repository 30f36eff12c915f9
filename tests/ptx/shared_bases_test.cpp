// SPDX-License-Identifier: MIT
// Which variables in shared memory an access may go to.
#include "tracing/ptx/shared_bases.h"

#include <gtest/gtest.h>

#include "tests/ptx/source.h"

namespace gemmscope::ptx::testing {
namespace {

const std::string kDeclared =
    ".shared .b32 s[32]; .shared .b32 t[32]; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p; .reg .f32 %f;\n"
    "mov.u32 %r1, %tid.x; mov.u32 %r2, s; mov.u32 %r3, t; setp.lt.u32 %p, %r1, 16;\n";

/// Of the last statement of that body: "s t ?".
std::string bases(const std::string& body) {
  const Module module = read_or_fail(kernel(kDeclared + body));
  const auto all = shared_bases_of(module, *module.find_function("k"));
  std::string names;
  for (const std::string_view variable : all.back().variables) names += std::string(variable) + " ";
  return names + (all.back().others ? "?" : "");
}

TEST(SharedBases, AreOneWhereAnIndexIsAddedToIt) {
  EXPECT_EQ(bases("ld.shared.f32 %f, [s+4];"), "s ");
  EXPECT_EQ(bases("add.s32 %r4, %r2, %r1; ld.shared.f32 %f, [%r4+-4];"), "s ");
  EXPECT_EQ(bases("cvta.shared.u64 %d1, %d2; mov.u64 %d3, t; cvta.shared.u64 %d4, %d3; st.f32 [%d4], %f;"), "t ");
}

TEST(SharedBases, AreNoneOfAnIndexThatWasLoaded) {
  EXPECT_EQ(bases("ld.shared.u32 %r5, [t]; add.s32 %r4, %r2, %r5; ld.shared.f32 %f, [%r4];"), "s ");
}

TEST(SharedBases, AreAllThatAreChosenAmong) {
  EXPECT_EQ(bases("selp.b32 %r4, %r3, %r2, %p; add.s32 %r4, %r4, %r1; ld.shared.f32 %f, [%r4];"), "s t ");
  EXPECT_EQ(bases("@%p mov.u32 %r2, %r3; ld.shared.f32 %f, [%r2];"), "s t ");
}

TEST(SharedBases, AreFoundWhereALoopComesBackToTheAccess) {
  EXPECT_EQ(bases("mov.u32 %r4, %r2; L: mov.u32 %r5, %r4; mov.u32 %r4, %r6; mov.u32 %r6, %r3; @%p bra L;\n"
                  "ld.shared.f32 %f, [%r5];"),
            "s t ");
}

TEST(SharedBases, AreNotThoseThatOnlyAConditionIsComputedFrom) {
  EXPECT_EQ(bases("setp.eq.u32 %p, %r1, %r3; selp.b32 %r4, 4, 8, %p; add.s32 %r4, %r4, %r2;\n"
                  "ld.shared.f32 %f, [%r4];"),
            "s ");
}

TEST(SharedBases, AreNotKnownOfPointersFromMemory) {
  EXPECT_EQ(bases("ld.global.u64 %d1, [%d2]; ld.f32 %f, [%d1];"), "?");
  EXPECT_EQ(bases("ld.shared.f32 %f, [%r1];"), "?");
  EXPECT_EQ(bases("mov.u64 %d3, s; @%p ld.local.u64 %d3, [%d2]; ld.shared.f32 %f, [%d3];"), "s ?");
}

TEST(SharedBases, AreNoneInOtherMemory) {
  EXPECT_EQ(bases("ld.global.u64 %d1, [%d2]; ld.global.f32 %f, [%d1];"), "");
  EXPECT_EQ(bases("ld.param.u64 %d1, [a]; ld.f32 %f, [%d1];"), "");
}

TEST(SharedBases, AreThatOfTheHalfOfACopyThatIsInSharedMemory) {
  EXPECT_EQ(bases("ld.global.u64 %d1, [%d2]; cp.async.ca.shared.global [%r3], [%d1], 4;"), "t ");
}

}  // namespace
}  // namespace gemmscope::ptx::testing
