// SPDX-License-Identifier: MIT
// Each kind of shape where the canvas draws it: the canvas stands at (10, 20) in the picture.
#include <limits>

#include <gtest/gtest.h>

#include "tests/draw/drawn_svg.h"

namespace gemmscope::draw {
namespace {

std::string only(const std::string& svg, const std::string& begin) {
  const std::vector<std::string> all = tags(svg, begin);
  EXPECT_EQ(all.size(), 1u) << svg;
  return all.empty() ? "" : all.front();
}

TEST(SvgShapes, AFillLiesOnWholePixels) {
  const Fill shape{{1.3f, 2.6f, 4.4f, 5}, kRed, 3};
  const std::string tag = only(svg_with({shape}), "<rect");
  EXPECT_EQ(extent(tag), "11 23 5 5");
  EXPECT_EQ(value(tag, "rx"), "2.5");  // not more than half of it
  EXPECT_EQ(value(tag, "fill"), "#ff0000");
  EXPECT_EQ(value(tag, "fill-opacity"), "none");
  EXPECT_EQ(extent(only(svg_with({shape}, 2), "<rect")), "11.5 22.5 4 5");
}

TEST(SvgShapes, AFillOfNoPixelIsNotThere) {
  EXPECT_TRUE(tags(svg_with({Fill{{1, 2, 0.2f, 9}, kRed}}), "<rect").empty());
}

TEST(SvgShapes, WhatOneSeesThroughSaysHowMuch) {
  EXPECT_EQ(value(only(svg_with({Fill{{0, 0, 9, 9}, {255, 0, 0, 51}}}), "<rect"), "fill-opacity"), ".2");
}

TEST(SvgShapes, AnOutlineLiesInsideItsRectangle) {
  const std::string tag = only(svg_with({Outline{{1, 2, 30, 20}, kRed, 2, 4}}), "<rect");
  EXPECT_EQ(extent(tag), "12 23 28 18");
  EXPECT_EQ(value(tag, "stroke-width") + " " + value(tag, "rx") + " " + value(tag, "fill"), "2 4 none");
}

TEST(SvgShapes, LevelAndUprightLinesCoverWholePixels) {
  EXPECT_EQ(value(only(svg_with({Line{{1, 2}, {9, 2}, kRed}}), "<path"), "d"), "M11 22.5L19 22.5");
  EXPECT_EQ(value(only(svg_with({Line{{1, 2}, {1, 7}, kRed, 2}}), "<path"), "d"), "M11 22L11 27");
  EXPECT_EQ(value(only(svg_with({Line{{1, 2}, {9, 2}, kRed, 0.3f}}), "<path"), "stroke-width"), "none");  // 1
}

TEST(SvgShapes, ASlantedLineGoesThroughTheMiddlesOfPixels) {
  const std::string tag = only(svg_with({Line{{1, 2}, {5, 9}, kRed, 1.5f, true}}), "<path");
  EXPECT_EQ(value(tag, "d"), "M11.5 22.5L15.5 29.5");
  EXPECT_EQ(value(tag, "stroke-width") + " " + value(tag, "stroke-dasharray"), "1.5 4 3");
}

TEST(SvgShapes, ADashedRectangleHasFourSides) {
  const std::string tag = only(svg_with({Dashed{{0, 0, 8, 6}, kRed}}), "<path");
  EXPECT_EQ(value(tag, "d"), "M11 20.5L18 20.5M17.5 21L17.5 26M18 25.5L11 25.5M10.5 26L10.5 21");
  EXPECT_EQ(value(tag, "stroke-dasharray"), "4 3");
}

TEST(SvgShapes, ATriangleHasThreeCorners) {
  EXPECT_EQ(value(only(svg_with({Triangle{{0, 0}, {4, 1}, {2, 5}, kRed}}), "<path"), "d"), "M10 20L14 21L12 25z");
}

TEST(SvgShapes, AnArrowHasACurveAndAHeadAtItsEnd) {
  const auto all = tags(svg_with({Arrow{{0, 0}, {20, 0}, kRed, 5, 2}}), "<path");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(value(all[0], "d"), "M10 20C16 25 24 25 30 20");  // bent down by 5: y grows downward
  EXPECT_EQ(value(all[0], "stroke-width"), "2");
  EXPECT_EQ(value(all[1], "d").substr(0, 6), "M30 20");
  EXPECT_TRUE(tags(svg_with({Arrow{{3, 3}, {3, 3}, kRed}}), "<path").empty());
}

TEST(SvgShapes, ABracketHasTwoFeet) {
  EXPECT_EQ(value(only(svg_with({Bracket{0, 20, 2, kRed, 5}}), "<path"), "d"),
            "M10.5 22L10.5 27M29.5 22L29.5 27M10 26.5L30 26.5");
}

TEST(SvgShapes, AHatchHasItsStepAndEndsAtItsEdges) {
  const auto hatch = [](float step) { return svg_with({Texture{Texture::Kind::kHatch, {0, 0, 12, 6}, kRed, step}}); };
  EXPECT_EQ(value(only(hatch(6), "<path"), "d"), "M4.5 26.5L10.5 20.5M10.5 26.5L16.5 20.5M16.5 26.5L22.5 20.5");
  EXPECT_EQ(value(only(hatch(9), "<path"), "d"), "M4.5 26.5L10.5 20.5M13.5 26.5L19.5 20.5");
  EXPECT_EQ(value(only(hatch(6), "<path"), "clip-path"), "url(#c1)");
  EXPECT_EQ(extent(only(hatch(6), "<rect")), "10 20 12 6");
}

TEST(SvgShapes, ACrossHasTwoLinesAndDotsHaveThreePointsBetween) {
  EXPECT_EQ(value(only(svg_with({Texture{Texture::Kind::kCross, {0, 0, 10, 12}, kRed}}), "<path"), "d"),
            "M12.5 22.5L18.5 30.5M12.5 30.5L18.5 22.5");
  EXPECT_EQ(value(only(svg_with({Texture{Texture::Kind::kDots, {0, 0, 12, 6}, kRed}}), "<path"), "d"),
            "M13 23h0M19 23h0");
}

TEST(SvgShapes, TextStandsOnItsBaselineAndKeepsItsWidth) {
  for (const auto& [align, x, anchor] :
       {std::tuple{Align::kLeft, "15", "none"}, {Align::kCentre, "15", "middle"}, {Align::kRight, "15", "end"}}) {
    const std::string tag = only(svg_with({Text{{5, 2}, "lane", {kRed, Face::kWords, 15, align}, 30}}), "<text");
    EXPECT_EQ(value(tag, "x") + " " + value(tag, "text-anchor"), std::string(x) + " " + anchor);
    EXPECT_NEAR(std::stof(value(tag, "y")), 22 + 15 * 0.969f, 1);  // Inter's ascent
    EXPECT_EQ(value(tag, "font-size") + " " + value(tag, "textLength"), "15 30");
    EXPECT_EQ(value(tag, "lengthAdjust"), "spacingAndGlyphs");
  }
}

TEST(SvgShapes, TextNamesTheFontsOfTheProgramFirst) {
  const auto family = [](Face face) {
    const std::string tag = only(svg_with({Text{{}, "4", {kRed, face}, 9}}), "<text");
    return value(tag, "font-family").substr(0, value(tag, "font-family").find(',')) + " " + value(tag, "font-weight");
  };
  EXPECT_EQ(family(Face::kWords), "Inter none");
  EXPECT_EQ(family(Face::kBold), "Inter 600");
  EXPECT_EQ(family(Face::kMono), "JetBrains Mono none");
  EXPECT_EQ(family(Face::kMonoBold), "JetBrains Mono 700");
}

TEST(SvgShapes, NumbersAreShortAndAlwaysNumbers) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(value(only(svg_with({Triangle{{0.126f, -20.254f}, {nan, 1e30f}, {-1e30f, -20.001f}, kRed}}), "<path"), "d"),
            "M10.13 -.25L0 1000000L-1000000 0z");
}

}  // namespace
}  // namespace gemmscope::draw
