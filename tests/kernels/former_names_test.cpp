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
  for (const auto& [before, now] : {std::pair("seed_tm1_w1", "tm1_wniter1"), {"seed_tm1_w2", "tm1_wniter2"},
                                    {"seed_small", "tm1_small"}}) {
    const auto variant = resolve("k000", before, {});
    ASSERT_TRUE(variant) << variant.error();
    EXPECT_EQ(variant->preset_name(), now);
  }
  EXPECT_FALSE(resolve("vectorized", "seed_small", {}));
  const Assigned seed{{"load", "seed"}}, one_pass{{"load", "one_pass"}};
  EXPECT_EQ(resolve("block_tile", "", seed)->parameters(), resolve("block_tile", "", one_pass)->parameters());
  EXPECT_EQ(error_of("block_tile_half_copied", seed), "none");
}

TEST(FormerNames, ARequestIsRewritten) {
  record::RecordRequest request;
  request.kernel = "warp_tile", request.preset = "seed_small";
  EXPECT_EQ(record::in_todays_names(request).preset, "tm1_small");
  request.kernel = "block_tile", request.overrides = {{"load", "seed"}};
  EXPECT_EQ(record::in_todays_names(request).overrides.front().value, "one_pass");
}

}  // namespace
}  // namespace gemmscope::kernels
