// SPDX-License-Identifier: MIT
// `verify` of a step of the ladder by its name; tests/programs has programs of others.
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using Verify = ProgramTest;

TEST_F(Verify, AStepIsRight) {
  const Ran ran = run("verify naive -- 33 35 5");
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("33 \u00d7 35 \u00d7 5"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("1 right, 0 wrong"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace gemmscope::cli::testing
