// SPDX-License-Identifier: MIT
// Standard output that is a pipe, closed, or on a full disk; and too little memory.
#include <csignal>
#include <cstdio>

#include <sys/resource.h>
#include <unistd.h>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using Output = ProgramTest;

TEST_F(Output, NothingIsWrittenToStandardErrorOnAPipe) {
  const Ran recorded = run("record warp_tile --size 1024x1024x1024 -o a.gst");
  EXPECT_EQ(recorded.code, 0);
  EXPECT_EQ(recorded.err, "");
  const Ran reported = run("report a.gst");
  EXPECT_EQ(reported.err, "");
  EXPECT_EQ(reported.out.find('\033'), std::string::npos);
}

TEST_F(Output, AFullDiskIsExitCodeFive) {
  RunOptions full;
  full.out_path = "/dev/full";
  const Ran ran = run("list", full);
  expect_error(ran, 5);
}

TEST_F(Output, TooLittleMemoryIsExitCodeFiveAndLeavesNoFile) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the address sanitizer itself needs more address space than this test leaves";
#endif
  RunOptions little;
  little.prepare = [] {
    const rlimit limit{512 << 20, 512 << 20};  // the emulator reserves more address space than that
    setrlimit(RLIMIT_AS, &limit);
  };
  expect_error(run("record warp_tile -o a.gst", little), 5);
  EXPECT_TRUE(files().empty());
}

TEST_F(Output, AReaderThatGoesAwayEndsTheProgramQuietly) {
  RunOptions closed;
  closed.prepare = [] {
    int ends[2];
    if (pipe(ends) != 0) _exit(99);
    close(ends[0]);
    dup2(ends[1], STDOUT_FILENO);
  };
  const Ran ran = run("list", closed);
  EXPECT_EQ(ran.signal, SIGPIPE);
  EXPECT_EQ(ran.err, "");
}

}  // namespace
}  // namespace gemmscope::cli::testing
