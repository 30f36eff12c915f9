// SPDX-License-Identifier: MIT
#include "tracing/cxx/tokens.h"

#include <gtest/gtest.h>

#include <string>

namespace gemmscope::cxx {
namespace {

std::string words(std::string_view text) {
  std::string all;
  for (const Token& token : tokens_of(text)) all += (all.empty() ? "" : " ") + std::string(token.text);
  return all;
}

TEST(Tokens, AreWithoutCommentsAndDirectives) {
  EXPECT_EQ(words("a /* b, c */ d // e\nf"), "a d f");
  EXPECT_EQ(words("a // goes on \\\nb\nc"), "a c");
  EXPECT_EQ(words("  #define A B \\\n  C\n#if 0 /* a\n b */\n# include <x>\nd"), "d");
  EXPECT_EQ(words("a \\\n b"), "a b");
  EXPECT_EQ(words("/* a */ #define b\nc"), "c");
}

TEST(Tokens, TakeQuotedTextsWhole) {
  EXPECT_EQ(words(R"x(f("// \" ) {", ')', '\''))x"), R"x(f ( "// \" ) {" , ')' , '\'' ))x");
  EXPECT_EQ(words("R\"(a \" )\n// b)\" c R\"xy()\")xy\" d u8R\"(})\" e"),
            "R\"(a \" )\n// b)\" c R\"xy()\")xy\" d u8R\"(})\" e");
  EXPECT_EQ(words("\"open\nint \"a\\\r\nb\" c"), "\"open\n int \"a\\\r\nb\" c");
}

TEST(Tokens, AreWordsNumbersAndSigns) {
  EXPECT_EQ(words("1'000 0x1fu 1.5f .5"), "1'000 0x1fu 1.5f . 5");
  EXPECT_EQ(words("a<b<c>>d"), "a < b < c > > d");
  EXPECT_EQ(words("a<<=1;x->y::z&&w##v"), "a <<= 1 ; x -> y :: z && w ## v");
}

TEST(Tokens, HaveTheirPlaces) {
  const auto tokens = tokens_of("a\n  /* \n */ b \"\" c");
  ASSERT_EQ(tokens.size(), 4u);
  EXPECT_EQ(std::pair(tokens[1].line, tokens[1].column), std::pair(3u, 5u));
  EXPECT_EQ(std::pair(tokens[3].line, tokens[3].column), std::pair(3u, 10u));
}

TEST(Tokens, OfATextThatEndsAnywhereAreSome) {
  const std::string text = "a /* b */ \"c\\\"\" R\"d(e)d\" 'f' // g \\\nh\n#define i \\\n j /* k */ \"l\"\nm 1'0 ->";
  for (std::size_t size = 0; size <= text.size(); ++size) (void)tokens_of(std::string_view(text).substr(0, size));
}

}  // namespace
}  // namespace gemmscope::cxx
