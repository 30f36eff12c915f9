// SPDX-License-Identifier: MIT
#include "app/cli/sweep_job.h"

#include <gtest/gtest.h>

#include "app/cli/sweep_options.h"

namespace gemmscope::cli {
namespace {

TEST(SweepJob, WordsStayWhole) {
  EXPECT_EQ(shell_word("PA=0:33,swzA"), "PA=0:33,swzA");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(SweepJob, ArgumentsGiveTheOptionsAgain) {
  LaunchOptions options;
  options.kernel = "k";
  EXPECT_EQ(arguments_of(options), (std::vector<std::string>{"k"}));
  options.preset = "p", options.size = "1x2x3", options.alpha = "2", options.beta = "3", options.blocks = "0,1";
  options.warps = "0:1", options.k_tiles = "2:3", options.assignments = {"PA=1", "PB=2"}, options.no_epilogue = true;
  EXPECT_EQ(arguments_of(options),
            (std::vector<std::string>{"k",    "--preset", "p",    "--size",       "1x2x3", "--alpha",   "2",   "--beta",
                                      "3",    "--blocks", "0,1",  "--warps",      "0:1",   "--k-tiles", "2:3", "--set",
                                      "PA=1", "--set",    "PB=2", "--no-epilogue"}));
}

}  // namespace
}  // namespace gemmscope::cli
