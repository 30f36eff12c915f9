// SPDX-License-Identifier: MIT
#include "tracing/ptx/link.h"

#include <gtest/gtest.h>

#include "tests/ptx/source.h"

namespace gemmscope::ptx::testing {
namespace {

constexpr const char* kHead = ".version 9.0\n.target sm_80\n.address_size 64\n";

Module linked(const std::string& first, const std::string& second) {
  auto text = link({kHead + first, kHead + second});
  EXPECT_TRUE(text) << text.error().message;
  return read_or_fail(text.value_or(""));
}

TEST(Link, GivesWhatAnotherModuleDefines) {
  const Module module = linked(
      ".extern .func (.param .b32 r) f (.param .b32 x);\n.extern .global .align 4 .b8 v[8];\n"
      ".visible .entry k() { .reg .b64 %a; .param .b32 x; .param .b32 r; mov.u64 %a, v; call (r), f, (x); ret; }\n",
      ".visible .global .align 4 .u32 v[2] = {3, 4};\n"
      ".visible .func (.param .b32 r) f (.param .b32 x) { .reg .b32 %x; ld.param.u32 %x, [x]; st.param.b32 [r], %x; ret; }\n");
  ASSERT_NE(module.find_function("f"), nullptr);
  EXPECT_TRUE(module.find_function("f")->is_defined);
  EXPECT_TRUE(module.find_function("k")->is_entry);
  ASSERT_EQ(module.variables.size(), 1u);
  EXPECT_EQ(module.variables[0].initial.at(4), 4u);
}

TEST(Link, KeepsApartWhatOnlyItsOwnModuleSees) {
  const Module module = linked(
      ".global .u32 own = 1;\n.visible .entry a() { .reg .b64 %a; mov.u64 %a, own; ret; }\n",
      ".global .u32 own = 2;\n.global .u32 own$1;\n.visible .entry b() { .reg .b64 %a; mov.u64 %a, own; ret; }\n");
  ASSERT_EQ(module.variables.size(), 3u);
  for (const auto& [kernel, value] : {std::pair{"a", 1}, std::pair{"b", 2}}) {
    const Function& f = *module.find_function(kernel);
    const Variable* const own = variable_of(module, f, f.operands_of(f.code[0])[1]);
    ASSERT_NE(own, nullptr);
    EXPECT_EQ(own->initial.at(0), value) << kernel;
  }
}

TEST(Link, HasWeakFunctionsOnce) {
  const std::string weak = ".weak .func f () { .reg .b32 %x; mov.u32 %x, ";
  const Module module = linked(weak + "1; ret; }\n.visible .entry k() { call f; ret; }\n", weak + "2; ret; }\n");
  ASSERT_EQ(module.functions.size(), 2u);
  const Function& f = *module.find_function("f");
  EXPECT_EQ(f.operands_of(f.code[0])[1].value, 1);
}

TEST(Link, LeavesOutWhatNoKernelReaches) {
  const Module module = linked(
      ".visible .func used () { ret; }\n.visible .func pointed_to () { ret; }\n.visible .func unused () { ret; }\n",
      ".extern .func used ();\n.extern .func pointed_to ();\n.global .u64 table[1] = {pointed_to};\n"
      ".visible .entry k() { call used; ret; }\n");
  EXPECT_NE(module.find_function("used"), nullptr);
  EXPECT_NE(module.find_function("pointed_to"), nullptr);
  EXPECT_EQ(module.find_function("unused"), nullptr);
}

TEST(Link, HasVariablesBehindThoseWhoseAddressesTheyHold) {
  const Module module = linked(".extern .global .u32 z;\n.global .u64 a[1] = {z};\n", ".visible .global .u32 z = 1;\n");
  EXPECT_EQ(module.variables.size(), 2u);
}

TEST(Link, NumbersFilesAnew) {
  const Module module = linked(".visible .entry a() { .loc 1 5 0\n ret; }\n.file 1 \"shared.h\"\n",
                               ".visible .entry b() { .loc 1 6 0\n bar.sync 0; .loc 2 7 0\n ret; }\n"
                               ".file 1 \"b.cu\"\n.file 2 \"shared.h\"\n");
  EXPECT_EQ(module.files.size(), 2u);
  const auto place = [&](const char* kernel, std::size_t statement) {
    const Location& at = module.locations[module.find_function(kernel)->code[statement].location];
    return std::string(module.find_file(at.file)->name) + ":" + std::to_string(at.line);
  };
  EXPECT_EQ(place("a", 0), "shared.h:5");
  EXPECT_EQ(place("b", 0), "b.cu:6");
  EXPECT_EQ(place("b", 1), "shared.h:7");
}

/// A section for a debugger may have any words.
TEST(Link, TakesNoWordForAFilesNumber) {
  const std::string section = ".section .debug_str { inlined_at }\n.file 0 \"a.cu\"\n";
  EXPECT_TRUE(link({kHead + section, kHead + section}));
}

TEST(Link, RefusesWhatCannotBeRead) { EXPECT_FALSE(link({std::string(kHead), std::string(kHead) + ".entry"})); }

}  // namespace
}  // namespace gemmscope::ptx::testing
