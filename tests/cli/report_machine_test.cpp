// SPDX-License-Identifier: MIT
// `report --machine`: what ptxas makes of a recorded program's PTX.
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"
#include "tracing/format/file.h"
#include "tracing/machine/toolkit.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::ordered_json;

class ReportMachine : public ProgramTest {
 protected:
  /// a.gst gets the PTX of tests/programs/register_tile.cu, which is all that is looked at; b.gst has none.
  void SetUp() override {
    if (machine::ptxas().empty() || machine::nvdisasm().empty()) GTEST_SKIP() << "there is no ptxas or nvdisasm";
    step_recording("coalesced --size 32x32x32 -o b.gst");
    auto recording = format::read_file(file("b.gst"));
    ASSERT_TRUE(recording);
    recording->code = {};
    ASSERT_TRUE(format::write_file(*recording, file("b.gst")));
    recording->code = {file_text("tests/data/programs/register_tile.ptx"), "_Z13register_tileiiPKfS0_Pf"};
    ASSERT_FALSE(recording->code.ptx.empty());
    ASSERT_TRUE(format::write_file(*recording, file("a.gst")));
  }
};

TEST_F(ReportMachine, ComparesTheAccessesOfALine) {
  const Ran ran = run("report a.gst --machine --arch sm_90 --line 21");
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* part : {"for sm_90", " registers, ", " are FFMA", "8 of 4 bytes", " of 16 bytes (LDS.128)",
                           "ld.shared.f32 %f100, [%r56+-256]", "LDS.128 R"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
  EXPECT_EQ(ran.out.find("LDG"), std::string::npos);  // another line's
}

TEST_F(ReportMachine, IsForProgramsToo) {
  const Ran ran = run("report a.gst --machine --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const ordered_json all = ordered_json::parse(ran.out);
  EXPECT_EQ(all.at("schema"), "gemmscope-machine/1");
  EXPECT_EQ(all.at("architecture"), "sm_90");  // as in Limits
  EXPECT_GT(all.at("registers"), 16);
  EXPECT_EQ(all.at("resident").at("most_warps"), 64);
  const std::string page = file_text("docs/report.md");
  for (const auto& [key, value] : all.items()) EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << key;
}

TEST_F(ReportMachine, SaysInASentenceWhatIsMissing) {
  expect_error(run("report b.gst --machine"), 2);               // no PTX
  expect_error(run("report a.gst --machine --arch sm_75"), 2);  // older than the PTX
  expect_error(run("report a.gst --machine --line 999"), 2);
  expect_error(run("report a.gst --machine --csv"), 2);
  RunOptions options;
  options.environment = {"PATH=/bin:/usr/bin", "CUDACXX=/bin/true"};
  if (!std::ifstream("/usr/bin/ptxas") && !std::ifstream("/bin/ptxas"))
    expect_error(run("report a.gst --machine", options), 4);
}

}  // namespace
}  // namespace gemmscope::cli::testing
