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

/// Of the last statement of that function: "s t ?".
std::string bases_in(const Module& module, const char* function) {
  const auto all = shared_bases_of(module, *module.find_function(function));
  std::string names;
  for (const std::string_view variable : all.back().variables) names += std::string(variable) + " ";
  return names + (all.back().others ? "?" : "");
}
/// Of the last statement of a kernel with that body.
std::string bases(const std::string& body) { return bases_in(read_or_fail(kernel(kDeclared + body)), "k"); }

TEST(SharedBases, AreOneWhereAnIndexIsAddedToIt) {
  EXPECT_EQ(bases("ld.shared.f32 %f, [s+4];"), "s ");
  EXPECT_EQ(bases("add.s32 %r4, %r2, %r1; ld.shared.f32 %f, [%r4+-4];"), "s ");
  EXPECT_EQ(bases("cvta.shared.u64 %d1, %d2; mov.u64 %d3, t; cvta.shared.u64 %d4, %d3; st.f32 [%d4], %f;"), "t ");
}

TEST(SharedBases, AreNoneOfAnIndexThatWasLoaded) {
  EXPECT_EQ(bases("ld.shared.u32 %r5, [t]; add.s32 %r4, %r2, %r5; ld.shared.f32 %f, [%r4];"), "s ");
}

TEST(SharedBases, AreNoneOfAnIndexOf64Bits) {
  const std::string loads =
      "ld.global.u64 %d1, [%d2]; and.b64 %d1, %d1, 63; cvt.u32.u64 %r5, %d1; shl.b32 %r5, %r5, 2;\n";
  EXPECT_EQ(bases(loads + "add.s32 %r4, %r2, %r5; ld.shared.f32 %f, [%r4];"), "s ");
  EXPECT_EQ(bases(loads + "xor.b32 %r4, %r5, %r2; ld.shared.f32 %f, [%r4];"), "s ");
  EXPECT_EQ(bases("ld.global.u64 %d1, [%d2]; cvta.shared.u64 %d4, %d2; mov.u64 %d3, s; cvta.shared.u64 %d4, %d3;\n"
                  "add.s64 %d4, %d4, %d1; ld.f32 %f, [%d4];"),
            "s ");
}

