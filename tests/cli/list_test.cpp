// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;
using List = ProgramTest;

TEST_F(List, JsonHasEveryStepWithItsNumbersAndPresets) {
  const Ran ran = run("list --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json list = json::parse(ran.out);
  EXPECT_EQ(list.at("schema"), "gemmscope-list/2");
  const json& kernels = list.at("kernels");
  ASSERT_GT(kernels.size(), 10u);
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    EXPECT_EQ(kernels.at(k).at("step"), k + 1);
    EXPECT_FALSE(kernels.at(k).at("summary").get<std::string>().empty());
    EXPECT_TRUE(std::filesystem::exists(kernels.at(k).at("source").get<std::string>()));
  }
  const auto warp_tile = std::ranges::find_if(kernels, [](const json& k) { return k.at("name") == "warp_tile"; });
  ASSERT_NE(warp_tile, kernels.end());
  EXPECT_EQ(warp_tile->at("step"), 10);
  EXPECT_EQ(warp_tile->at("numbers").at("BM"), 128);
  EXPECT_EQ(warp_tile->at("numbers").at("PA"), 0);
  const json& presets = warp_tile->at("presets");
  const auto small = std::ranges::find_if(presets, [](const json& p) { return p.at("name") == "tm1_small"; });
  ASSERT_NE(small, presets.end());
  EXPECT_EQ(small->at("numbers").at("BM"), 64);
}

TEST_F(List, JsonHasBothBackends) {
  const json backends = json::parse(run("list --json").out).at("backends");
  ASSERT_EQ(backends.size(), 2u);
  EXPECT_EQ(backends.at(0).at("name"), "cpu");
  EXPECT_EQ(backends.at(0).at("available"), true);
  EXPECT_EQ(backends.at(1).at("name"), "cuda");
  // What runs says on what, what does not says why.
  for (const json& b : backends) EXPECT_EQ(b.at("available").get<bool>(), b.at("missing").get<std::string>().empty());
  for (const json& b : backends) EXPECT_EQ(b.at("available").get<bool>(), !b.at("device").get<std::string>().empty());
}

TEST_F(List, TextHasNamesAndNumbers) {
  const Ran ran = run("list");
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* part : {"warp_tile: ", "10_warp_tile.cu", "k10_a6000", "BM=128 BN=128 BK=16", "PA=0", "cpu", "cuda"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace gemmscope::cli::testing
