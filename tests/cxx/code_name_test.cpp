// SPDX-License-Identifier: MIT
// What keeps the names of a program's code, and what changes them.
#include "tracing/cxx/code_name.h"

#include <gtest/gtest.h>

#include <array>

namespace gemmscope::cxx {
namespace {

constexpr std::string_view kText =
    "#define TILE 16\n"
    "constexpr int kPad = 0;\n"
    "__global__ void f(float* a) { a[TILE + kPad] = 1; }\n";

TEST(CodeName, CommentsAndSpacesDoNotCount) {
  EXPECT_EQ(code_name("// first\n#define  TILE 16  // elements\nconstexpr int kPad = 0;\n\n"
                      "__global__ void f(float* a)\n{\n  a[TILE + /* none */ kPad] = 1;\n}\n"),
            code_name(kText));
}

TEST(CodeName, OtherValuesOfNumbersAreAnotherSettingOfTheSameProgram) {
  std::string other(kText);
  for (const auto& [from, to] : {std::pair("TILE 16", "TILE 32"), {"kPad = 0", "kPad = 1"}}) {
    const format::CodeName before = code_name(other);
    other.replace(other.find(from), std::string_view(from).size(), to);
    EXPECT_EQ(code_name(other).program, before.program) << to;
    EXPECT_NE(code_name(other).setting, before.setting) << to;
  }
}

TEST(CodeName, OtherCodeIsAnotherProgram) {
  const format::CodeName name = code_name(kText);
  std::string other(kText);
  other.replace(other.find("+ kPad"), 1, "-");
  EXPECT_NE(code_name(other).program, name.program);
  EXPECT_NE(code_name(other).setting, name.setting);
  EXPECT_NE(code_name("#if 0\n" + std::string(kText) + "#endif\n").program, name.program);
  EXPECT_NE(code_name("int ab;").program, code_name("int a b;").program);
  const std::array<std::string_view, 1> included{"int a;"}, changed{"int b;"};
  EXPECT_NE(code_name(kText, included).program, name.program);
  EXPECT_NE(code_name(kText, included).setting, code_name(kText, changed).setting);
}

TEST(CodeName, NoTextHasNone) { EXPECT_EQ(code_name(""), format::CodeName{}); }

}  // namespace
}  // namespace gemmscope::cxx
