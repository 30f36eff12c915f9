// SPDX-License-Identifier: MIT
// Which loop multiplies and adds, and what is counted of it.
#include <gtest/gtest.h>

#include "tracing/machine/loop.h"

namespace gemmscope::machine {
namespace {

Instruction at(std::uint32_t line, const char* text, std::uint32_t target = kNoTarget) { return {text, line, target}; }

TEST(FfmaLoop, LeavesOutTheLoopsWithinIt) {
  const std::vector<Instruction> code{
      at(1, "FFMA R0, R0, R0, R0"),                             // 0: before all loops
      at(2, "LDG.E R1, [R2]"),                                  // 1: begins the outer loop
      at(3, "STS [R1], R0"),        at(3, "@P0 BRA `(.a)", 2),  // 2, 3: a loop that copies
      at(5, "FFMA.FTZ R1, R1, R1"), at(4, "@P1 FFMA R1, R1"),   // 4, 5
      at(6, "FFMA2 R1, R1"),        at(6, "@P0 BRA `(.b)", 1),  // 6, 7
      at(7, "@P0 BRA `(.c)", 9),    at(8, "EXIT")};             // 8: a branch forward
  EXPECT_EQ(ffma_loop(code), (Loop{.ffma = 2, .instructions = 5, .first_line = 4, .last_line = 5}));
}

TEST(FfmaLoop, IsNoneWithoutALoopThatHasOne) {
  EXPECT_EQ(ffma_loop(std::vector<Instruction>{}), std::nullopt);
  EXPECT_EQ(ffma_loop(std::vector{at(1, "FFMA R0, R0"), at(2, "IADD3 R0, R1"), at(2, "BRA `(.a)", 1)}), std::nullopt);
  EXPECT_EQ(ffma_loop(std::vector{at(1, "FFMA R0, R0"), at(2, "BRA `(.a)", 1)}), std::nullopt);
}

TEST(FfmaLoop, IsTheOneWithMostOfThem) {
  const std::vector<Instruction> code{at(1, "FFMA R0"), at(1, "BRA `(.a)", 0), at(2, "FFMA R0"), at(2, "FFMA R0"),
                                      at(2, "NOP"),     at(2, "BRA `(.b)", 2), at(3, "FFMA R0"), at(3, "BRA `(.c)", 6)};
  EXPECT_EQ(ffma_loop(code), (Loop{.ffma = 2, .instructions = 4, .first_line = 2, .last_line = 2}));
}

}  // namespace
}  // namespace gemmscope::machine
