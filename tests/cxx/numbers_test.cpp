// SPDX-License-Identifier: MIT
#include "tracing/cxx/numbers.h"

#include <gtest/gtest.h>

#include <string>

namespace gemmscope::cxx {
namespace {

std::optional<std::int64_t> value(std::string_view text) {
  return value_of(tokens_of(text),
                  [](std::string_view name) { return name == "N" ? std::optional<std::int64_t>(24) : std::nullopt; });
}

TEST(Numbers, AreComputedAsCppDoes) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(N + 31) / 32 * 32"), 32);
  EXPECT_EQ(value("N - 4 - 5"), 15);
  EXPECT_EQ(value("1 << 4 | 3"), 19);
  EXPECT_EQ(value("N > 16 ? N / 2 : missing"), 12);
  EXPECT_EQ(value("N >> 1"), 12);
  EXPECT_EQ(value("(int)N * int(2) - static"), std::nullopt);
  EXPECT_EQ(value("(unsigned int)N * int(2)"), 48);
  EXPECT_EQ(value("!N || -1 < 0 && ~0 == -1"), 1);
  EXPECT_EQ(value("Tile::N % 7"), 3);
  EXPECT_EQ(value("0x10u + 1'000 + 010 + 0b11 + true"), 16 + 1000 + 8 + 3 + 1);
}

TEST(Numbers, AreUnknownWhereAPartIs) {
  for (const char* const text : {"",
                                 "'a' + 1",
                                 "M",
                                 "N *",
                                 "* N",
                                 "N N",
                                 "(N",
                                 "N)",
                                 "f(N)",
                                 "N / 0",
                                 "N % 0",
                                 "9223372036854775807 + 1",
                                 "a[N]",
                                 "1.5",
                                 "A<N>::value",
                                 "N ? 1",
                                 "{N}",
                                 "1 << 63",
                                 "9223372036854775808",
                                 "sizeof(float)",
                                 "N++"})
    EXPECT_EQ(value(text), std::nullopt) << text;
  EXPECT_EQ(value(std::string(5'000, '(')), std::nullopt);
  std::string deep;
  for (int i = 0; i < 120; ++i) deep += "-";
  EXPECT_EQ(value(deep + "1"), std::nullopt);
}

}  // namespace
}  // namespace gemmscope::cxx
