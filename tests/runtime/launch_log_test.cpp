// SPDX-License-Identifier: MIT
#include "tracing/runtime/launch_log.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

TEST(LaunchLog, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  EXPECT_TRUE(read_launch_log(folder.path()).empty());
  const std::vector<LogLine> lines{{LogLine::What::kLoaded},
                                   {LogLine::What::kLaunched, 7, "gemm<float, 4>"},
                                   {LogLine::What::kRefused, 0, "fill", "its block of 2 x 3 x 4 threads"},
                                   {LogLine::What::kFaulted, 12, "scan"},
                                   {LogLine::What::kStopped},
                                   {LogLine::What::kNotKept, 1, "scan", "the disk is full"}};
  for (const LogLine& line : lines) note(folder.path().string(), line);
  EXPECT_EQ(read_launch_log(folder.path()), lines);
}

/// The program may write there too, and may be ended in the middle of a line.
TEST(LaunchLog, LeavesOutWhatIsNone) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / kLaunchLogFile) << "nothing\n-1 2 a\t\n9 2 b\t\n\n1 2 c\t\n1";
  EXPECT_EQ(read_launch_log(folder.path()), (std::vector<LogLine>{{LogLine::What::kLaunched, 2, "c"}}));
}

}  // namespace
}  // namespace gemmscope::runtime
