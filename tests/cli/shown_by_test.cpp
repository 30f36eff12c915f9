// SPDX-License-Identifier: MIT
// The figures that the warp-tiling kernel is known for, through the whole program: record, file, report.
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;

class ShownBy : public ProgramTest {
 protected:
  /// One block of one k-tile.
  json report(const std::string& step, const std::string& model = "fused") const {
    step_recording(step + " --size 128x128x16 -o a.gst");
    const Ran reported = run("report a.gst --json --model " + model);
    EXPECT_EQ(reported.code, 0) << reported.err;
    return json::parse(reported.out);
  }
  static json site(const json& report, const std::string& name) {
    for (const json& s : report.at("sites"))
      if (s.at("name") == name) return s;
    ADD_FAILURE() << "no site " << name;
    return {};
  }
};

TEST_F(ShownBy, AsStoreIsFourWayWithoutPaddingOneWayWithTwoAndTwoWayWithFour) {
  for (const auto& [parameters, nway] :
       {std::pair("warp_tile", 4), std::pair("warp_tile --set PA=2", 1), std::pair("warp_tile --set PA=4", 2)}) {
    const json store = site(report(parameters), "As_store");
    EXPECT_EQ(store.at("max_nway"), nway) << parameters;
    EXPECT_EQ(store.at("requests"), 64);
    EXPECT_EQ(store.at("wavefronts"), 64 * nway);
    EXPECT_EQ(store.at("nway_histogram"), json({{std::to_string(nway), 64}}));
  }
}

TEST_F(ShownBy, AsLoadTakesTwoWavefrontsFusedAndFourByTheTextbook) {
  const json fused = site(report("warp_tile"), "As_load");
  EXPECT_EQ(fused.at("width"), 16);
  EXPECT_EQ(fused.at("wavefronts"), fused.at("requests").get<int>() * 2);
  EXPECT_EQ(fused.at("wavefronts_by_model").at("textbook"), fused.at("requests").get<int>() * 4);
  const json textbook = site(report("warp_tile", "textbook"), "As_load");
  EXPECT_EQ(textbook.at("wavefronts"), textbook.at("requests").get<int>() * 4);
}

TEST_F(ShownBy, WavefrontsPerWarpFmaAreThoseOfTheSpecification) {
  EXPECT_NEAR(report("warp_tile").at("totals").at("wavefronts_per_warp_fma").get<double>(), 0.195, 5e-4);
  EXPECT_NEAR(report("warp_tile", "textbook").at("totals").at("wavefronts_per_warp_fma").get<double>(), 0.227, 5e-4);
  EXPECT_NEAR(report("swizzled").at("totals").at("wavefronts_per_warp_fma").get<double>(), 0.172, 5e-4);
}

}  // namespace
}  // namespace gemmscope::cli::testing
