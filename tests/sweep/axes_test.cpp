// SPDX-License-Identifier: MIT
// The text of --over.
#include "app/sweep/axes.h"

#include <gtest/gtest.h>

#include "kernels/table.h"

namespace gemmscope::sweep {
namespace {

using Values = std::vector<std::string>;

Result<Axes> parse(std::string_view text, const char* kernel = "warp_tile") {
  return parse_axes(*kernels::find_kernel(kernel), text);
}

TEST(Axes, ARangeIsHalfOpen) {
  EXPECT_EQ(parse("PA=3:6").value(), (Axes{{"PA", {"3", "4", "5"}}}));
  EXPECT_EQ(parse("PA=32:33").value(), (Axes{{"PA", {"32"}}}));
}

TEST(Axes, ARangeMayHaveSteps) {
  EXPECT_EQ(parse("PA=0:9:4").value(), (Axes{{"PA", {"0", "4", "8"}}}));
  EXPECT_EQ(parse("PA=0:8:4").value(), (Axes{{"PA", {"0", "4"}}}));
}

TEST(Axes, OfProgramsHaveAnyWholeNumbers) {
  EXPECT_EQ(parse_number_axes("TILE=8:33:8,PAD=-1:2").value(),
            (Axes{{"TILE", {"8", "16", "24", "32"}}, {"PAD", {"-1", "0", "1"}}}));
  EXPECT_EQ(parse_number_axes("run.BM=64/128").value(), (Axes{{"run.BM", {"64", "128"}}}));
  const std::pair<const char*, const char*> kWrong[] = {
      {"", "is empty"},
      {"TILE=1,", "an axis of --over is empty"},
      {"TILE", "--over TILE has no values"},
      {"=1", "no values"},
      {"TILE=", "cannot be read"},
      {"TILE=1.5", "1.5"},
      {"TILE=8:4", "is empty"},
      {"TILE=0:10002", "more than 10000"},
      {"TILE=-9223372036854775808:9223372036854775807", "more than 10000"},
      {"TILE=1,TILE=2", "TILE twice"},
      {"TILE=1/1", "1 twice"}};
  for (const auto& [text, says] : kWrong) {
    const auto axes = parse_number_axes(text);
    ASSERT_FALSE(axes) << text;
    EXPECT_NE(axes.error().message.find(says), std::string::npos) << axes.error().message;
  }
  EXPECT_EQ(parse_number_axes("TILE=9223372036854775807").has_value(), false);
  EXPECT_EQ(parse_number_axes("TILE=0:10000").value()[0].values.size(), 10'000u);
}

TEST(Axes, OfProgramsThatNamePresetsMayBePresets) {
  const std::vector<std::string> presets{"wide", "k2"};
  EXPECT_EQ(parse_number_axes("preset", presets).value(), (Axes{{"preset", presets}}));
  EXPECT_EQ(parse_number_axes("preset=k2,TILE=1", presets).value(), (Axes{{"preset", {"k2"}}, {"TILE", {"1"}}}));
  EXPECT_EQ(parse_number_axes("preset=1").value(), (Axes{{"preset", {"1"}}})) << "a number of that name";
  for (const auto& [text, says] : {std::pair("preset=k", "choose one of wide, k2"), {"preset=k2/k2", "k2 twice"}}) {
    const auto axes = parse_number_axes(text, presets);
    ASSERT_FALSE(axes) << text;
    EXPECT_NE(axes.error().message.find(says), std::string::npos) << axes.error().message;
  }
}

TEST(Axes, CommasAreBetweenAxesAndSlashesBetweenValues) {
  EXPECT_EQ(parse("PB=8/0:2/32,swzA=xor").value(), (Axes{{"PB", {"8", "0", "1", "32"}}, {"swzA", {"xor"}}}));
}

TEST(Axes, ANameAloneIsAllItCanHave) {
  const Axes axes = parse("swzB,preset,PA").value();
  ASSERT_EQ(axes.size(), 3u);
  EXPECT_EQ(axes[0].values, (Values{"none", "xor"}));
  EXPECT_EQ(axes[1].values, (Values{"k10_a6000", "k10_a100", "tm1_wniter1", "tm1_wniter2", "tm1_small"}));
  ASSERT_EQ(axes[2].values.size(), 33u);
  EXPECT_EQ(axes[2].values.front(), "0");
  EXPECT_EQ(axes[2].values.back(), "32");
}

TEST(Axes, WordsMayLookLikeNumbers) {
  EXPECT_EQ(parse("width=4/16", "half_padded").value(), (Axes{{"width", {"4", "16"}}}));
}

TEST(Axes, TheUsualOnesAreLayoutsOneAfterTheOtherAndPresets) {
  const auto usual = [](const char* kernel) { return usual_axes(*kernels::find_kernel(kernel)); };
  EXPECT_EQ(usual("warp_tile"), (Values{"PA", "PB", "swzA", "swzB", "vec", "preset"}));
  EXPECT_EQ(usual("half_padded"), (Values{"pad", "width", "swz", "preset"}));
  EXPECT_EQ(usual("naive"), (Values{"preset"}));
  EXPECT_EQ(usual("half_padded_misaligned"), (Values{"swz", "preset"}));  // its mistake is its padding and width
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const std::string& axis : usual_axes(kernel)) EXPECT_TRUE(parse_axes(kernel, axis)) << axis;
}

TEST(Axes, WhatCannotBeMeantIsNamed) {
  const std::pair<const char*, const char*> kWrong[] = {
      {"", "names no parameter"},
      {"PA,", "names no parameter"},
      {"PC=1", "PC=1 names no parameter of warp_tile"},
      {"PA=33", "33"},
      {"PA=0:34", "0:34"},
      {"PA=-1", "-1"},
      {"PA=4:4", "is empty"},
      {"PA=5:4", "is empty"},
      {"PA=", "cannot be read"},
      {"PA=a", "'a'"},
      {"PA=1:b", "'1:b'"},
      {"PA=0:99999999999", "more than"},
      {"PA=0:4:0", "cannot be read"},
      {"PA=0:4:1:1", "cannot be read"},
      {"PA=1/1", "1 twice"},
      {"PA=0:5/4", "4 twice"},
      {"PA=1,PA=2", "PA twice"},
      {"swzA=row", "none, xor"},
      {"swzA=0:2", "none, xor"},
      {"preset=k10", "k10_a6000"},
  };
  for (const auto& [text, says] : kWrong) {
    const auto axes = parse(text);
    ASSERT_FALSE(axes) << text;
    EXPECT_EQ(axes.error().kind, ErrorKind::kUsage);
    EXPECT_NE(axes.error().message.find(says), std::string::npos) << axes.error().message;
  }
}

}  // namespace
}  // namespace gemmscope::sweep
