// SPDX-License-Identifier: MIT
// Which stores are known to be of one value, whoever makes them.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

/// Of the last store in `body`.
bool is_of_one_value(const std::string& body) {
  const auto program = testing::decoded(body);
  EXPECT_TRUE(program) << program.error().message;
  if (!program) return false;
  EXPECT_FALSE(program->accesses.empty());
  return !program->accesses.empty() && program->accesses.back().one_value;
}

TEST(OneValue, OfConstantsArgumentsAndTheLaunch) {
  for (const char* const body :
       {"st.global.u32 [%rd1], 7;", "mov.u32 %r2, 7; st.global.u32 [%rd2], %r2;", "st.shared.u64 [%r1], %rd0;",
        "ld.param.u32 %r2, [in]; add.u32 %r3, %r2, 5; st.global.u32 [%rd2], %r3;",
        "mov.u32 %r2, %ntid.x; mov.u32 %r3, %nctaid.y; mad.lo.u32 %r4, %r2, %r3, 1; st.global.u32 [%rd2], %r4;",
        "mov.u32 %r2, 7; st.global.v2.u32 [%rd2], {%r2, %r2};",
        "setp.eq.u32 %p1, %r0, 3; mov.u32 %r2, 7; @%p1 st.global.u32 [%rd2], %r2;",
        "bra B;\nA:\nst.global.u32 [%rd2], %r3;\nbra C;\nB:\nmov.u32 %r2, 7; not.b32 %r3, %r2;\nbra A;\nC:\n"})
    EXPECT_TRUE(is_of_one_value(body)) << body;
}

TEST(OneValue, NotOfWhatAThreadKnowsOfItself) {
  for (const char* const body : {"st.global.u32 [%rd2], %r1;", "add.u32 %r2, %r0, 1; st.global.u32 [%rd2], %r2;",
                                 "mov.u32 %r2, %ctaid.x; st.global.u32 [%rd2], %r2;",  // another block, another value
                                 "ld.global.u32 %r2, [%rd2]; st.global.u32 [%rd2], %r2;",
                                 "shfl.sync.idx.b32 %r2, %r1, 0, 31, -1; st.global.u32 [%rd2], %r2;",
                                 "mov.u32 %r2, 7; st.global.v2.u32 [%rd2], {%r2, %r1};"})
    EXPECT_FALSE(is_of_one_value(body)) << body;
}

TEST(OneValue, NotOfWhichLanesAreThere) {
  for (const char* const body :
       {"activemask.b32 %r2; st.global.u32 [%rd2], %r2;",
        "setp.eq.u32 %p1, 1, 1; vote.sync.ballot.b32 %r2, %p1, -1; st.global.u32 [%rd2], %r2;",
        "shfl.sync.up.b32 %r2|%p1, 7, 1, 0, -1; selp.u32 %r3, 1, 2, %p1; st.global.u32 [%rd2], %r3;",
        "match.any.sync.b32 %r2, 7, -1; st.global.u32 [%rd2], %r2;",
        "redux.sync.add.s32 %r2, 7, -1; st.global.u32 [%rd2], %r2;"})
    EXPECT_FALSE(is_of_one_value(body)) << body;
}

TEST(OneValue, NotOfWhatIsWrittenInTwoPlacesOrUnderACondition) {
  for (const char* const body :
       {"mov.u32 %r2, 7; st.global.u32 [%rd1], %r2; mov.u32 %r2, 8; st.global.u32 [%rd2], %r2;",
        "setp.eq.u32 %p1, %r0, 3; @%p1 mov.u32 %r2, 7; st.global.u32 [%rd2], %r2;",
        "mov.u32 %r2, 0;\nL:\nadd.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 9; st.global.u32 [%rd2], %r2;\n@%p1 bra L;"})
    EXPECT_FALSE(is_of_one_value(body)) << body;
}

TEST(OneValue, NotOfTwoValuesSideBySide) {
  EXPECT_FALSE(is_of_one_value("mov.u32 %r2, 7; mov.u32 %r3, 8; st.global.v2.u32 [%rd2], {%r2, %r3};"));
  EXPECT_FALSE(is_of_one_value("mov.u32 %r2, 7; st.volatile.global.u32 [%rd2], %r2;"));
}

}  // namespace
}  // namespace gemmscope::lockstep
