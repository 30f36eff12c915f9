// SPDX-License-Identifier: MIT
// The document around the shapes, clips in clips, and texts that XML does not take as they are.
#include <gtest/gtest.h>

#include "tests/draw/drawn_svg.h"
#include "tests/names_in_order.h"

namespace gemmscope::draw {
namespace {

TEST(Svg, HasItsSizeInPixelsAndItsBoxInPoints) {
  const std::string svg = svg_with({}, 1.5f);
  const std::string head = tags(svg, "<svg").at(0);
  EXPECT_EQ(value(head, "width"), "150");
  EXPECT_EQ(value(head, "height"), "75");
  EXPECT_EQ(value(head, "viewBox"), "0 0 100 50");
  EXPECT_NE(svg.find("<rect x=\"0\" y=\"0\" width=\"100\" height=\"50\" fill=\"#0000ff\"/>"), std::string::npos) << svg;
}

TEST(Svg, SaysWhatItIsAndWhereItIsFrom) {
  const std::string svg = svg::file_of({}, {8, 8, 1, kRed, "A & B", "block=0,0 <1>"});
  EXPECT_TRUE(names_in_order(svg, {"<title>A &amp; B</title>", "<desc>block=0,0 &lt;1&gt;</desc>"}));
}

TEST(Svg, TheSameShapesGiveTheSameBytes) {
  const std::vector<Shape> shapes{Clip{{1, 1, 9, 9}}, Fill{{0, 0, 5, 5}, kRed}, Unclip{},
                                  Texture{Texture::Kind::kDots, {0, 0, 20, 20}, kRed}};
  EXPECT_EQ(svg_with(shapes), svg_with(shapes));
}

TEST(Svg, WhatIsSensitiveIsNotDrawn) { EXPECT_EQ(svg_with({Sensitive{"lane 5", {0, 0, 9, 9}}}), svg_with({})); }

TEST(Svg, ACanvasIsCutToWhatItsWindowShows) {
  const Drawings drawings{Drawing{"canvas", {10, 20}, {80, 30}, {Fill{{0, 0, 500, 5}, kRed}}, {5, 6, 70, 30}}};
  const std::string svg = svg::file_of(drawings, {100, 50, 1, kBlue, "", ""});
  EXPECT_EQ(extent(tags(svg, "<rect").at(0)), "5 6 70 30");
  EXPECT_TRUE(names_in_order(svg, {"<clipPath id=\"c1\"", "<g clip-path=\"url(#c1)\">", "width=\"500\"", "</g>"}));
}

TEST(Svg, ClipsInClipsAreGroupsInGroups) {
  const std::string svg =
      svg_with({Clip{{0, 0, 40, 20}}, Fill{{0, 0, 1, 1}, kRed}, Clip{{5, 5, 10, 10}}, Fill{{0, 0, 2, 2}, kRed},
                Unclip{}, Fill{{0, 0, 3, 3}, kRed}, Unclip{}, Fill{{0, 0, 4, 4}, kRed}, Clip{{0, 0, 40, 20}},
                Fill{{0, 0, 5, 5}, kRed}, Unclip{}});
  EXPECT_TRUE(names_in_order(
      svg, {"<g clip-path=\"url(#c1)\">\n", "width=\"1\"", "<g clip-path=\"url(#c2)\">\n", "width=\"2\"", "</g>\n",
            "width=\"3\"", "</g>\n", "width=\"4\"", "<g clip-path=\"url(#c1)\">\n", "width=\"5\"", "</g>"}))
      << svg;
  EXPECT_EQ(tags(svg, "<clipPath").size(), 2u);  // the same rectangle is written once
  EXPECT_EQ(extent(tags(svg, "<rect").at(1)), "15 25 10 10");
}

TEST(Svg, ClipsThatAreNotEndedOrNeverBegunLeaveNoGroupOpen) {
  for (const std::string& svg : {svg_with({Clip{{0, 0, 4, 4}}, Clip{{0, 0, 2, 2}}}), svg_with({Unclip{}, Unclip{}})})
    EXPECT_EQ(tags(svg, "<g").size(), tags(svg, "</g").size()) << svg;
}

/// What an element says between its tags.
std::string written(const std::string& text) {
  const std::string svg = svg_with({Text{{0, 0}, text, {kRed}, 30}});
  const std::size_t at = svg.find("xml:space=\"preserve\">");
  return at == std::string::npos ? "no text" : svg.substr(at + 21, svg.find("</text>") - at - 21);
}

TEST(Svg, TextIsEscaped) {
  EXPECT_EQ(written("a < b && c > \"d\"  e"), "a &lt; b &amp;&amp; c &gt; &quot;d&quot;  e");
  EXPECT_EQ(written("16\u00d7 \u2026 \U0001d54f"), "16\u00d7 \u2026 \U0001d54f");
}

TEST(Svg, TextHasOnlyCharactersThatXmlAllows) {
  EXPECT_EQ(written(std::string("a\0b", 3)), "ab");
  EXPECT_EQ(written("a\x01\x1b[31mb\r\nc"), "a[31mbc");
  EXPECT_EQ(written("a\tb\x7f"), "a\tb\x7f");
  EXPECT_EQ(written("a\xff"
                    "b"),
            "a\ufffdb");
  EXPECT_EQ(written("a\xc3"), "a\ufffd");                    // cut in the middle of a character
  EXPECT_EQ(written("\xef\xbf\xbf"), "\ufffd\ufffd\ufffd");  // U+FFFF
  EXPECT_EQ(written("\xed\xa0\x80"), "\ufffd\ufffd\ufffd");  // a surrogate
  EXPECT_EQ(written("\xc0\xbc"), "\ufffd\ufffd");            // < in two bytes
  EXPECT_EQ(written("\x01"), "no text");
  EXPECT_EQ(written("  "), "no text");
}

}  // namespace
}  // namespace gemmscope::draw
