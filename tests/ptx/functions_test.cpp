// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/ptx/source.h"

namespace gemmscope::ptx::testing {
namespace {

Module data(const char* name) {
  return read_or_fail(contents(std::filesystem::path(GEMMSCOPE_SOURCE_DIR) / "tests/data/ptx" / name));
}

TEST(Functions, HaveParametersAndDirectives) {
  const Module module = read_or_fail(
      ".version 8.7 .target sm_100a, debug .address_size 64\n"
      ".weak .entry k(.param .u64 .ptr .global .align 16 p, .param .align 8 .b8 s[40])\n"
      ".maxntid 256, 2, 1\n.minnctapersm 3\n.noreturn { ret; }");
  EXPECT_EQ(module.version_major, 8u);
  EXPECT_EQ(module.version_minor, 7u);
  EXPECT_EQ(module.target, "sm_100a");
  EXPECT_EQ(module.options, std::vector<std::string_view>{"debug"});
  const Function& k = module.functions.at(0);
  EXPECT_TRUE(k.is_entry);
  EXPECT_EQ(k.linkage, Linkage::kWeak);
  ASSERT_EQ(k.parameters.size(), 2u);
  EXPECT_TRUE(k.parameters[0].is_pointer);
  EXPECT_EQ(k.parameters[0].pointer_space, Space::kGlobal);
  EXPECT_EQ(k.parameters[0].pointer_align, 16u);
  EXPECT_EQ(k.parameters[0].align, 8u);
  EXPECT_EQ(k.parameters[1].bytes, 40u);
  EXPECT_EQ(k.parameters[1].align, 8u);
  ASSERT_EQ(k.directives.size(), 3u);
  EXPECT_EQ(k.find_directive("maxntid")->values[1], 2u);
  EXPECT_EQ(k.find_directive("minnctapersm")->values[0], 3u);
  EXPECT_NE(k.find_directive("noreturn"), nullptr);
  EXPECT_EQ(k.find_directive("maxnreg"), nullptr);
}

TEST(Functions, ADefinitionReplacesItsDeclaration) {
  const Module module = data("calls_80.ptx");
  const Function* printf = module.find_function("vprintf");
  ASSERT_NE(printf, nullptr);
  EXPECT_FALSE(printf->is_defined);
  EXPECT_EQ(printf->linkage, Linkage::kExtern);
  EXPECT_EQ(printf->parameters.size(), 2u);
  const Function* sum = module.find_function("_Z3sumff");
  ASSERT_NE(sum, nullptr);
  EXPECT_TRUE(sum->is_defined);
  ASSERT_EQ(sum->returns.size(), 1u);
  EXPECT_EQ(sum->returns[0].type, Type::kB32);
  const Function* calls = module.find_function("_Z5calls4PairPfi");
  ASSERT_NE(calls, nullptr);
  EXPECT_EQ(calls->parameters[0].bytes, 40u);
  EXPECT_EQ(calls->find_directive("maxntid")->values[0], 256u);
}

TEST(Functions, CallsHaveThreeOperandsAndAPrototype) {
  const Module module = data("calls_80.ptx");
  const Function* calls = module.find_function("_Z5calls4PairPfi");
  ASSERT_NE(calls, nullptr);
  std::vector<std::span<const Operand>> found;
  for (const Statement& statement : calls->code)
    if (statement.base == "call") found.push_back(calls->operands_of(statement));
  ASSERT_EQ(found.size(), 3u);  // through a pointer, shifted(), vprintf
  ASSERT_EQ(found[0].size(), 4u);
  EXPECT_EQ(found[0][0].count, 1u);
  EXPECT_EQ(found[0][1].kind, OperandKind::kRegister);
  EXPECT_EQ(found[0][2].count, 2u);
  ASSERT_EQ(found[0][3].kind, OperandKind::kPrototype);
  EXPECT_EQ(calls->prototypes.at(found[0][3].index).parameters.size(), 2u);
  for (const std::size_t call : {1, 2}) {
    ASSERT_EQ(found[call].size(), 3u);
    EXPECT_EQ(found[call][1].of, Of::kFunction);
    EXPECT_EQ(found[call][2].count, 2u);
    // The same names in each call's scope, and a variable of its own for each.
    EXPECT_NE(calls->children_of(found[call][2])[0].index, calls->children_of(found[0][2])[0].index);
  }
  EXPECT_EQ(module.functions[found[2][1].index].name, "vprintf");
}

TEST(Functions, ACallMayHaveNoLists) {
  const Module module = read_or_fail(
      kernel(".reg .b64 %rd<2>; call f; call.uni %rd1, P; P: .callprototype _ ();", ".func f; .func f { ret; }"));
  const Function& k = *module.find_function("k");
  ASSERT_EQ(k.code.size(), 2u);
  ASSERT_EQ(k.code[0].operand_count, 3u);
  EXPECT_EQ(k.operands_of(k.code[0])[0].count + k.operands_of(k.code[0])[2].count, 0u);
  ASSERT_EQ(k.code[1].operand_count, 4u);
  EXPECT_EQ(k.operands_of(k.code[1])[3].kind, OperandKind::kPrototype);
}

TEST(Functions, ParametersMayBeRegisters) {
  const Module module = read_or_fail(
      ".version 8.0 .target sm_80 .address_size 64 .func (.reg .b32 r) twice(.reg .b32 a) { add.s32 r, a, a; }");
  const Function& twice = module.functions.at(0);
  EXPECT_EQ(twice.returns.at(0).register_index, 0u);
  EXPECT_EQ(twice.parameters.at(0).register_index, 1u);
  EXPECT_EQ(twice.operands_of(twice.code.at(0))[1].index, 1u);
}

TEST(Functions, MayHaveAnotherName) {
  const Module module = read_or_fail(".version 8.0 .target sm_80 .func a; .func b { ret; } .alias a, b;");
  ASSERT_EQ(module.functions.size(), 2u);
  EXPECT_EQ(module.functions[0].alias_of, 1u);
  EXPECT_EQ(module.functions[1].alias_of, kNoIndex);
}

}  // namespace
}  // namespace gemmscope::ptx::testing
