// SPDX-License-Identifier: MIT
#include "kernels/table.h"

#include <gtest/gtest.h>

#include <iterator>
#include <set>

#include "kernels/10_warp_tile.h"

namespace gemmscope::kernels {
namespace {

TEST(Table, KernelsAreFoundByNameAndAlias) {
  ASSERT_NE(find_kernel("warp_tile"), nullptr);
  EXPECT_EQ(find_kernel("warp_tile"), find_kernel("k000"));
  EXPECT_EQ(find_kernel("WARP_TILE"), nullptr);
}

TEST(Table, EveryPresetKeepsTheConstraintsAndIsItself) {
  for (const KernelInfo& kernel : all_kernels())
    for (const Preset& preset : kernel.presets) {
      const auto variant = resolve(kernel.name, preset.name, {});
      ASSERT_TRUE(variant) << variant.error();
      EXPECT_EQ(variant->preset_name(), preset.name);
    }
}

TEST(Table, EveryKernelCarriesItsSource) {
  for (const KernelInfo& kernel : all_kernels()) {
    const std::string_view file = kernel.source_path.substr(kernel.source_path.find('/') + 1);
    EXPECT_NE(kernel.source_text.find("@file " + std::string(file)), std::string_view::npos) << file;
  }
}

TEST(Table, SharedBytesAreTilesAndPads) {
  const auto bytes = [](std::vector<std::pair<std::string, std::string>> set) {
    return resolve("warp_tile", "", set)->geometry().shared_bytes;
  };
  EXPECT_EQ(bytes({}), 16384);
  EXPECT_EQ(bytes({{"PA", "1"}, {"PB", "1"}}), 16384 + 2 * 16 * 4);
  EXPECT_EQ(bytes({{"PA", "32"}, {"PB", "32"}}), 16384 + 2 * 16 * 32 * 4);
}

TEST(Table, ParametersAreAllThereInOrder) {
  const std::vector<std::pair<std::string, std::string>> set{{"PA", "2"}, {"swzB", "xor"}};
  const auto variant = resolve("k000", "tm1_small", set);
  ASSERT_TRUE(variant);
  const auto parameters = variant->parameters();
  ASSERT_EQ(parameters.size(), variant->kernel->parameters.size());
  EXPECT_EQ(parameters.front(), (std::pair<std::string, std::string>("BM", "64")));
  EXPECT_EQ(parameters[9], (std::pair<std::string, std::string>("PA", "2")));
  EXPECT_EQ(parameters[12], (std::pair<std::string, std::string>("swzB", "xor")));
}

TEST(Table, OtherTileSizesAreNamedByTheNearestPresetAndWhatDiffers) {
  const std::vector<std::pair<std::string, std::string>> deep{{"BK", "32"}}, padded{{"PA", "4"}};
  const auto variant = resolve("warp_tile", "", deep);
  ASSERT_TRUE(variant) << variant.error();
  EXPECT_FALSE(variant->is_preset());
  EXPECT_EQ(variant->preset_name(), "k10_a6000 BK=32");
  const auto named = resolve("warp_tile", "k10_a6000 BK=32", padded);
  ASSERT_TRUE(named) << named.error();
  EXPECT_EQ((*named)["BK"], 32);
  EXPECT_EQ((*named)["PA"], 4);
  const std::vector<std::pair<std::string, std::string>> back{{"BK", "16"}};
  EXPECT_EQ(resolve("warp_tile", "k10_a6000 BK=32", back)->preset_name(), "k10_a6000");
  const std::vector<std::pair<std::string, std::string>> far{{"BM", "128"}, {"BN", "128"},  {"BK", "32"},
                                                             {"WM", "64"},  {"WN", "64"},   {"TM", "8"},
                                                             {"TN", "4"},   {"WNITER", "4"}};
  EXPECT_EQ(resolve("warp_tile", "tm1_small", far)->preset_name(), "k10_a6000 BK=32");
  EXPECT_FALSE(resolve("warp_tile", "k10_a6000 BK=", {}));
  EXPECT_FALSE(resolve("warp_tile", "k10_a6000 BX=32", {}));
}

TEST(Table, OnlyPresetsAreForAGpu) {
  const std::vector<std::pair<std::string, std::string>> deep{{"BK", "32"}};
  EXPECT_EQ(only_emulated(*resolve("warp_tile", "", {})), "");
  EXPECT_NE(only_emulated(*resolve("warp_tile", "", deep)), "");
}

TEST(Table, ABrokenKernelHasTheTileSizesOfItsPresets) {
  const std::vector<std::pair<std::string, std::string>> deep{{"BK", "32"}};
  EXPECT_TRUE(resolve("warp_tile_no_row_loop", "", {}));
  EXPECT_FALSE(resolve("warp_tile_no_row_loop", "", deep));
}

static_assert(is_parameter_name("PA") && !is_parameter_name("bm") && !is_parameter_name(""));

/// Code can name these and no others.
TEST(Table, ParameterNamesAreThoseOfTheKernels) {
  std::set<std::string_view> names;
  for (const KernelInfo& kernel : all_kernels())
    for (const ParameterInfo& p : kernel.parameters) names.insert(p.name);
  EXPECT_EQ(names, (std::set<std::string_view>(std::begin(kParameterNames), std::end(kParameterNames))));
}

TEST(Table, AParameterThatAKernelHasNotIsAnError) {
  const auto variant = resolve("naive", "", {});
  ASSERT_TRUE(variant);
  EXPECT_EQ((*variant)["BM"], 32);
  EXPECT_THROW((void)(*variant)["PA"], std::logic_error);
}

}  // namespace
}  // namespace gemmscope::kernels
