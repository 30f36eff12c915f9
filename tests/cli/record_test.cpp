// SPDX-License-Identifier: MIT
// What `record` writes: selection, coverage, names, and what it says.
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;

class Record : public ProgramTest {
 protected:
  json report(const std::string& name) const {
    const Ran ran = run("report " + name + " --json");
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json::parse(ran.out);
  }
  json recorded(const std::string& arguments) const {
    const Ran ran = run("record " + arguments + " -o a.gst");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    return report("a.gst");
  }
  static std::vector<std::string> names(const json& report) {
    std::vector<std::string> names;
    for (const json& site : report.at("sites")) names.push_back(site.at("name"));
    return names;
  }
};

TEST_F(Record, AliasIsTheKernel) { EXPECT_EQ(recorded("k000 --preset tm1_small").at("kernel"), "warp_tile"); }

TEST_F(Record, WithoutAPresetTheFirstIsTaken) { EXPECT_EQ(recorded("warp_tile").at("preset"), "k10_a6000"); }

TEST_F(Record, WithoutAFileItIsNamedAfterTheKernel) {
  EXPECT_EQ(run("record k000 --preset tm1_small").code, 0);
  EXPECT_EQ(files(), std::vector<std::string>{"warp_tile.gst"});
}

TEST_F(Record, ParametersAreSet) {
  const json params = recorded("warp_tile --preset tm1_small --set PA=4 swzB=xor --set vec=scalar").at("params");
  EXPECT_EQ(params.at("PA"), 4);
  EXPECT_EQ(params.at("PB"), 0);
  EXPECT_EQ(params.at("swzB"), "xor");
  EXPECT_EQ(params.at("vec"), "scalar");
  EXPECT_EQ(params.at("BM"), 64);
}

TEST_F(Record, TileSizesOfAnotherPresetChooseIt) {
  const json report = recorded("warp_tile --set BM=64 WM=32 WNITER=1 TM=4 TN=4");
  EXPECT_EQ(report.at("preset"), "k10_a100");
}

/// Compiled once for all that this test runs; another process takes what is there.
TEST_F(Record, OtherTileSizesAreCompiledOnce) {
  const TemporaryFolder cache;
  RunOptions options;
  options.environment = {"GEMMSCOPE_CACHE=" + cache.path().string()};
  const std::string record = "record vectorized --preset k6_small64 --set BK=16 --size 64x64x32 -o ";
  const Ran first = run(record + "a.gst", options), again = run(record + "b.gst --set PA=4", options);
  EXPECT_EQ(first.code, 0);
  EXPECT_EQ(first.err, "compiling vectorized k6_small64 BK=16 ...\n");
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.err, "");
  EXPECT_EQ(report("a.gst").at("preset"), "k6_small64 BK=16");
  EXPECT_EQ(report("b.gst").at("params").at("PA"), 4);

  EXPECT_EQ(run("record vectorized --preset k6_small64 --size 64x64x32 -o c.gst").code, 0);
  const Ran linked = run("report c.gst --view banks --select preset=k6_small64/set=BK:16,PA:4", options);
  EXPECT_EQ(linked.err, "");
  EXPECT_EQ(linked.out, run("report b.gst --view banks").out);
  const Ran swept = run("sweep vectorized --preset k6_small64 --size 64x64x32 --over BK=8/16/12 --csv", options);
  EXPECT_EQ(swept.code, 0);
  EXPECT_NE(swept.out.find("k6_small64,BK=16,"), std::string::npos) << swept.out;
}

TEST_F(Record, BlocksAreYThenXAndHalfOpen) {
  const json one = recorded("warp_tile --preset tm1_small --size 256x128x16 --blocks 3,1");
  EXPECT_EQ(one.at("selection").at("block_y"), json({3, 4}));
  EXPECT_EQ(one.at("selection").at("block_x"), json({1, 2}));
  EXPECT_EQ(one.at("coverage").at("blocks"), json({{"recorded", 1}, {"total", 8}}));
  const json several = recorded("warp_tile --preset tm1_small --size 256x128x16 --blocks 1,0:3,2");
  EXPECT_EQ(several.at("coverage").at("blocks"), json({{"recorded", 4}, {"total", 8}}));
}

TEST_F(Record, WarpsAndKTilesAreHalfOpen) {
  const json report = recorded("warp_tile --preset tm1_small --size 64x64x64 --warps 1:3 --k-tiles 2:5");
  EXPECT_EQ(report.at("coverage").at("warps"), json({{"recorded", 2}, {"total", 4}}));
  EXPECT_EQ(report.at("coverage").at("k_tiles"), json({{"recorded", 3}, {"total", 8}}));
  const json one = recorded("warp_tile --preset tm1_small --size 64x64x64 --k-tiles 7");
  EXPECT_EQ(one.at("selection").at("k_tiles"), json({7, 8}));
}

TEST_F(Record, EpilogueIsLeftOutOnRequest) {
  EXPECT_EQ(names(recorded("warp_tile --preset tm1_small --size 64x64x8")).back(), "C_store");
  const json without = recorded("warp_tile --preset tm1_small --size 64x64x8 --no-epilogue");
  EXPECT_EQ(names(without).back(), "sB_load");
  EXPECT_EQ(without.at("selection").at("epilogue"), false);
}

TEST_F(Record, AlphaAndBetaAreNumbersAndMayBeNegative) {
  const json report = recorded("warp_tile --preset tm1_small --size 64x64x8 --alpha -1.5 --beta=0.1");
  EXPECT_EQ(report.at("alpha"), -1.5);
  EXPECT_EQ(report.at("beta"), 0.1);
  const std::vector<std::string> sites = names(report);
  EXPECT_NE(std::find(sites.begin(), sites.end(), "C_load"), sites.end());
}

TEST_F(Record, KMayBeZero) {
  const json report = recorded("warp_tile --preset tm1_small --size 64x64x0 --beta 1");
  EXPECT_EQ(names(report), (std::vector<std::string>{"C_load", "C_store"}));
}

TEST_F(Record, SaysWhatIsInTheFile) {
  const Ran ran = run("record warp_tile --preset tm1_small --size 128x64x16 --blocks 0,0 -o a.gst");
  EXPECT_NE(ran.out.find("1 of 2 blocks"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("0 dropped"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("a.gst"), std::string::npos) << ran.out;
}

TEST_F(Record, ReplacesAnOldFile) {
  write("a.gst", "old");
  EXPECT_EQ(recorded("warp_tile --preset tm1_small --size 64x64x8").at("kernel"), "warp_tile");
  EXPECT_EQ(files(), std::vector<std::string>{"a.gst"});
}

TEST_F(Record, TheSameRequestGivesTheSameRequestsAgain) {
  const auto digests = [&](const json& report) {
    std::vector<std::string> all;
    for (const json& site : report.at("sites")) all.push_back(site.at("address_digest"));
    return all;
  };
  EXPECT_EQ(digests(recorded("warp_tile --preset tm1_small --size 130x70x20")),
            digests(recorded("warp_tile --preset tm1_small --size 130x70x20")));
}

}  // namespace
}  // namespace gemmscope::cli::testing
