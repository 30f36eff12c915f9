// SPDX-License-Identifier: MIT
// Standard output that is a pipe, closed, or on a full disk; and too little memory.
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using Output = ProgramTest;

TEST_F(Output, NothingIsWrittenToStandardErrorOnAPipe) {
  const Ran recorded = run("record naive --size 64x64x64 -o a.gst");
  EXPECT_EQ(recorded.code, 0);
  EXPECT_EQ(recorded.err, "");
  const Ran reported = run("report a.gst");
  EXPECT_EQ(reported.err, "");
  EXPECT_EQ(reported.out.find('\033'), std::string::npos);
}

/// One of each kind of text that commands write, a.gst being a recording.
const char* const kSaying[] = {
    "list",
    "list --json",
    "list --broken",
    "--help",
    "--version",
    "record naive --size 32x32x32 -o b.gst",
    "report a.gst",
    "report a.gst --json",
    "report a.gst --csv",
    "report a.gst --view banks",
    "report --registers",
    "compare a.gst a.gst",
    "compare a.gst a.gst --json",
    "check a.gst",
    "check a.gst --json",
    "verify naive",
#ifdef GEMMSCOPE_GUI
    "render a.gst --view banks -o a.png",
#endif
};

class Unwritable : public ProgramTest {
 protected:
  void SetUp() override { step_recording("naive --size 32x32x32 -o a.gst"); }
  void expect_all_fail(const RunOptions& options, const std::string& reason) const {
    for (const char* command : kSaying) {
      const Ran ran = run(command, options);
      SCOPED_TRACE(command);
      expect_error(ran, 5);
      EXPECT_NE(ran.err.find("standard output cannot be written (" + reason), std::string::npos) << ran.err;
    }
  }
};

TEST_F(Unwritable, AFullDiskIsExitCodeFive) {
  RunOptions full;
  full.out_path = "/dev/full";
  expect_all_fail(full, "No space left");
}

TEST_F(Unwritable, StandardOutputThatIsClosedIsExitCodeFiveAndNoFileTakesItsPlace) {
  RunOptions closed;
  closed.prepare = [] { close(STDIN_FILENO), close(STDOUT_FILENO); };
  expect_all_fail(closed, "Bad file descriptor");
  EXPECT_EQ(run("report b.gst").code, 0);
}

TEST_F(Unwritable, AReaderThatGoesAwayIsExitCodeFiveWhereItsSignalIsIgnored) {
  RunOptions closed;
  closed.prepare = [] {
    std::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    if (pipe(ends) != 0) _exit(99);
    close(ends[0]);
    dup2(ends[1], STDOUT_FILENO);
  };
  expect_all_fail(closed, "Broken pipe");
}

TEST_F(Unwritable, AClosedStandardErrorLeavesTheExitCodes) {
  RunOptions closed;
  closed.prepare = [] { close(STDERR_FILENO); };
  EXPECT_EQ(run("report a.gst", closed).code, 0);
  EXPECT_EQ(run("report none.gst", closed).code, 3);
}

TEST_F(Output, ForAReaderThatDoesNotWaitIsWholeAllTheSame) {
  RunOptions slow;
  slow.prepare = [] { fcntl(STDOUT_FILENO, F_SETFL, fcntl(STDOUT_FILENO, F_GETFL) | O_NONBLOCK); };
  slow.while_running = [](pid_t) { usleep(300'000); };  // more than a pipe holds is waiting by then
  const Ran ran = run("list --json", slow), at_once = run("list --json");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, at_once.out);
}

#ifdef GEMMSCOPE_GUI
TEST_F(Output, TooLittleMemoryIsExitCodeFiveAndLeavesNoFile) {
#if defined(GEMMSCOPE_ASAN) || defined(GEMMSCOPE_TSAN)
  GTEST_SKIP() << "a sanitizer itself needs more address space than this test leaves";
#endif
  RunOptions little;
  little.prepare = [] {
    const rlimit limit{700 << 20, 700 << 20};  // the picture has 1 GB; llvmpipe crashes where it has only 512 MB
    setrlimit(RLIMIT_AS, &limit);
  };
  step_recording("naive --size 32x32x8 -o a.gst");
  expect_error(run("render a.gst --view banks --pixels 16384x16384 -o a.png", little), 5);
  EXPECT_EQ(files(), std::vector<std::string>{"a.gst"});
}
#endif

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
