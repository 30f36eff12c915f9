// SPDX-License-Identifier: MIT
// Files that are no recording: exit code 3 and a sentence that begins with the file's name.
#include <sys/stat.h>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

class BadFile : public ProgramTest {
 protected:
  /// Every command that reads a recording.
  void expect_refused(const std::string& name) const {
    for (const std::string& command :
         {"report " + name, "report --json " + name, "check " + name, "compare " + name + " " + name, "open " + name,
          "render " + name + " --view banks -o a.png"}) {
      const Ran ran = run(command);
      expect_error(ran, 3);
      EXPECT_NE(ran.err.find(name), std::string::npos) << ran.err;
    }
  }
};

TEST_F(BadFile, Missing) { expect_refused("none.gst"); }

TEST_F(BadFile, Folder) { expect_refused("."); }

TEST_F(BadFile, PipeIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(file("pipe.gst").c_str(), 0600), 0);
  expect_refused("pipe.gst");
  EXPECT_NE(run("list .").out.find("pipe.gst: is a pipe"), std::string::npos);
  step_recording("warp_tile --preset tm1_small --size 64x64x8 -o whole.gst");
  expect_error(run("render whole.gst --results pipe.gst --view performance -o a.png"), 3);
}

TEST_F(BadFile, Empty) {
  write("a.gst", "");
  expect_refused("a.gst");
}

TEST_F(BadFile, SomethingElse) {
  write("a.gst", std::string(1000, 'x'));
  expect_refused("a.gst");
}

TEST_F(BadFile, CutOffAnywhereAndDamagedAnywhere) {
  step_recording("warp_tile --preset tm1_small --size 64x64x8 -o whole.gst");
  const std::string whole = contents("whole.gst");
  ASSERT_EQ(run("report whole.gst").code, 0);
  for (std::size_t i = 0; i < 8; ++i) {
    write("cut.gst", whole.substr(0, whole.size() * i / 8));
    expect_error(run("report cut.gst"), 3);
    std::string damaged = whole;
    damaged[whole.size() * i / 8] ^= 0x10;
    write("damaged.gst", damaged);
    expect_error(run("report damaged.gst"), 3);
  }
}

}  // namespace
}  // namespace gemmscope::cli::testing
