// SPDX-License-Identifier: MIT
#include "tracing/cxx/said_arguments.h"

#include <gtest/gtest.h>

namespace gemmscope::cxx {
namespace {

using Arguments = std::vector<std::string>;

TEST(SaidArguments, StandBetweenBlanks) {
  EXPECT_EQ(said_arguments("int n;  // gemmscope: arguments: 128 64  -o x=1\nint m;"),
            (Arguments{"128", "64", "-o", "x=1"}));
}

TEST(SaidArguments, OfTheFirstCommentThatSaysSome) {
  EXPECT_EQ(
      said_arguments("// gemmscope: preset small: BM = 64\n// gemmscope: arguments: 1\n// gemmscope: arguments: 2\n"),
      Arguments{"1"});
}

TEST(SaidArguments, AreNotMisread) {
  EXPECT_EQ(said_arguments("// arguments: 1\n"), Arguments{});
  EXPECT_EQ(said_arguments("// gemmscope: arguments:\n1"), Arguments{});
  EXPECT_EQ(said_arguments("// gemmscope: As = A^T\n"), Arguments{});
  EXPECT_TRUE(is_arguments(" arguments 1 2"));
  EXPECT_EQ(arguments_in(" arguments 1 2"), std::nullopt);
}

}  // namespace
}  // namespace gemmscope::cxx
