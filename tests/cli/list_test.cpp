// SPDX-License-Identifier: MIT
#include <algorithm>

#include <nlohmann/json.hpp>

#include "kernels/table.h"
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;
using List = ProgramTest;

TEST_F(List, JsonHasEveryKernelPresetAndParameter) {
  const Ran ran = run("list --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json list = json::parse(ran.out);
  EXPECT_EQ(list.at("schema"), "gemmscope-list/1");
  const auto kernels = kernels::all_kernels();
  ASSERT_EQ(list.at("kernels").size(), kernels.size());
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    const json& kernel = list.at("kernels").at(k);
    EXPECT_EQ(kernel.at("name"), kernels[k].name);
    EXPECT_EQ(kernel.at("alias"), kernels[k].alias);
    ASSERT_EQ(kernel.at("presets").size(), kernels[k].presets.size());
    EXPECT_EQ(kernel.at("presets").at(0).at("name"), kernels[k].presets[0].name);
    const json& sizes = kernel.at("presets").at(0).at("params");
    ASSERT_EQ(sizes.size(), kernels[k].presets[0].sizes.size());
    if (!sizes.empty()) {
      EXPECT_EQ(sizes.at("BM"), kernels[k].presets[0].sizes[0]);
    }
    ASSERT_EQ(kernel.at("parameters").size(), kernels[k].parameters.size());
  }
  const auto warp_tile = std::find_if(list.at("kernels").begin(), list.at("kernels").end(),
                                      [](const json& k) { return k.at("name") == "warp_tile"; });
  ASSERT_NE(warp_tile, list.at("kernels").end());
  const json& PA = warp_tile->at("parameters").at(9);
  EXPECT_EQ(PA, json::parse(
                    R"({"name": "PA", "meaning": "floats added to each row of As", "range": [0, 32], "default": 0})"));
  const json& swzA = warp_tile->at("parameters").at(11);
  EXPECT_EQ(swzA.at("choices"), json({"none", "xor"}));
  EXPECT_EQ(swzA.at("default"), "none");
  EXPECT_EQ(warp_tile->at("presets").at(0).at("block_tile"), json({{"BM", 128}, {"BN", 128}, {"BK", 16}}));
  EXPECT_EQ(warp_tile->at("presets").at(0).at("threads"), 128);
  EXPECT_EQ(warp_tile->at("presets").at(0).at("tiles"), json({{"As", "(16,128):(128,1)"}, {"Bs", "(16,128):(128,1)"}}));
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

TEST_F(List, TextHasNamesRangesAndMeanings) {
  const Ran ran = run("list");
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* part : {"warp_tile: ", "k10_a6000", "BM=128 BN=128 BK=16", "0 to 32", "none, xor",
                           "floats added to each row of As", "cpu", "cuda"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace gemmscope::cli::testing
