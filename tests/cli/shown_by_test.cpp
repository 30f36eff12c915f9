// SPDX-License-Identifier: MIT
// The figures that the warp-tiling kernel is known for, through the whole program: record, file, report.
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;

class ShownBy : public ProgramTest {
 protected:
  /// One block and one k-tile of 1024^3 with these parameters.
  json report(const std::string& parameters, const std::string& model = "fused") const {
    older_recording("warp_tile --preset k10_a6000 " + parameters +
                    " --size 1024x1024x1024 --blocks 0,0 --k-tiles 0:1 -o a.gst");
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
  for (const auto& [parameters, nway] : {std::pair("", 4), std::pair("--set PA=2", 1), std::pair("--set PA=4", 2)}) {
    const json store = site(report(parameters), "sA_store");
    EXPECT_EQ(store.at("max_nway"), nway) << parameters;
    EXPECT_EQ(store.at("requests"), 64);
    EXPECT_EQ(store.at("wavefronts"), 64 * nway);
    EXPECT_EQ(store.at("nway_histogram"), json({{std::to_string(nway), 64}}));
  }
}

TEST_F(ShownBy, AsLoadTakesTwoWavefrontsFusedAndFourByTheTextbook) {
  const json fused = site(report(""), "sA_load");
  EXPECT_EQ(fused.at("width"), 16);
  EXPECT_EQ(fused.at("wavefronts"), fused.at("requests").get<int>() * 2);
  EXPECT_EQ(fused.at("wavefronts_by_model").at("textbook"), fused.at("requests").get<int>() * 4);
  const json textbook = site(report("", "textbook"), "sA_load");
  EXPECT_EQ(textbook.at("wavefronts"), textbook.at("requests").get<int>() * 4);
}

TEST_F(ShownBy, AddressDigestsAreTheGoldenOnes) {
  const json plain = report("");
  EXPECT_EQ(site(plain, "gA_load").at("address_digest"), "a80eaa4d83335a50");
  EXPECT_EQ(site(plain, "gB_load").at("address_digest"), "691d5aa3b25f5a50");
}

TEST_F(ShownBy, WavefrontsPerWarpFmaAreThoseOfTheSpecification) {
  EXPECT_NEAR(report("").at("totals").at("wavefronts_per_warp_fma").get<double>(), 0.195, 5e-4);
  EXPECT_NEAR(report("", "textbook").at("totals").at("wavefronts_per_warp_fma").get<double>(), 0.227, 5e-4);
  EXPECT_NEAR(report("--set swzA=xor").at("totals").at("wavefronts_per_warp_fma").get<double>(), 0.172, 5e-4);
}

}  // namespace
}  // namespace gemmscope::cli::testing
