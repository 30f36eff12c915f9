// SPDX-License-Identifier: MIT
// Ctrl-C: the old file stays, no half one appears, and the shell sees that a signal ended the program.
#include <csignal>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using Interrupt = ProgramTest;

RunOptions interrupted_by(int signal) {
  RunOptions options;
  options.while_running = [signal](pid_t program) {
    wait_until_watching(program, SIGHUP);  // the last that it begins to watch
    kill(program, signal);
  };
  return options;
}

// Takes minutes.
const char* const kLong = "record naive --size 2048x2048x2048 -o a.gst";

TEST_F(Interrupt, DuringARecordingKeepsTheOldFile) {
  write("a.gst", "old");
  for (const int signal : {SIGINT, SIGTERM}) {
    const Ran ran = run(kLong, interrupted_by(signal));
    EXPECT_EQ(ran.signal, signal);
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("interrupted"), std::string::npos) << ran.err;
    EXPECT_EQ(contents("a.gst"), "old");
    EXPECT_EQ(files(), std::vector<std::string>{"a.gst"});
  }
}

TEST_F(Interrupt, AClosedTerminalStopsARecording) {
  const Ran ran = run(kLong, interrupted_by(SIGHUP));
  EXPECT_EQ(ran.signal, SIGHUP);
  EXPECT_TRUE(files().empty());
}

TEST_F(Interrupt, ThatIsIgnoredFromOutsideStaysIgnored) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    RunOptions options;
    options.prepare = [signal] { std::signal(signal, SIG_IGN); };
    options.while_running = [signal](pid_t program) {
      wait_until_watching(program, signal == SIGINT ? SIGTERM : SIGINT);
      kill(program, signal);
    };
    const Ran ran = run("record naive --size 64x64x64 -o a.gst", options);
    EXPECT_EQ(ran.code, 0) << ran.signal << ran.err;
    EXPECT_EQ(run("report a.gst").code, 0);
  }
}

TEST_F(Interrupt, AKillLeavesNoHalfFile) {
  run(kLong, interrupted_by(SIGKILL));
  EXPECT_TRUE(files().empty());
}

TEST_F(Interrupt, VerifyStops) {
  const Ran ran = run("verify naive -- 2048", interrupted_by(SIGINT));
  EXPECT_EQ(ran.signal, SIGINT);
}

TEST_F(Interrupt, ProgressIsShownOnATerminalAndWipedAtTheEnd) {
  if (!has_terminals()) GTEST_SKIP() << "no terminal can be made here: /dev/pts is not mounted";
  RunOptions options;
  options.terminal = true;
  options.on_output = [sent = false](pid_t program, const Ran& ran) mutable {
    if (sent || ran.err.find(" left") == std::string::npos) return;
    kill(program, SIGINT);
    sent = true;
  };
  const Ran ran = run(kLong, options);
  EXPECT_NE(ran.err.find("recording naive: "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("blocks/s"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find(" left"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("\r\033[Kgemmscope: "), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace gemmscope::cli::testing
