// SPDX-License-Identifier: MIT
// A sound recording without a single block: every command answers.
#include "tests/cli/run_program.h"
#include "tracing/format/file.h"

namespace gemmscope::cli::testing {
namespace {

using NoBlocks = ProgramTest;

TEST_F(NoBlocks, AreReportedCheckedAndDrawn) {
  step_recording("warp_tile --size 128x128x16 -o whole.gst");
  format::Recording r = format::read_file(file("whole.gst")).value();
  r.blocks.clear();
  ASSERT_TRUE(format::write_file(r, file("a.gst")));
  for (const char* command :
       {"report a.gst", "report --json a.gst", "report --csv a.gst", "check a.gst", "check --json a.gst"}) {
    const Ran ran = run(command);
    EXPECT_EQ(ran.code, 0) << command << ": " << ran.err;
    EXPECT_FALSE(ran.out.empty()) << command;
  }
  EXPECT_EQ(run("compare a.gst a.gst").code, 0);
  EXPECT_EQ(run("compare a.gst whole.gst").code, 1);
  for (const char* view : {"banks", "performance", "reuse", "limits"})
    expect_error(run(std::string("report a.gst --view ") + view), 2);
  expect_error(run("report a.gst --view lanes --select block=0,0"), 2);
#ifdef GEMMSCOPE_GUI
  for (const char* view : {"window", "banks", "check", "writers"}) {
    const Ran ran = run(std::string("render a.gst -o a.png --view ") + view);
    EXPECT_EQ(ran.code, 0) << view << ": " << ran.err;
  }
#endif
}

}  // namespace
}  // namespace gemmscope::cli::testing
