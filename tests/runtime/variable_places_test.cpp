// SPDX-License-Identifier: MIT
// Where variables lie, against the symbols of a cubin that ptxas 13.0 made of the same declarations.
#include "tracing/runtime/variable_places.h"

#include <gtest/gtest.h>

#include "tracing/ptx/read.h"

namespace gemmscope::runtime {
namespace {

TEST(VariablePlaces, AreThoseOfACubin) {
  const auto module = ptx::read(R"(.version 9.0
.target sm_80
.address_size 64
.global .align 4 .u32 counter;
.global .align 4 .b8 table[400];
.global .align 8 .b8 d[24];
.const .align 4 .b8 filter[36];
.global .align 1 .u8 c;
.global .align 16 .b8 q[80];
.global .align 4 .b8 small[12];
.global .align 4 .u32 first = 5;
.global .align 4 .b8 begun[28] = {0, 0, 128, 63};
.global .align 1 .b8 word[5] = {97, 98, 99};
.global .align 8 .f64 four = 0d4010000000000000;
.global .align 4 .u32 total;
.global .align 2 .b8 sh[6];
.global .attribute(.managed) .align 4 .b8 man[20];
)");
  ASSERT_TRUE(module) << module.error().message;
  struct Expected {
    std::string_view name;
    std::uint64_t offset;
    bool is_known = true;
  };
  // .nv.global.init has 0x2d bytes, and .nv.global follows at the next multiple of 16.
  constexpr std::uint64_t kOthers = 0x30;
  for (const Expected& e : {Expected{"four", 0},
                            {"first", 8},
                            {"begun", 0xc},
                            {"word", 0x28},
                            {"q", kOthers},
                            {"d", kOthers + 0x50},
                            {"counter", kOthers + 0x68, false},
                            {"total", kOthers + 0x6c, false},
                            {"small", kOthers + 0x70},
                            {"man", kOthers + 0x7c, false},
                            {"table", kOthers + 0x90},
                            {"sh", kOthers + 0x220},
                            {"c", kOthers + 0x226}}) {
    const VariablePlace place =
        variable_places(*module)[static_cast<std::size_t>(module->find_variable(e.name) - module->variables.data())];
    EXPECT_EQ(place.offset, e.offset) << e.name;
    EXPECT_EQ(place.is_known, e.is_known) << e.name;
  }
}

TEST(VariablePlaces, OfThoseThatAreAlikeAreKnownIfTheyBeginAlike) {
  const auto module = ptx::read(
      ".version 9.0\n.target sm_80\n.address_size 64\n.global .align 4 .b8 a[1024];\n.global .align 4 .b8 b[1024];\n"
      ".global .align 4 .b8 x[36];\n.global .align 4 .b8 y[36];\n");
  ASSERT_TRUE(module);
  const std::vector<VariablePlace> places = variable_places(*module);
  EXPECT_TRUE(places[0].is_known && places[1].is_known);
  EXPECT_EQ(places[0].offset, 72u);
  EXPECT_FALSE(places[2].is_known || places[3].is_known);
}

}  // namespace
}  // namespace gemmscope::runtime
