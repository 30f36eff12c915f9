// SPDX-License-Identifier: MIT
// What had another name once is still understood, or refused with a sentence that says what to choose.
#include "kernels/former_names.h"

#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tracing/record/plan.h"

namespace gemmscope::kernels {
namespace {

using Assigned = std::vector<std::pair<std::string, std::string>>;

std::string error_of(const char* kernel, const Assigned& assigned) {
  const auto variant = resolve(kernel, "", assigned);
  return variant ? "none" : variant.error();
}

TEST(FormerNames, PresetsAndValuesAreTodaysOnes) {
  for (const auto& [before, now] :
       {std::pair("seed_tm1_w1", "tm1_wniter1"), {"seed_tm1_w2", "tm1_wniter2"}, {"seed_small", "tm1_small"}}) {
    const auto variant = resolve("k000", before, {});
    ASSERT_TRUE(variant) << variant.error();
    EXPECT_EQ(variant->preset_name(), now);
  }
  EXPECT_FALSE(resolve("vectorized", "seed_small", {}));
  const Assigned seed{{"load", "seed"}}, one_pass{{"load", "one_pass"}};
  EXPECT_EQ(resolve("block_tile", "", seed)->parameters(), resolve("block_tile", "", one_pass)->parameters());
  EXPECT_EQ(error_of("block_tile_half_copied", seed), "none");
}

/// Recordings list all parameters of their kernel.
TEST(FormerNames, ParametersWithoutTheMistakeSayNothing) {
  EXPECT_EQ(error_of("k003", {{"single", "false"}, {"naming", "ours"}}), "none");
  EXPECT_EQ(error_of("vectorized_one_pass", {{"single", "true"}, {"naming", "ours"}}), "none");
  EXPECT_EQ(error_of("vectorized_roles_swapped", {{"single", "false"}, {"naming", "swapped"}}), "none");
  EXPECT_EQ(error_of("sgemm64", {{"ktail", "zero"}}), "none");
  EXPECT_EQ(error_of("sgemm64_no_tail", {{"ktail", "maxas"}}), "none");
  EXPECT_EQ(error_of("sgemm64_no_barrier", {{"ktail", "zero"}}), "none");
}

TEST(FormerNames, AMistakeNamesTheKernelThatMakesIt) {
  const auto names = [](const char* kernel, const Assigned& assigned, const std::string& other) {
    return error_of(kernel, assigned).find(other) != std::string::npos;
  };
  EXPECT_TRUE(names("vectorized", {{"single", "true"}}, "vectorized_one_pass"));
  EXPECT_TRUE(names("vectorized", {{"naming", "swapped"}}, "vectorized_roles_swapped"));
  EXPECT_TRUE(names("vectorized_one_pass", {{"naming", "swapped"}}, "vectorized_roles_swapped"));
  EXPECT_TRUE(names("k002", {{"ktail", "maxas"}}, "sgemm64_no_tail"));
  EXPECT_TRUE(names("vectorized_one_pass", {{"single", "false"}}, "choose vectorized for"));
  EXPECT_TRUE(names("vectorized", {{"single", "7"}}, "no parameter 'single'"));
  EXPECT_TRUE(names("warp_tile", {{"single", "false"}}, "no parameter 'single'"));
}

TEST(FormerNames, ARequestIsRewritten) {
  record::RecordRequest request;
  request.kernel = "warp_tile", request.preset = "seed_small";
  EXPECT_EQ(record::in_todays_names(request).preset, "tm1_small");
  request.kernel = "sgemm64", request.preset = "maxas64";
  request.overrides = {{"ktail", "zero"}, {"PC", "4"}, {"ktail", "maxas"}};
  const std::vector<format::Parameter> left{{"PC", "4"},
                                            {"ktail", "maxas"}};  // the last is refused when it is recorded
  EXPECT_EQ(record::in_todays_names(request).overrides, left);
  request.kernel = "none";
  EXPECT_EQ(record::in_todays_names(request).overrides.size(), 3u);
}

}  // namespace
}  // namespace gemmscope::kernels
