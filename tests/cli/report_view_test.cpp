// SPDX-License-Identifier: MIT
// `report --view`: what a view shows, as text.
#include "tests/cli/run_program.h"
#include "tests/names_in_order.h"

namespace gemmscope::cli::testing {
namespace {

class ReportView : public ProgramTest {
 protected:
  void SetUp() override { step_recording("warp_tile --size 256x256x16 -o a.gst"); }
};

TEST_F(ReportView, BanksSaysWhichLanesAreServedWhen) {
  const Ran ran = run("report a.gst --view banks");  // opens at the first conflict
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("As store, line ")) << ran.out;
  EXPECT_NE(ran.out.find("\n4 wavefronts, ideal 1, counting rule: fused\n\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("phase  wavefront  bank  lanes\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("    0          1     1  5\n"), std::string::npos) << ran.out;
}

TEST_F(ReportView, BanksCountsByTheRuleThatIsAskedFor) {
  EXPECT_NE(run("report a.gst --view banks --model textbook --select site=As_load")
                .out.find("4 wavefronts, ideal 4, counting rule: textbook"),
            std::string::npos);
  EXPECT_NE(
      run("report a.gst --view banks --select site=As_load").out.find("2 wavefronts, ideal 2, counting rule: fused"),
      std::string::npos);
}

TEST_F(ReportView, BanksOfGlobalMemoryAreItsSectors) {
  const Ran ran = run("report a.gst --view banks --select site=A_load");
  EXPECT_NE(ran.out.find("16 sectors, ideal 16\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("line  sector  bytes used  lanes\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(" 32  0, 1\n"), std::string::npos) << ran.out;  // two lanes of 16 bytes in a sector
}

TEST_F(ReportView, LanesSaysWhatEachLaneAsksFor) {
  const Ran ran = run("report a.gst --view lanes --select site=As_store/warp=0");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("As cell"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("[4][1]"), std::string::npos) << ran.out;
}

TEST_F(ReportView, TilesAreThoseOfAProductThatWasFound) {
  const auto view = [&](const std::string& file) { return run("report " + file + " --view tiles"); };
  const auto recorded = [](const std::string& name) {
    return std::filesystem::absolute("tests/data/recorded/" + name + ".gst").string();
  };
  EXPECT_TRUE(view(recorded("product")).out.starts_with("C = A × B, 128 × 192 × 24 (M × N × K)\nblock tile 64 × 64"));
  EXPECT_NE(run("report " + recorded("product")).out.find("\n  block tile 64 × 64"), std::string::npos);
  const Ran none = view(recorded("stencil"));
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.out, "");
}

TEST_F(ReportView, OneWavefrontIsNotPlural) {
  step_recording("warp_tile --size 256x256x16 --set PA=2 -o b.gst");
  const Ran ran = run("report b.gst --view banks --select site=As_store");
  EXPECT_NE(ran.out.find("\n1 wavefront, ideal 1, counting rule"), std::string::npos) << ran.out;
}

TEST_F(ReportView, PerformanceSaysWhoHasNotMeasured) {
  const std::string results = " --results " + std::filesystem::absolute("tests/data/bench_made_up.json").string();
  const Ran ran = run("report a.gst --view performance" + results);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(names_in_order(ran.out, {"Not measured", "gemmscope bench 10_warp_tile.cu --json"})) << ran.out;
  expect_error(run("report a.gst --view performance --results no.json"), 3);
}

/// 256 x 256 in blocks of 128 x 128: two in each direction.
TEST_F(ReportView, ReuseCountsLoadsReadsAndFlopPerByte) {
  const Ran ran = run("report a.gst --view reuse");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\n  A  each element is loaded 2 times, by 2 blocks (N / BN = 256 / 128), once per block\n"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("\n  C  each element is stored once, by 1 block\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("\n  As  each element is read by 8 lanes, in 2 requests and 2 wavefronts\n"),
            std::string::npos)
      << ran.out;
  // 2 * 128 * 128 * 16 FLOP of a block by 2 * 128 * 16 elements of A and B and 128 * 128 of C, of 4 bytes.
  EXPECT_NE(ran.out.find("\nglobal memory                6.40   6.40 "), std::string::npos) << ran.out;
  // The sub-op rule serves each word of a wide load once, for the whole warp.
  EXPECT_NE(run("report a.gst --view reuse --model subop")
                .out.find("\n  Bs  each element is read by 16 lanes, in 2 requests and 2 wavefronts\n"),
            std::string::npos);
}

TEST_F(ReportView, ReuseOfNaiveIsThatOfItsLanes) {
  step_recording("naive --size 64x64x8 --beta 1 -o c.gst");
  const Ran ran = run("report c.gst --view reuse");
  EXPECT_NE(ran.out.find("\n  B  each element is loaded 64 times, by 2 blocks (M / BM = 64 / 32), "
                         "32 times per block, in 1 request\n  C  each element is loaded once, by"),
            std::string::npos)
      << ran.out;
}

/// A view's numbers and a command's are written by the same code.
TEST_F(ReportView, OfTheWholeRecordingIsWhatItsCommandPrints) {
  step_recording("shared_tile_no_barrier_before --size 64x64x32 -o wrong.gst");
  for (const auto& [view, command] : {std::pair("a.gst --view metrics", "report a.gst"),
                                      {"a.gst --view metrics --model textbook", "report a.gst --model textbook"},
                                      {"wrong.gst --view check", "check wrong.gst"}}) {
    const Ran of_view = run(std::string("report ") + view), of_command = run(command);
    EXPECT_EQ(of_view.code, 0) << of_view.err;
    EXPECT_EQ(of_view.out, of_command.out) << view;
  }
}

TEST_F(ReportView, MetricsAreThoseOfThePlaceThatALinkNames) {
  const Ran ran = run("report a.gst --view metrics --select scope=block/block=1,0");
  EXPECT_NE(ran.out.find("\nfigures: block (0,1,0)"), std::string::npos) << ran.out;
}

TEST_F(ReportView, SweepSaysHowToAskForOne) {
  const Ran ran = run("report a.gst --view sweep");
  expect_error(ran, 2);
  EXPECT_NE(ran.err.find("gemmscope sweep 10_warp_tile.cu --over "), std::string::npos) << ran.err;
}

TEST_F(ReportView, AnotherViewOrPlaceIsBadUsage) {
  expect_error(run("report a.gst --view timeline"), 2);
  expect_error(run("report a.gst --view banks --select lane=32"), 2);
  expect_error(run("report a.gst --select lane=3"), 2);
  expect_error(run("report a.gst --view banks --json"), 2);
}

}  // namespace
}  // namespace gemmscope::cli::testing
