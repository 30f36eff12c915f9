// SPDX-License-Identifier: MIT
#include "app/cli/sweep_job.h"

#include <gtest/gtest.h>

namespace gemmscope::cli {
namespace {

TEST(SweepJob, WordsStayWhole) {
  EXPECT_EQ(shell_word("PA=0:33,swzA"), "PA=0:33,swzA");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(SweepJob, TheProgramsArgumentsStandBehindAllOptions) {
  EXPECT_EQ(shell_line({"a", "b c"}, {}), "a 'b c'");
  EXPECT_EQ(shell_line({"a"}, {"-1", "2"}), "a -- -1 2");
  const std::string job = slurm_job({"gemmscope", "sweep", "my.cu"}, {"512"}, 3);
  EXPECT_NE(job.find("\nexec gemmscope sweep my.cu --task \"$SLURM_ARRAY_TASK_ID/3\" --threads "), std::string::npos);
  EXPECT_TRUE(job.ends_with("}\" -- 512\n")) << job;
}

}  // namespace
}  // namespace gemmscope::cli