TEST(SharedBases, AreNotKnownWhereOneWayBringsANumberFromMemory) {
  const std::string loads = "ld.local.u32 %r5, [%d2]; ";
  EXPECT_EQ(bases(loads + "@%p mov.u32 %r2, %r5; ld.shared.f32 %f, [%r2];"), "s ?");
  EXPECT_EQ(bases(loads + "add.s32 %r5, %r5, 16; selp.b32 %r4, %r2, %r5, %p; ld.shared.f32 %f, [%r4];"), "s ?");
  EXPECT_EQ(bases(loads + "selp.b32 %r5, %r5, 4, %p; add.s32 %r4, %r2, %r5; ld.shared.f32 %f, [%r4];"), "s ");
  EXPECT_EQ(bases("selp.b32 %r4, %r2, 0, %p; ld.shared.f32 %f, [%r4];"), "s ");
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

TEST(SharedBases, MayBeChosenByTheBlock) {
  const auto is_chosen = [](const std::string& body) {
    const Module module = read_or_fail(kernel(kDeclared + body + "ld.shared.f32 %f, [%r4];"));
    const Function& function = *module.find_function("k");
    EXPECT_TRUE(shared_bases_of(module, function).back().chosen);  // this was not requested
    return shared_bases_of(module, function, true).back().chosen;
  };
  const std::string by_block = "mov.u32 %r7, %ctaid.x; and.b32 %r7, %r7, 1; setp.eq.u32 %p, %r7, 0; ";
  EXPECT_FALSE(is_chosen("add.s32 %r4, %r2, %r1; "));
  const std::string selects = "selp.b32 %r5, 0, 64, %p; add.s32 %r4, %r2, %r5; ";
  EXPECT_FALSE(is_chosen(selects));
  EXPECT_TRUE(is_chosen(by_block + selects));
  const std::string ways = "mov.u32 %r5, 0; @%p bra L; mov.u32 %r5, 64; L: add.s32 %r4, %r2, %r5; ";
  EXPECT_FALSE(is_chosen(ways));
  EXPECT_TRUE(is_chosen(by_block + ways));
  const std::string steps = "mov.u32 %r4, %r2; L: st.shared.f32 [%r4], %f; add.s32 %r4, %r4, 4; @%p bra L;\n";
  EXPECT_FALSE(is_chosen(by_block + steps));
  EXPECT_FALSE(is_chosen(by_block + "mov.u32 %r4, %r2; L: add.s32 %r5, %r4, 4; mov.u32 %r4, %r5; @%p bra L;\n"));
}

TEST(SharedBases, AreNotKnownOfPointersFromMemory) {
  EXPECT_EQ(bases("ld.global.u64 %d1, [%d2]; ld.f32 %f, [%d1];"), "?");
  EXPECT_EQ(bases("ld.shared.f32 %f, [%r1];"), "?");
  EXPECT_EQ(bases("mov.u64 %d3, s; @%p ld.local.u64 %d3, [%d2]; ld.shared.f32 %f, [%d3];"), "s ?");
}

TEST(SharedBases, AreNotKnownOfWhatFunctionsPassEachOther) {
  const std::string chosen = " @%p mov.u32 %r2, %r4; ld.shared.f32 %f, [%r2];";
  const auto of_function = [&](const std::string& head, const std::string& body) {
    return bases_in(read_or_fail(kernel("ret;", ".func " + head + "\n{\n" + kDeclared + body + chosen + "\n}\n")), "f");
  };
  EXPECT_EQ(of_function("f(.param .b32 in)", "ld.param.u32 %r4, [in];"), "s ?");
  EXPECT_EQ(of_function("f(.reg .b32 %in)", "mov.u32 %r4, %in;"), "s ?");
  const auto of_caller = [&](const std::string& function, const std::string& body) {
    return bases_in(read_or_fail(kernel(kDeclared + body + chosen, ".func " + function + ";\n")), "k");
  };
  EXPECT_EQ(of_caller("(.param .b32 out) g()", "{ .param .b32 x; call.uni (x), g; ld.param.b32 %r4, [x]; }"), "s ?");
  EXPECT_EQ(of_caller("(.reg .b32 %out) g()", "call (%r4), g;"), "s ?");
}

TEST(SharedBases, AreNotKnownWhereTooManyStepsLeadToThem) {
  const auto steps = [](int count) {
    std::string body = ".reg .b32 %x<200>; mov.u32 %x0, %r3;";
    for (int i = count; i > 0; --i) body += "mov.u32 %x" + std::to_string(i) + ", %x" + std::to_string(i - 1) + ";\n";
    return bases(body + "@%p mov.u32 %r2, %x" + std::to_string(count) + "; ld.shared.f32 %f, [%r2];");
  };
  EXPECT_EQ(steps(20), "s t ");
  EXPECT_EQ(steps(150), "s ?");
}

TEST(SharedBases, AreNoneInOtherMemory) {
  EXPECT_EQ(bases("ld.global.u64 %d1, [%d2]; ld.global.f32 %f, [%d1];"), "");
  EXPECT_EQ(bases("ld.param.u64 %d1, [a]; ld.f32 %f, [%d1];"), "");
}

TEST(SharedBases, AreThoseOfABulkCopyAndNotOfItsBarrier) {
  EXPECT_EQ(bases("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%d2], 16, [%r3];"), "s ");
  EXPECT_EQ(bases("cp.async.bulk.global.shared::cta.bulk_group [%d2], [%r2], 16;"), "s ");
}

TEST(SharedBases, AreThatOfTheHalfOfACopyThatIsInSharedMemory) {
  EXPECT_EQ(bases("ld.global.u64 %d1, [%d2]; cp.async.ca.shared.global [%r3], [%d1], 4;"), "t ");
}

}  // namespace
}  // namespace gemmscope::ptx::testing
