// SPDX-License-Identifier: MIT
// Launches that never end are ended after the steps that the environment allows, whichever way they are recorded.
#include <cstdlib>

#include "tests/runtime/one_warp.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

class Endless : public ::testing::Test {
 protected:
  void SetUp() override { setenv(kStepsVariable, "10000", 1); }
  void TearDown() override { unsetenv(kStepsVariable); }

  static void expect_ended(const std::string& body) {
    for (const Results results : {Results::kRight, Results::kLeftOut}) {
      OneWarp warps = OneWarp::of(body);
      const auto done = warps.run({warps.words(lockstep::kLanes), warps.words(lockstep::kLanes)}, results);
      ASSERT_TRUE(done.recording);
      ASSERT_TRUE(done.recording->fault);
      EXPECT_EQ(done.recording->fault->kind, format::LaunchFault::Kind::kEndless);
      ASSERT_EQ(done.faults.size(), 1u);
      EXPECT_EQ(done.faults[0].kind, lockstep::FaultKind::kNoEnd);
    }
  }
};

TEST_F(Endless, LoopsThatOnlyComputeAreEnded) {
  expect_ended("  mov.u32 %r3, 0;\n$L:\n  mad.lo.u32 %r3, %r3, 5, 3;\n  setp.ge.u32 %p1, %r3, 0;\n  @%p1 bra $L;\n");
}

TEST_F(Endless, LoopsThatStoreAreEnded) {
  expect_ended(
      "  add.u64 %rd5, %rd2, %rd1;\n  mov.u32 %r3, 0;\n$L:\n  add.u32 %r3, %r3, 1;\n  st.global.u32 [%rd5], %r3;\n"
      "  setp.ge.u32 %p1, %r3, 0;\n  @%p1 bra $L;\n");
}

}  // namespace
}  // namespace gemmscope::runtime
