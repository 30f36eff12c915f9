// SPDX-License-Identifier: MIT
// Patterns of --kernel come from outside: they are refused or need little, whatever they contain.
#include "tracing/runtime/name_pattern.h"

#include <gtest/gtest.h>

#include "tracing/format/limits.h"
#include "tracing/runtime/loaded_pattern.h"

namespace gemmscope::runtime {
namespace {

bool matches(const std::string& pattern, const std::string& name) {
  const auto known = NamePattern::of(pattern);
  EXPECT_TRUE(known) << pattern;
  return known && known->matches(name);
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(NamePattern, IsFoundAnywhereInAName) {
  EXPECT_TRUE(matches("", "gemm"));
  EXPECT_TRUE(matches("em", "gemm"));
  EXPECT_TRUE(matches("^gemm<(float|int), [0-9]+>$", "gemm<float, 16>"));
  EXPECT_FALSE(matches("^em", "gemm"));
  EXPECT_FALSE(matches("other", "gemm"));
}

TEST(NamePattern, ThatIsNoneIsToldInRe2sWords) {
  const auto none = NamePattern::of("gemm[");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "--kernel 'gemm[' is not a regular expression: missing ]: [");
  for (const char* wrong : {"*", "(a", "a)", "a{2000}", "\\1", "(?=a)", "\xff"})
    EXPECT_FALSE(NamePattern::of(wrong)) << wrong;
}

TEST(NamePattern, ThatIsLongOrGrowsIsRefused) {
  EXPECT_TRUE(NamePattern::of(std::string(format::kMaxNameBytes, 'a')));
  for (const std::string& pattern :
       {std::string(format::kMaxNameBytes + 1, 'a'), std::string(1 << 20, '('),
        repeated("(", 400) + repeated("a", 200) + repeated("{30})", 400), std::string("((a{100}){100}){100}")}) {
    const auto refused = NamePattern::of(pattern);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::kUsage);
  }
}

TEST(NamePattern, TakesTimeInProportionToTheName) {  // where others try every way to cut the name: 2^100000
  EXPECT_FALSE(matches("^(a+)+$", std::string(100'000, 'a') + "b"));
  EXPECT_TRUE(matches("(.*)*x", std::string(100'000, 'a') + "x"));
}

TEST(LoadedPattern, WithoutATextIsAllNamesAndNeedsNoLibrary) {
  const auto all = LoadedPattern::of("", "/none.so");
  ASSERT_TRUE(all);
  EXPECT_TRUE(all->matches("gemm"));
}

TEST(LoadedPattern, WithoutItsLibrarySaysSo) {
  const auto none = LoadedPattern::of("gemm", "/none.so");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("/none.so"), std::string::npos) << none.error().message;
}

}  // namespace
}  // namespace gemmscope::runtime
