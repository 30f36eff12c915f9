// SPDX-License-Identifier: MIT
// The words of a source text.
#include "tracing/source/tokens.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace gemmscope::source {
namespace {

std::string words(std::string_view text) {
  std::string all;
  for (const Token& token : tokens_of(text)) all += (all.empty() ? "" : " ") + std::string(token.text);
  return all;
}

TEST(Tokens, AreWordsWithoutComments) {
  EXPECT_EQ(words("int a/*,b*/= 1'024u;// c\nx<<2"), "int a = 1'024u ; x < < 2");
  EXPECT_EQ(words("a::b.c 1.5e-3f .5 0x1e+2"), "a :: b . c 1.5e-3f .5 0x1e + 2");
}

TEST(Tokens, TakeTextsWhole) {
  EXPECT_EQ(words(R"x("a // \" b" 'c' '"' L"d" z)x"), R"x("a // \" b" 'c' '"' L"d" z)x");
  EXPECT_EQ(words("R\"(a\n\"b)\" c"), "R\"(a\n\"b)\" c");
  EXPECT_EQ(words("u8R\"-(a)\" )-\" c"), "u8R\"-(a)\" )-\" c");
  EXPECT_EQ(words("\"open\nint"), "\"open int") << "it ends with its line";
}

TEST(Tokens, KnowLinesAndDirectives) {
  const auto all = tokens_of("a\n#define X \\\r\n 1\n/* \n\n*/ b // \\\n still\nc");
  std::string text;
  for (const Token& t : all)
    text += std::string(t.text) + ":" + std::to_string(t.line) + ":" + std::to_string(t.directive) + " ";
  EXPECT_EQ(text, "a:1:0 #:2:1 define:2:1 X:2:1 1:3:1 b:6:0 c:8:0 ");
}

TEST(Tokens, LeaveOutWhatIsOffForGood) {
  EXPECT_EQ(words("#if 0\na don't\n#if X\nb\n#else\nc\n#endif\n#else\nd\n#endif\ne"), "# if 0 # else d # endif e");
  EXPECT_EQ(words("#if 1\na\n#elif 0\nb\n#endif"), "# if 1 a # elif 0 b # endif");
}

TEST(Tokens, ComeOfAnyBytes) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (int n = 0; n < 40; ++n) text += "\"'\\/*#\n0xR(u8)<>{};:if endif"[random() % 28];
    std::size_t at = 0;
    for (const Token& token : tokens_of(text)) {
      ASSERT_LE(at, token.begin) << text;
      ASSERT_GT(token.text.size(), 0u) << text;
      at = token.end();
    }
    ASSERT_LE(at, text.size());
  }
}

}  // namespace
}  // namespace gemmscope::source
