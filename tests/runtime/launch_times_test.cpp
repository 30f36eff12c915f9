// SPDX-License-Identifier: MIT
#include "tracing/runtime/launch_times.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

TEST(LaunchTimes, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  EXPECT_TRUE(read_launch_times(folder.path()).empty());
  const std::vector<LaunchTimes> all{
      {.kernel = "gemm<float, 4>",
       .registers = 168,
       .spilled_bytes = 8,
       .resident_warps = 12,
       .ms = {0.75, 1.5, 0.125}},
      {.kernel = "scan", .registers = 20, .resident_warps = 64, .why_not = "the GPU has too little memory"}};
  for (const LaunchTimes& each : all) note(folder.path().string(), each);
  EXPECT_EQ(read_launch_times(folder.path()), all);
}

TEST(LaunchTimes, LeaveOutWhatIsNone) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / kLaunchTimesFile) << "nothing\n\n1 2\tx\t\n1 2 3 -4 nan 0 0.5\tgemm\t\n1 2 3 0.";
  const std::vector<LaunchTimes> read = read_launch_times(folder.path());
  ASSERT_EQ(read.size(), 2u);  // the last one is cut off
  EXPECT_EQ(read[0].kernel, "gemm");
  EXPECT_TRUE(read[0].ms.empty());  // what follows a wrong number is not read
  EXPECT_TRUE(read[1].ms.empty());
}

}  // namespace
}  // namespace gemmscope::runtime
