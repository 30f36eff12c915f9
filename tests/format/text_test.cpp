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

TEST(Text, ThatWouldBeObeyedIsShown) {
  EXPECT_EQ(shown("a.gst"), "a.gst");
  EXPECT_EQ(shown("\xc2\xb5 \xe2\x80\xaf 12"), "\xc2\xb5 \xe2\x80\xaf 12");  // a thin space is our own
  EXPECT_EQ(shown("\x1b[2J\n\x7f\xc2\x9b"), "\\u001b[2J\\u000a\\u007f\\u009b");
  EXPECT_EQ(shown(std::string_view("a\0b", 3)), "a\\u0000b");
  EXPECT_EQ(shown("\xe2\x80\xae"
                  "tsg.a"),
            "\\u202etsg.a");  // turns round what follows
  EXPECT_EQ(shown("\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c\xe2\x80\xa8"), "\\u2066\\u200f\\u061c\\u2028");
}

TEST(Text, ThatIsNotUtf8ShowsItsBytes) {
  EXPECT_EQ(shown("a\xff.gst"), "a\\xff.gst");
  EXPECT_EQ(shown("\xe2\x82"), "\\xe2\\x82");
  EXPECT_EQ(shown("\xe2\x82g"), "\\xe2\\x82g");
}

TEST(Text, OfManyLinesKeepsLineFeedsAlone) { EXPECT_EQ(shown_lines("a\n\tb\r"), "a\n\\u0009b\\u000d"); }

TEST(Text, ThatIsTooLongLosesItsMiddle) {
  EXPECT_EQ(shortened(std::string(2000, 'a')), std::string(2000, 'a'));
  const std::string cut = shortened("begin" + std::string(100'000, 'a') + "end");
  EXPECT_TRUE(cut.starts_with("beginaaa") && cut.ends_with("aaaend")) << cut;
  EXPECT_NE(cut.find(" \u2026 (99208 bytes left out) \u2026 "), cut.npos) << cut;
  for (const std::string start : {"", "a", "aa"}) {  // between characters, wherever these begin
    std::string text = start;
    for (int i = 0; i < 1000; ++i) text += "\u20ac";
    EXPECT_TRUE(is_plain_text(shortened(text)));
    EXPECT_LT(shortened(text).size(), 900u);
  }
}

TEST(Text, IsShownAsItIsExactlyWhenNothingIsReplaced) {
  for (const char* text : {"", "warp_tile", "\xe2\x82\xac", "\x1b", "a\xff", "\xe2\x80\xae", "\xe2\x80\xaf", "\n"})
    EXPECT_EQ(is_shown_as_it_is(text), shown(text) == text) << text;
}

}  // namespace
}  // namespace gemmscope::format
