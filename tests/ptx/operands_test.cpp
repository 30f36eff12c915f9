// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/ptx/source.h"
#include "tests/ptx/written.h"

namespace gemmscope::ptx::testing {
namespace {

constexpr const char* kRegisters =
    ".reg .b32 %r<12>; .reg .b64 %rd<4>; .reg .pred %p<3>; .reg .f32 %f<5>; .reg .v4 .f32 %v; .shared .b8 s[64];";

/// Reads one statement behind a few registers, and gives its operands.
class Operands : public ::testing::Test {
 protected:
  std::span<const Operand> of(const std::string& statement) {
    module = read_or_fail(kernel(kRegisters + statement, ".extern .shared .align 16 .b8 dynamic[]; .global .u32 g;"));
    function = module.find_function("k");
    return function == nullptr || function->code.empty() ? std::span<const Operand>()
                                                         : function->operands_of(function->code[0]);
  }
  std::string name(const Operand& operand) { return written(module, *function, operand); }

  Module module;
  const Function* function = nullptr;
};

TEST_F(Operands, RegistersOfARangeHaveTheirNumber) {
  const auto operands = of("add.s32 %r11, %r1, %r10;");
  ASSERT_EQ(operands.size(), 3u);
  EXPECT_EQ(operands[0].index, 11u);
  EXPECT_EQ(operands[1].index, 1u);
  EXPECT_EQ(operands[2].index, 10u);
  EXPECT_EQ(function->registers[11].type, Type::kB32);
  EXPECT_EQ(function->registers[12].type, Type::kB64);
}

TEST_F(Operands, NumbersKeepTheirBits) {
  const auto operands =
      of("f 12, -1, 0x1F, 0b101, 017, 4U, 0f3F800000, -0f3F800000, 0d3FF8000000000000, 1.5, 18446744073709551615;");
  ASSERT_EQ(operands.size(), 11u);
  const std::int64_t values[] = {12, -1, 31, 5, 15, 4, 0x3F800000, 0xBF800000, 0x3FF8000000000000, 0x3FF8000000000000,
                                 -1};
  for (std::size_t i = 0; i < 11; ++i) EXPECT_EQ(operands[i].value, values[i]) << i;
  EXPECT_EQ(operands[5].kind, OperandKind::kInteger);
  EXPECT_EQ(operands[6].kind, OperandKind::kFloat);
  EXPECT_EQ(operands[9].kind, OperandKind::kDouble);
}

TEST_F(Operands, AddressesHaveABaseAndAnOffset) {
  const auto operands = of("f [%rd2], [%rd3+-4], [%rd1-8], [b+2], [s+16], [dynamic], [g+4], [64];");
  ASSERT_EQ(operands.size(), 8u);
  const Of bases[] = {Of::kRegister,      Of::kRegister,       Of::kRegister,       Of::kParameter,
                      Of::kLocalVariable, Of::kModuleVariable, Of::kModuleVariable, Of::kNothing};
  const std::int64_t offsets[] = {0, -4, -8, 2, 16, 0, 4, 64};
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(operands[i].kind, OperandKind::kAddress) << i;
    EXPECT_EQ(operands[i].of, bases[i]) << i;
    EXPECT_EQ(operands[i].value, offsets[i]) << i;
  }
  EXPECT_EQ(operands[1].index, 15u);
  EXPECT_EQ(operands[3].index, 1u);
  EXPECT_EQ(variable_of(module, *function, operands[6])->name, "g");
}

TEST_F(Operands, AddressesOfTensorsHaveCoordinates) {
  const auto operands = of("cp.async.bulk.tensor.2d [s], [%rd1, {%r4, %r5}], [%r6];");
  ASSERT_EQ(operands.size(), 3u);
  ASSERT_EQ(operands[1].count, 1u);
  const Operand& coordinates = function->children_of(operands[1])[0];
  EXPECT_EQ(coordinates.kind, OperandKind::kVector);
  EXPECT_EQ(function->children_of(coordinates)[1].index, 5u);
}

TEST_F(Operands, VectorsAndPairsHaveChildren) {
  const auto operands = of("f {%f1, _, 0f00000000, %f4}, %r3|%p1, _|%p2, !%p2;");
  ASSERT_EQ(operands.size(), 4u);
  EXPECT_EQ(name(operands[0]), "{%f1,_,0f00000000,%f4}");
  EXPECT_EQ(name(operands[1]), "%r3|%p1");
  EXPECT_EQ(name(operands[2]), "_|%p2");
  EXPECT_TRUE(operands[3].negated);
  EXPECT_EQ(name(operands[3]), "!%p2");
}

TEST_F(Operands, SpecialRegistersHavePartsAndNumbers) {
  const auto operands = of("f %tid.x, %ctaid.z, %laneid, %clock64, %envreg2, WARP_SZ;");
  ASSERT_EQ(operands.size(), 6u);
  EXPECT_EQ(operands[0].special(), Special::kTid);
  EXPECT_EQ(operands[0].selector, Selector::kX);
  EXPECT_EQ(operands[1].special(), Special::kCtaid);
  EXPECT_EQ(operands[1].selector, Selector::kZ);
  EXPECT_EQ(operands[2].special(), Special::kLaneid);
  EXPECT_EQ(operands[3].special(), Special::kClock64);
  EXPECT_EQ(operands[4].special(), Special::kEnvreg);
  EXPECT_EQ(operands[4].number(), 2);
  EXPECT_EQ(operands[5].value, 32);
}

TEST_F(Operands, PartsOfRegistersAreKept) {
  const auto operands = of("vadd.s32 %v.z, %r1.b2, %r2.h1;");
  ASSERT_EQ(operands.size(), 3u);
  EXPECT_EQ(operands[0].selector, Selector::kZ);
  EXPECT_EQ(operands[1].selector, Selector::kB2);
  EXPECT_EQ(operands[2].selector, Selector::kH1);
}

TEST_F(Operands, SymbolsHaveAnOffset) {
  const auto operands = of("mov.u64 %rd1, s+12;");
  ASSERT_EQ(operands.size(), 2u);
  EXPECT_EQ(operands[1].kind, OperandKind::kSymbol);
  EXPECT_EQ(operands[1].of, Of::kLocalVariable);
  EXPECT_EQ(operands[1].value, 12);
}

TEST_F(Operands, ModifiersAreSplitAtDotsAlone) {
  static_cast<void>(of("@!%p1 ld.global.L2::128B.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];"));
  ASSERT_NE(function, nullptr);
  const Statement& load = function->code.at(0);
  EXPECT_EQ(load.base, "ld");
  ASSERT_EQ(load.modifier_count, 4u);
  EXPECT_EQ(function->modifiers_of(load)[1], "L2::128B");
  EXPECT_TRUE(function->has(load, "v4"));
  EXPECT_FALSE(function->has(load, "ld"));
  EXPECT_EQ(function->registers[load.predicate].name(), "%p1");
  EXPECT_TRUE(load.predicate_negated);
}

}  // namespace
}  // namespace gemmscope::ptx::testing
