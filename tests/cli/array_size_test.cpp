// SPDX-License-Identifier: MIT
#include "app/cli/array_size.h"

#include <gtest/gtest.h>

namespace gemmscope::cli {
namespace {

/// 0: it is left to the compiler.
std::uint64_t size_of(const std::string& text) {
  const auto size = array_size(text);
  EXPECT_TRUE(size) << text;
  return size ? size->value_or(0) : ~std::uint64_t{0};
}

TEST(ArraySize, HasSixtyFourBits) {
  EXPECT_EQ(size_of("64"), 64u);
  EXPECT_EQ(size_of("64*64 + 2 * (3 - 1)"), 4100u);
  EXPECT_EQ(size_of("1 << 10 | 0"), 0u);
  EXPECT_EQ(size_of("1 << 4 + 2"), 64u);
  EXPECT_EQ(size_of("100 / 7 % 5 * 3"), 12u);
  EXPECT_EQ(size_of("-(-7)"), 7u);
  EXPECT_EQ(size_of("500ul * 2"), 1000u);
  EXPECT_EQ(size_of("100000 * 100000 / 10000"), 1'000'000u);  // more than 32 bits between
  EXPECT_EQ(size_of("4294967296"), kMostArrayBytes);
}

TEST(ArraySize, LeavesTheRestToTheCompiler) {
  for (const char* const text : {"n", "N * N", "500 * sizeof(int)", "0x40", "010", "1.5e3", "2e3", "1'000", "7 / 0",
                                 "(3", "3)", "", "3 4", "f(3)", "4 > 3 ? 1 : 2"})
    EXPECT_EQ(size_of(text), 0u) << text;
  EXPECT_EQ(size_of(std::string(100'000, '-') + "1"), 0u);
  EXPECT_EQ(size_of(std::string(100'000, '(')), 0u);
}

TEST(ArraySize, RefusesWhatNoArrayHas) {
  for (const char* const text :
       {"0", "5 - 5", "-1", "-9223372036854775807 - 1", "1 << 40", "1 << 70", "4294967297", "18446744073709551616/4",
        "18446744073709551615", "99999999999999999999999", "500*500*500*500*500*500*500*500*500", "1 << -1"}) {
    const auto size = array_size(text);
    ASSERT_FALSE(size) << text;
    EXPECT_EQ(size.error().kind, ErrorKind::kUsage);
    EXPECT_NE(size.error().message.find(text), std::string::npos) << size.error().message;
  }
}

}  // namespace
}  // namespace gemmscope::cli
