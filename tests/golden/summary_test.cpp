// SPDX-License-Identifier: MIT
// The golden file's sums over a k-tile, one test for each variant: what a multiply-add costs in shared memory.
#include <cctype>
#include <cmath>

#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tests/analysis/faults.h"
#include "tests/analysis/golden.h"
#include "tests/golden/measured.h"

namespace gemmscope {
namespace {

using analysis::ConflictModel;
using nlohmann::json;

using enum ConflictModel;

std::vector<json> entries() {
  const json golden = analysis::testing::golden_json();
  return golden.at("summary").get<std::vector<json>>();
}

/// Loads and stores of the main loop.
struct MainLoop {
  analysis::Count shared_loads, shared_stores, global_loads;
};

MainLoop main_loop_of(const analysis::Summary& summary) {
  MainLoop sums;
  for (const analysis::SiteSummary& site : summary.sites) {
    if (site.name.front() == 'g') sums.global_loads += site.count;
    if (site.name.front() == 's') (site.op == format::Op::kLoad ? sums.shared_loads : sums.shared_stores) += site.count;
  }
  return sums;
}

class Sums : public ::testing::TestWithParam<json> {};

TEST_P(Sums, AgreeWithTheFile) {
  const json& expected = GetParam();
  std::vector<format::Parameter> parameters;
  for (const auto& [name, value] : expected.at("params").items())
    parameters.push_back({name, analysis::testing::parameter_text(value)});
  const json& dims = expected.at("dims");
  const format::Recording recording = testing::record_as_golden(
      expected.at("kernel"), parameters, dims[0], dims[1], dims[2], expected.at("block")[0], expected.at("block")[1]);
  const analysis::CostTable costs(recording);
  analysis::Summary summary = analysis::summarize(recording, costs);
  analysis::testing::add_faults(recording, costs, summary);
  const MainLoop sums = main_loop_of(summary);

  const auto number = [&](const char* key) { return expected.at(key).get<std::uint64_t>(); };
  EXPECT_EQ(sums.shared_loads.requests, number("shared_load_instr"));
  EXPECT_EQ(sums.shared_loads.by(kTextbook).wavefronts, number("shared_load_wavefronts"));
  EXPECT_EQ(sums.shared_loads.by(kTextbook).ideal_wavefronts, number("shared_load_ideal"));
  EXPECT_EQ(sums.shared_loads.by(kFused).wavefronts, number("shared_load_pairmerge"));
  EXPECT_EQ(sums.shared_stores.by(kTextbook).wavefronts, number("shared_store_wavefronts"));
  EXPECT_EQ(sums.shared_stores.by(kTextbook).ideal_wavefronts, number("shared_store_ideal"));
  EXPECT_EQ(sums.global_loads.sectors, number("global_sectors_per_ktile"));
  EXPECT_EQ(sums.global_loads.ideal_sectors, number("global_ideal_sectors"));
  ASSERT_TRUE(summary.warp_fmas);
  EXPECT_EQ(*summary.warp_fmas, expected.at("warp_fma_per_ktile").get<double>());
  // The file rounds to four places.
  const auto near = [](double value, const json& stated) {
    return std::fabs(value - stated.get<double>()) <= 0.5001e-4;
  };
  EXPECT_TRUE(near(summary.wavefronts_per_fma(kTextbook).value(), expected.at("wavefronts_per_warp_fma")));
  EXPECT_TRUE(near(summary.wavefronts_per_fma(kFused).value(), expected.at("wavefronts_per_warp_fma_pairmerge")));
}

std::string name_of_sums(const ::testing::TestParamInfo<json>& info) {
  std::string name = info.param.at("kernel").get<std::string>() + " " + info.param.at("preset").get<std::string>() +
                     " " + info.param.at("variant").get<std::string>() + " " + info.param.at("dims").dump();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Variants, Sums, ::testing::ValuesIn(entries()), name_of_sums);

}  // namespace
}  // namespace gemmscope
