// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/ptx/source.h"

namespace gemmscope::ptx::testing {
namespace {

TEST(Locations, SayWhoInlinedThem) {
  const Module module = read_or_fail(
      kernel(".loc 1 26 3\n.loc 1 20 73, function_name $L0, inlined_at 1 26 3\n nop;"
             ".loc 1 19 7, function_name $L1+2, inlined_at 1 20 73\n nop; .loc 2 5 1\n ret; .loc 1 26 3\n ret;") +
      ".file 2 \"b.h\" .file 1 \"a.cu\", 123, 456 .section .debug_str { $L0: .b8 111, 117, 0 $L1: .b8 1, 2,\n105, 110,0 }\n"
      ".section .debug_info { .b32 .debug_abbrev\n .b8 1 }");
  const Function& k = module.functions.at(0);
  ASSERT_EQ(k.code.size(), 4u);
  const Location& inner = module.locations.at(k.code[1].location);
  EXPECT_EQ(inner.line, 19u);
  EXPECT_EQ(inner.column, 7u);
  EXPECT_EQ(module.inlined_names.at(inner.function), "in");
  ASSERT_EQ(inner.caller, k.code[0].location);
  const Location& outer = module.locations.at(inner.caller);
  EXPECT_EQ(module.inlined_names.at(outer.function), "ou");
  const Location& call = module.locations.at(outer.caller);
  EXPECT_EQ(call.line, 26u);
  EXPECT_EQ(call.caller, kNoIndex);
  EXPECT_EQ(call.function, kNoIndex);
  EXPECT_EQ(k.code[3].location, outer.caller);  // each place once
  EXPECT_EQ(module.find_file(1)->name, "a.cu");
  EXPECT_EQ(module.find_file(module.locations[k.code[2].location].file)->name, "b.h");
  EXPECT_EQ(module.find_file(3), nullptr);
}

TEST(Locations, OfAGridBarrierLeadBackToTheKernel) {
  const Module module =
      read_or_fail(contents(std::filesystem::path(GEMMSCOPE_SOURCE_DIR) / "tests/data/ptx/grid_90.ptx"));
  const Function& steps = *module.find_function("_Z5stepsPf");
  std::size_t deepest = 0;
  for (const Statement& statement : steps.code) {
    std::size_t depth = 0;
    std::uint32_t at = statement.location;
    for (; module.locations[at].caller != kNoIndex; at = module.locations[at].caller, ++depth) {
      ASSERT_LT(module.locations[at].caller, at);
      EXPECT_TRUE(module.inlined_names.at(module.locations[at].function).starts_with("_ZN"));
    }
    EXPECT_EQ(module.find_file(module.locations[at].file)->name, "grid.cu");
    deepest = std::max(deepest, depth);
  }
  EXPECT_EQ(deepest, 4u);
}

}  // namespace
}  // namespace gemmscope::ptx::testing
