// SPDX-License-Identifier: MIT
// The text of --over.
#include "app/sweep/axes.h"

#include <gtest/gtest.h>

namespace gemmscope::sweep {
namespace {

TEST(Axes, ARangeIsHalfOpen) {
  EXPECT_EQ(parse_axes("PA=3:6").value(), (Axes{{"PA", {"3", "4", "5"}}}));
  EXPECT_EQ(parse_axes("PA=32:33").value(), (Axes{{"PA", {"32"}}}));
}

TEST(Axes, ARangeMayHaveSteps) {
  EXPECT_EQ(parse_axes("PA=0:9:4").value(), (Axes{{"PA", {"0", "4", "8"}}}));
  EXPECT_EQ(parse_axes("PA=0:8:4").value(), (Axes{{"PA", {"0", "4"}}}));
}

TEST(Axes, OfProgramsHaveAnyWholeNumbers) {
  EXPECT_EQ(parse_axes("TILE=8:33:8,PAD=-1:2").value(),
            (Axes{{"TILE", {"8", "16", "24", "32"}}, {"PAD", {"-1", "0", "1"}}}));
  EXPECT_EQ(parse_axes("run.BM=64/128").value(), (Axes{{"run.BM", {"64", "128"}}}));
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
    const auto axes = parse_axes(text);
    ASSERT_FALSE(axes) << text;
    EXPECT_NE(axes.error().message.find(says), std::string::npos) << axes.error().message;
  }
  EXPECT_EQ(parse_axes("TILE=9223372036854775807").has_value(), false);
  EXPECT_EQ(parse_axes("TILE=0:10000").value()[0].values.size(), 10'000u);
}

TEST(Axes, OfProgramsThatNamePresetsMayBePresets) {
  const std::vector<std::string> presets{"wide", "k2"};
  EXPECT_EQ(parse_axes("preset", presets).value(), (Axes{{"preset", presets}}));
  EXPECT_EQ(parse_axes("preset=k2,TILE=1", presets).value(), (Axes{{"preset", {"k2"}}, {"TILE", {"1"}}}));
  EXPECT_EQ(parse_axes("preset=1").value(), (Axes{{"preset", {"1"}}})) << "a number of that name";
  for (const auto& [text, says] : {std::pair("preset=k", "choose one of wide, k2"), {"preset=k2/k2", "k2 twice"}}) {
    const auto axes = parse_axes(text, presets);
    ASSERT_FALSE(axes) << text;
    EXPECT_NE(axes.error().message.find(says), std::string::npos) << axes.error().message;
  }
}

TEST(Axes, CommasAreBetweenAxesAndSlashesBetweenValues) {
  EXPECT_EQ(parse_axes("PB=8/0:2/32,vec=1").value(), (Axes{{"PB", {"8", "0", "1", "32"}}, {"vec", {"1"}}}));
}

TEST(Axes, TheirTextGivesTheSameAxes) {
  const Axes axes{{"PA", {"0", "4", "8"}}, {"vec", {"1", "4"}}};
  EXPECT_EQ(text_of(axes), "PA=0/4/8,vec=1/4");
  EXPECT_EQ(parse_axes(text_of(axes)).value(), axes);
}

TEST(Axes, WhatCannotBeMeantIsNamed) {
  const std::pair<const char*, const char*> kWrong[] = {
      {"PA,", "PA has no values"},
      {"PA=4:4", "is empty"},
      {"PA=5:4", "is empty"},
      {"PA=a", "'a'"},
      {"PA=1:b", "'1:b'"},
      {"PA=0:99999999999", "more than"},
      {"PA=0:4:0", "cannot be read"},
      {"PA=0:4:1:1", "cannot be read"},
      {"PA=0:5/4", "4 twice"},
  };
  for (const auto& [text, says] : kWrong) {
    const auto axes = parse_axes(text);
    ASSERT_FALSE(axes) << text;
    EXPECT_EQ(axes.error().kind, ErrorKind::kUsage);
    EXPECT_NE(axes.error().message.find(says), std::string::npos) << axes.error().message;
  }
}

}  // namespace
}  // namespace gemmscope::sweep
