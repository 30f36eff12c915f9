// SPDX-License-Identifier: MIT
// `report --view limits` and `--view roofline`; and that docs/models/limits.md shows what they print.
#include "tests/cli/page_examples.h"
#include "tracing/format/file.h"

namespace gemmscope::cli::testing {
namespace {

using ReportLimits = PageTest;

TEST_F(ReportLimits, ThePageShowsWhatTheProgramPrints) { expect_shows_what_is_printed("docs/models/limits.md", 4); }

TEST_F(ReportLimits, RatesAndMachineAreThoseOfTheReportThatIsAskedFor) {
  step_recording("warp_tile --size 4096x4096x256 -o a.gst");
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
  step_recording("warp_tile --size 256x256x32 -o whole.gst");
  format::Recording r = format::read_file(file("whole.gst")).value();
  r.dropped = 1;
  ASSERT_TRUE(format::write_file(r, file("a.gst")));
  const Ran ran = run("report a.gst --view limits");
  expect_error(ran, 2);
  EXPECT_NE(ran.err.find("only a part of each block is recorded"), std::string::npos) << ran.err;
}

/// shared_tile's tiles are 32 x 32 x 32: its threads multiply zeros beyond the matrices.
TEST_F(ReportLimits, CountWholeTilesWhereTheMatricesAreSmaller) {
  for (const auto& [size, made] : {std::pair("10x10x10", "(1\u202f000 for C + 31\u202f768 with the zeros"),
                                   std::pair("31x64x64", "(126\u202f976 for C + 4\u202f096 with the zeros"),
                                   std::pair("64x5x33", "(10\u202f560 for C + 120\u202f512 with the zeros"),
                                   std::pair("64x64x7", "(28\u202f672 for C + 102\u202f400 with the zeros")}) {
    step_recording("shared_tile --size " + std::string(size) + " -o a.gst");
    const std::string tiles = run("report a.gst --view tiles").out, limits = run("report a.gst --view limits").out;
    EXPECT_NE(tiles.find("block tile 32 \u00d7 32, warp tile 1 \u00d7 32, thread tile 1 \u00d7 1, k-tile 32"),
              std::string::npos)
        << size << "\n"
        << tiles;
    EXPECT_NE(limits.find(made), std::string::npos) << size << "\n" << limits;
  }
}

/// Tiles are drawn of the blocks that are there; what all blocks do together is not counted.
TEST_F(ReportLimits, DoNotTakeAPartOfTheLaunchForTheWhole) {
  step_recording("warp_tile --size 512x512x32 --blocks 1,1,0:3,2,1 -o a.gst");
  const std::string why = "not all blocks are recorded";
  for (const char* view : {"limits", "roofline", "reuse"}) {
    const Ran ran = run(std::string("report a.gst --view ") + view);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find(why), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("of 16 blocks"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find(" times"), std::string::npos) << ran.out;
  }
  const std::string reuse = run("report a.gst --view reuse").out;
  EXPECT_TRUE(reuse.starts_with("global memory, recorded part\n  A  each element is loaded once per block\n")) << reuse;
  const auto drawn = [this](const std::string& view) {
    EXPECT_EQ(run("render a.gst --view " + view + " -o a.svg").code, 0);
    return contents("a.svg");
  };
  EXPECT_NE(drawn("reuse").find("C: not counted"), std::string::npos);
  const std::string heatmap = drawn("heatmap");
  EXPECT_NE(heatmap.find("recorded part"), std::string::npos);
  EXPECT_EQ(heatmap.find("whole kernel"), std::string::npos);
  EXPECT_NE(run("report a.gst --follow A[130][3]").out.find("3 other blocks use it, too; 1 of them is recorded"),
            std::string::npos);
}

}  // namespace
}  // namespace gemmscope::cli::testing
