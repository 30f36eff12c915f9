// SPDX-License-Identifier: MIT
#include "app/cli/progress.h"

#include <gtest/gtest.h>

namespace gemmscope::cli {
namespace {

#define THIN "\u202f"

TEST(Progress, SaysHowMuchIsDoneHowFastAndHowLongItTakes) {
  EXPECT_EQ(progress_line("recording", "blocks", 512, 2048, 4),
            "recording: 512 of 2" THIN "048 blocks, 25" THIN "%, 128 blocks/s, 12 s left");
}

TEST(Progress, SlowWorkHasAFractionOfARateAndMinutes) {
  EXPECT_EQ(progress_line("recording", "blocks", 1, 241, 2.5),
            "recording: 1 of 241 blocks, 0" THIN "%, 0.4 blocks/s, 10 min left");
}

TEST(Progress, SaysNothingOfTimeBeforeAnythingIsDone) {
  EXPECT_EQ(progress_line("recording", "blocks", 0, 10, 1), "recording: 0 of 10 blocks, 0" THIN "%");
}

}  // namespace
}  // namespace gemmscope::cli
