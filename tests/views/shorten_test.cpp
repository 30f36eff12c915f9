// SPDX-License-Identifier: MIT
#include "app/draw/shorten.h"

#include <gtest/gtest.h>

namespace gemmscope::draw {
namespace {

/// As in a mono font: a point for each character.
float characters(std::string_view text) {
  float count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0u) != 0x80u ? 1.0f : 0.0f;
  return count;
}

/// Half a number is another number: "-16.4k" is not "-1...4k", nor 32 768 about 32.
TEST(Shorten, CutsNoNumber) {
  const auto digits_of = [](std::string_view text) {
    std::string digits;
    for (const char c : text)
      if (c >= '0' && c <= '9') digits += c;
    return digits;
  };
  const std::string title = "32\u202f768 fewer than the 16.4k of before";
  for (float width = 1; width < 40; ++width)
    for (const std::string& shown : {shorten_middle(title, width, characters), shorten_end(title, width, characters)})
      for (const std::string& digits : {digits_of(shown)})
        EXPECT_TRUE(digits.empty() || digits == "32768" || digits == "164" || digits == "32768164") << shown;
  EXPECT_EQ(shorten_middle("\u221216.4k", 5, characters), "\u2026");
  EXPECT_TRUE(is_number("\u221216.4k") && is_number("4\u202f096") && is_number("12.5%"));
  EXPECT_FALSE(is_number("4 096") || is_number("As") || is_number("PA=4") || is_number(""));
}

TEST(Shorten, KeepsWhatFits) {
  EXPECT_EQ(shorten_middle("warp_tile", 9, characters), "warp_tile");
  EXPECT_EQ(shorten_end("warp_tile", 9, characters), "warp_tile");
}

TEST(Shorten, ReplacesTheMiddleOrTheEnd) {
  EXPECT_EQ(shorten_middle("warp_tile", 6, characters), "war\u2026le");
  EXPECT_EQ(shorten_end("warp_tile", 6, characters), "warp_\u2026");
}

TEST(Shorten, CutsBetweenCharacters) { EXPECT_EQ(shorten_end("a\u202fbcd\u202fefg", 4, characters), "a\u202fb\u2026"); }

TEST(WrapCode, BreaksAfterBlanksCommasAndBrackets) {
  EXPECT_EQ(wrap_code("  const float4 a = A.load4(block_row + row, k0);", 30, characters),
            (std::vector<std::string>{"const float4 a = A.load4(", "  block_row + row, k0);"}));
  EXPECT_EQ(wrap_code("  short(line);", 30, characters), (std::vector<std::string>{"  short(line);"}));
}

TEST(WrapCode, IndentsFurtherLinesAllAlike) {
  EXPECT_EQ(wrap_code("a(bbbbbb, cccccc, dddddd, eeeeee)", 14, characters),
            (std::vector<std::string>{"a(bbbbbb,", "  cccccc,", "  dddddd,", "  eeeeee)"}));
}

TEST(WrapCode, MeasuresNoMoreThanAFewTimesWhatItShows) {
  std::size_t measured = 0;
  const auto count = [&](std::string_view text) { return measured += text.size(), characters(text); };
  const std::vector<std::string> lines = wrap_code(std::string(200'000, 'x'), 40, count);
  EXPECT_EQ(lines.size(), 12u);
  EXPECT_EQ(lines[10].size(), 40u);
  EXPECT_LT(measured, 20'000u);
  measured = 0;
  EXPECT_EQ(wrap_code(std::string(3000, 'x'), 1, count).size(), 12u);
  EXPECT_LT(measured, 20'000u);
}

TEST(WrapCode, BreaksBetweenCharacters) {
  EXPECT_EQ(wrap_code("\u00b5\u00b5\u00b5\u00b5\u00b5\u00b5", 4, characters),
            (std::vector<std::string>{"\u00b5\u00b5\u00b5\u00b5", "  \u00b5\u00b5"}));
}

TEST(WrapCode, BreaksAWordThatIsTooLong) {
  EXPECT_EQ(wrap_code("abcdefghijklmnop", 10, characters), (std::vector<std::string>{"abcdefghij", "  klmnop"}));
  EXPECT_FALSE(wrap_code("abcdefghijklmnop", 1, characters).empty());
}

}  // namespace
}  // namespace gemmscope::draw
