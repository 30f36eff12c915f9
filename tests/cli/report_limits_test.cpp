// SPDX-License-Identifier: MIT
// `report --view limits` and `--view roofline`; and that docs/models/limits.md shows what they print.
#include "kernels/table.h"
#include "tests/cli/page_examples.h"

namespace gemmscope::cli::testing {
namespace {

using ReportLimits = PageTest;

TEST_F(ReportLimits, ThePageShowsWhatTheProgramPrints) { expect_shows_what_is_printed("docs/models/limits.md", 4); }

TEST_F(ReportLimits, RatesAndMachineAreThoseOfTheReportThatIsAskedFor) {
  older_recording("warp_tile --size 4096x4096x4096 --blocks 0,0 --k-tiles 0:1 -o a.gst");
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
  older_recording("warp_tile --size 256x256x32 --no-epilogue -o a.gst");
  const Ran ran = run("report a.gst --view limits");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("the write-back is not recorded"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("At least"), std::string::npos) << ran.out;
}

TEST_F(ReportLimits, TheRooflineHasEveryPreset) {
  older_recording("naive --size 64x64x64 -o a.gst");
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
