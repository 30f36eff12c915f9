// SPDX-License-Identifier: MIT
// nvdisasm's listing: instructions, branches, and the line of the kernel's own file for each.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/machine/files.h"
#include "tracing/machine/listing.h"

namespace gemmscope::machine {
namespace {

constexpr std::string_view kInlined = R"(	.section	.text.other,"ax",@progbits
        /*0000*/                   NOP ;
	.section	.text.k,"ax",@progbits
	.sectioninfo	@"SHI_REGISTERS=31"
k:
.text.k:
	//## File "/x/a.cu", line 5
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File "/x/b.h", line 2 inlined at "/x/a.cu", line 3
	//## File "/x/a.cu", line 3 inlined at "/x/a.cu", line 8
	//## File "/x/a.cu", line 8
        /*0010*/                   LDG.E R7, desc[UR6][R6.64+0x4] ;
.L_x_1:
	//## File "/x/b.h", line 7 inlined at "/x/a.cu", line 9
	//## File "/x/a.cu", line 9
        /*0020*/              @!P0 BRA `(.L_x_1) ;            /* 0x000ff */
                                                              /* 0x000aa */
        /*0030*/                   BSSY B0, `(.L_x_1) ;
        /*0040*/                   EXIT ;
.L_x_0:
        /*0050*/                   BRA `(.L_x_0);
        /*0060*/                   NOP;
	.section	.nv.info,"",@progbits
        /*0070*/                   NOP;
)";

TEST(Listing, HasTheLineOfTheKernelsOwnFileAlsoInInlinedFunctions) {
  const std::vector<Instruction> code = read_listing(kInlined, "k");
  std::vector<std::uint32_t> lines, targets;
  std::vector<std::string> texts;
  for (const Instruction& i : code) lines.push_back(i.line), targets.push_back(i.target), texts.push_back(i.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"LDC R1, c[0x0][0x28]", "LDG.E R7, desc[UR6][R6.64+0x4]",
                                             "@!P0 BRA `(.L_x_1)", "BSSY B0, `(.L_x_1)", "EXIT"}));
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{5, 3, 9, 9, 9}));
  EXPECT_EQ(targets, (std::vector<std::uint32_t>{kNoTarget, kNoTarget, 2, kNoTarget, kNoTarget}));
}

TEST(Listing, OfAnotherKernelIsEmpty) { EXPECT_TRUE(read_listing(kInlined, "m").empty()); }

TEST(Listing, OfARealKernelHasAllItsLines) {
  const std::vector<Instruction> code = read_listing(data("register_tile_sm_90.sass"), "_Z13register_tileiiPKfS0_Pf");
  const auto on = [&](std::uint32_t line, std::string_view start) {
    return std::ranges::count_if(code,
                                 [&](const Instruction& i) { return i.line == line && i.text.starts_with(start); });
  };
  EXPECT_EQ(on(24, "FFMA"), 128);
  EXPECT_EQ(on(21, "LDS.128"), 8);
  EXPECT_EQ(on(22, "LDS.128"), 8);
  EXPECT_EQ(code.back().text, "EXIT");
}

TEST(Listing, OfAnyTextIsOne) {
  const std::string text(kInlined);
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_LE(read_listing(text.substr(0, size), "k").size(), 7u);
    EXPECT_LE(read_listing(text.substr(size), "k").size(), 7u);
  }
}

}  // namespace
}  // namespace gemmscope::machine
