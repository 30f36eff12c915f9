// SPDX-License-Identifier: MIT
// `report --view limits` and `--view roofline`; and that docs/models/limits.md shows what they print.
#include <fstream>

#include "kernels/table.h"
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using ReportLimits = ProgramTest;

/// Commands of a block of code, and the lines that stand below them.
struct Example {
  std::vector<std::string> commands, lines;
};

std::vector<Example> examples(const std::string& path) {
  std::vector<Example> all;
  std::ifstream page(path);
  bool in_block = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      in_block = !in_block;
      if (in_block) all.emplace_back();
    } else if (in_block && line.starts_with("$ gemmscope ")) {
      all.back().commands.push_back(line.substr(12));
    } else if (in_block && !line.empty()) {
      all.back().lines.push_back(line);
    }
  }
  return all;
}

TEST_F(ReportLimits, ThePageShowsWhatTheProgramPrints) {
  const auto all = examples("docs/models/limits.md");
  ASSERT_EQ(all.size(), 4u);
  for (const Example& example : all) {
    std::string printed;
    for (const std::string& command : example.commands) {
      const Ran ran = run(command);
      EXPECT_EQ(ran.code, 0) << command << ": " << ran.err;
      printed += ran.out;
    }
    EXPECT_FALSE(example.lines.empty());
    std::size_t at = 0;
    for (const std::string& line : example.lines) {
      const std::size_t found = printed.find(line + "\n", at);
      ASSERT_NE(found, std::string::npos) << line << "\nis not, or not there, in\n" << printed;
      at = found + line.size();
    }
  }
}

TEST_F(ReportLimits, RatesAndMachineAreThoseOfTheReportThatIsAskedFor) {
  ASSERT_EQ(run("record warp_tile --size 4096x4096x4096 --blocks 0,0 --k-tiles 0:1 -o a.gst").code, 0);
  const std::string results = " --results " + std::filesystem::absolute("tests/data/bench_made_up.json").string();
  const Ran limits = run("report a.gst --view limits" + results);
  ASSERT_EQ(limits.code, 0) << limits.err;
  EXPECT_TRUE(limits.out.starts_with("limits on Test GPU (made-up figures)")) << limits.out;
  EXPECT_NE(limits.out.find("an unknown bandwidth"), std::string::npos) << limits.out;
  EXPECT_EQ(limits.out.find("8\u202f930 GB/s"), std::string::npos) << limits.out;
  EXPECT_EQ(limits.out.find("Resident warps:"), std::string::npos) << limits.out;
  const Ran roofline = run("report a.gst --view roofline" + results);
  EXPECT_TRUE(roofline.out.starts_with("roofline of Test GPU (made-up figures)")) << roofline.out;
  EXPECT_NE(roofline.out.find("not known"), std::string::npos) << roofline.out;
}

TEST_F(ReportLimits, SayWhyTheyAreMissing) {
  ASSERT_EQ(run("record warp_tile --size 256x256x32 --no-epilogue -o a.gst").code, 0);
  const Ran ran = run("report a.gst --view limits");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("the write-back is not recorded"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("At least"), std::string::npos) << ran.out;
}

TEST_F(ReportLimits, TheRooflineHasEveryPreset) {
  ASSERT_EQ(run("record naive --size 64x64x64 -o a.gst").code, 0);
  const Ran ran = run("report a.gst --view roofline");
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::vector<std::string> names;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const kernels::Preset& preset : kernel.presets) names.emplace_back(preset.name);
  std::size_t at = 0;
  for (const std::string& name : names) {
    at = ran.out.find(" " + name + " ", at);
    ASSERT_NE(at, std::string::npos) << name << "\n" << ran.out;
  }
}

}  // namespace
}  // namespace gemmscope::cli::testing
