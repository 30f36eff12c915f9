// SPDX-License-Identifier: MIT
// Scopes of inline assembly, labels, and what is declared below its use.
#include <gtest/gtest.h>

#include "tests/ptx/source.h"

namespace gemmscope::ptx::testing {
namespace {

const Operand& operand(const Function& function, std::size_t statement, std::size_t which) {
  return function.operands_of(function.code.at(statement))[which];
}

TEST(Scopes, AnInnerOneDeclaresANameAgain) {
  const Module module = read_or_fail(kernel(
      ".reg .b32 %r<4>, t; mov.b32 t, 1; { .reg .f32 t; .reg .f64 %r2; mov.f32 t, %r2; mov.b32 %r3, %r1; } mov.b32 t, %r2;"));
  const Function& k = module.functions.at(0);
  ASSERT_EQ(k.code.size(), 4u);
  EXPECT_EQ(operand(k, 0, 0).index, 4u);
  EXPECT_EQ(operand(k, 1, 0).index, 5u);
  EXPECT_EQ(operand(k, 1, 1).index, 6u);
  EXPECT_EQ(operand(k, 2, 0).index, 3u);
  EXPECT_EQ(operand(k, 3, 0).index, 4u);
  EXPECT_EQ(operand(k, 3, 1).index, 2u);
  EXPECT_EQ(k.registers[5].type, Type::kF32);
  EXPECT_EQ(k.registers[6].type, Type::kF64);
}

TEST(Scopes, ARangeMayEndInADigitAndHideAnother) {
  const Module module = read_or_fail(kernel(".reg .b32 r<20>; { .reg .b32 r1<5>; f r13, r14, r15, r2; } f r13;"));
  const Function& k = module.functions.at(0);
  ASSERT_EQ(k.code.size(), 2u);
  EXPECT_EQ(operand(k, 0, 0).index, 23u);
  EXPECT_EQ(operand(k, 0, 1).index, 24u);
  EXPECT_EQ(operand(k, 0, 2).index, 15u);
  EXPECT_EQ(operand(k, 0, 3).index, 2u);
  EXPECT_EQ(operand(k, 1, 0).index, 13u);
}

TEST(Scopes, LabelsBelongToTheInnermost) {
  const Module module = read_or_fail(kernel("L: { bra L; bra M; nop; L: nop; } { L: bra L; } bra.uni L; M: ret; END:"));
  const Function& k = module.functions.at(0);
  ASSERT_EQ(k.code.size(), 7u);
  EXPECT_EQ(operand(k, 0, 0).index, 3u);  // further down in its own scope
  EXPECT_EQ(operand(k, 1, 0).index, 6u);  // further down, in the one around it
  EXPECT_EQ(operand(k, 4, 0).index, 4u);
  EXPECT_EQ(operand(k, 5, 0).index, 0u);
  ASSERT_EQ(k.labels.size(), 5u);
  EXPECT_EQ(k.labels.back().statement, 7u);
}

TEST(Scopes, ALabelFurtherDownHidesOneThatIsFurtherOut) {
  const Module module = read_or_fail(kernel("L: nop; { { bra L; } nop; L: nop; }"));
  EXPECT_EQ(operand(module.functions.at(0), 1, 0).index, 3u);
}

TEST(Scopes, TablesNameStatements) {
  const Module module =
      read_or_fail(kernel(".reg .b32 %r<2>; brx.idx %r1, T; T: .branchtargets B, A, B; A: nop; B: ret;"));
  const Function& k = module.functions.at(0);
  ASSERT_EQ(k.tables.size(), 1u);
  EXPECT_EQ(operand(k, 0, 1).kind, OperandKind::kTable);
  EXPECT_EQ(operand(k, 0, 1).index, 0u);
  EXPECT_EQ(k.tables[0].statements, (std::vector<std::uint32_t>{2, 1, 2}));
}

}  // namespace
}  // namespace gemmscope::ptx::testing
