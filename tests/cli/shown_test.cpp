// SPDX-License-Identifier: MIT
// Names from outside are shown, not obeyed: no command of a terminal and no turn of direction leaves the program.
#include "tests/cli/run_program.h"
#include "tests/format/repack.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli::testing {
namespace {

using Shown = ProgramTest;

const std::string kHostile = "x\033[2J\xe2\x80\xaey\xff\nz";

TEST_F(Shown, InErrorsIsEveryArgument) {
  const std::vector<std::vector<std::string>> commands = {
      {kHostile},
      {"list", kHostile},
      {"--" + kHostile},
      {"record", kHostile},
      {"record", "naive", "--preset", kHostile},
      {"record", "naive", "--set", kHostile},
      {"record", "naive", "--set", "PA=" + kHostile},
      {"record", "naive", "--set", kHostile + "=1"},
      {"record", "naive", "--size", kHostile},
      {"record", "naive", "--alpha", kHostile},
      {"record", "naive", "--blocks", kHostile},
      {"record", "naive", "--backend", kHostile},
      {"record", "naive", "-o", "none/" + kHostile},
      {"report", kHostile},
      {"report", "a.gst", "--model", kHostile},
      {"compare", "a.gst", kHostile},
      {"check", kHostile},
      {"verify", kHostile},
      {"bench", kHostile},
      {"bench", "--size", kHostile},
      {"render", "a.gst", "--view", "banks", "-o", kHostile},
      {"render", "a.gst", "--view", "banks", "-o", "a.png", "--pixels", kHostile},
  };
  for (const auto& arguments : commands) {
    const Ran ran = run(arguments);
    SCOPED_TRACE(arguments.back());
    EXPECT_TRUE(ran.code == 2 || ran.code == 3) << ran.code;
    EXPECT_EQ(ran.err, format::shown_lines(ran.err));
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
}

TEST_F(Shown, InResultsAreTheNamesOfFiles) {
  const Ran ran = run({"record", "naive", "--size", "32x32x32", "-o", kHostile});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, format::shown(ran.out.substr(0, ran.out.size() - 1)) + "\n");
  EXPECT_NE(ran.out.find("x\\u001b[2J\\u202ey\\xff\\u000az"), std::string::npos) << ran.out;
  EXPECT_EQ(run({"report", kHostile}).code, 0);
}

TEST_F(Shown, InReportsAreTheTextsOfARecording) {
  step_recording("warp_tile --preset tm1_small --size 64x64x8 -o a.gst");
  auto recording = format::read_file(file("a.gst")).value();
  const std::string turned =
      "\xe2\x80\xae"
      "sAP";
  recording.kernel = recording.origin.device = turned;
  for (auto& tensor : recording.tensors) tensor.name += turned;
  for (auto& site : recording.sites) site.name += turned;
  for (auto& parameter : recording.parameters) parameter.value += turned;
  ASSERT_TRUE(format::write_file(recording, file("a.gst")));
  for (const char* command : {"report a.gst", "report a.gst --json", "report a.gst --csv", "report a.gst --view banks",
                              "report a.gst --view lanes", "compare a.gst a.gst", "compare a.gst a.gst --json",
                              "check a.gst", "check a.gst --json"}) {
    const Ran ran = run(command);
    EXPECT_EQ(ran.out, format::shown_lines(ran.out)) << command;
    EXPECT_NE(ran.out.find("\\u202esAP"), std::string::npos) << command << ran.out << ran.err;
  }
}

}  // namespace
}  // namespace gemmscope::cli::testing
