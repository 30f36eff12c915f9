// SPDX-License-Identifier: MIT
#include "tracing/format/text.h"

#include <gtest/gtest.h>

namespace gemmscope::format {
namespace {

TEST(Text, OfAllLanguagesIsPlain) {
  EXPECT_TRUE(is_plain_text(""));
  EXPECT_TRUE(is_plain_text("warp_tile PA=4"));
  EXPECT_TRUE(is_plain_text("\xc2\xb5 \xe2\x82\xac \xf0\x9d\x84\x9e"));  // two, three and four bytes
  EXPECT_TRUE(is_plain_text("\xf4\x8f\xbf\xbf"));                        // U+10FFFF
}

TEST(Text, WithControlCharactersIsNot) {
  for (const char c : {'\x1b', '\0', '\n', '\x7f'}) EXPECT_FALSE(is_plain_text(std::string_view(&c, 1))) << int(c);
  EXPECT_FALSE(is_plain_text("\xc2\x9b"));  // U+009B begins terminal commands, too
}

TEST(Text, OfManyLinesMayHaveLineEndsAndTabs) {
  EXPECT_TRUE(is_plain_text("a\tb\r\n\f", true));
  EXPECT_FALSE(is_plain_text("a\x1b[2J", true));
}

TEST(Text, ThatIsNotUtf8IsNotPlain) {
  for (const char* text : {"\x80", "\xc2", "\xc2g", "\xe2\x82", "\xff", "\xf8\x88\x80\x80\x80"})
    EXPECT_FALSE(is_plain_text(text)) << text;
  EXPECT_FALSE(is_plain_text("\xc0\xaf"));  // overlong /
  EXPECT_FALSE(is_plain_text("\xe0\x80\xaf"));
  EXPECT_FALSE(is_plain_text("\xed\xa0\x80"));      // surrogate
  EXPECT_FALSE(is_plain_text("\xf4\x90\x80\x80"));  // beyond U+10FFFF
}

}  // namespace
}  // namespace gemmscope::format
