// SPDX-License-Identifier: MIT
// Which functions a kernel may call.
#include "tracing/ptx/calls.h"

#include <gtest/gtest.h>

#include "tests/ptx/source.h"

namespace gemmscope::ptx::testing {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// 0 to 3 are alike, 4 takes more, 5 has no body; the variable points to 1, and 2 calls 3.
const std::string kFunctions =
    ".func s(.param .b32 x)\n{\nret;\n}\n.func t(.param .b32 x)\n{\nret;\n}\n.func v(.param .b32 x);\n"
    ".func u(.param .b32 x)\n{\n.param .b32 y; call v, (y); ret;\n}\n.func v(.param .b32 x)\n{\nret;\n}\n"
    ".func w(.param .b64 x)\n{\nret;\n}\n.extern .func z(.param .b32 x);\n.global .u64 pointers[2] = {t, w};\n";

const std::string kPointer = "like: .callprototype _ (.param .b32 _); .reg .b64 %f; { .param .b32 y; ";

Numbers reached(const std::string& body) {
  const Module module = read_or_fail(kernel(body, kFunctions));
  const Function& k = *module.find_function("k");
  Numbers names;
  for (const std::uint32_t f : reached_from(module, static_cast<std::uint32_t>(&k - module.functions.data())))
    names.push_back(static_cast<std::uint32_t>(module.functions[f].name[0]));
  return names;
}

TEST(Calls, ReachWhatIsCalledThroughOthersEachOnce) {
  EXPECT_EQ(reached("{ .param .b32 y; call s, (y); call u, (y); call s, (y); call v, (y); call z, (y); } ret;"),
            (Numbers{'k', 's', 'u', 'v'}));
  EXPECT_EQ(reached("ret;"), Numbers{'k'});
}

TEST(Calls, GoByPointersToFunctionsOfTheseParametersToWhichSomethingPoints) {
  EXPECT_EQ(reached(kPointer + "call %f, (y), like; } ret;"), (Numbers{'k', 't'}));
  EXPECT_EQ(reached(kPointer + "mov.u64 %f, s; call %f, (y), like; } ret;"), (Numbers{'k', 's', 't'}));
}

TEST(Calls, ByNameAreNoPointers) {
  const Module module = read_or_fail(kernel(kPointer + "call s, (y); call %f, (y), like; } ret;", kFunctions));
  const Function& k = *module.find_function("k");
  const auto functions = callees_of(module, k, k.code[1]).functions;
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(module.functions[functions[0]].name, "t");
}

}  // namespace
}  // namespace gemmscope::ptx::testing
