// SPDX-License-Identifier: MIT
#include "tracing/runtime/source.h"

#include <gtest/gtest.h>

#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"

namespace gemmscope::runtime {
namespace {

/// A kernel in my.cu: a lambda of it, in which a function of other.h is inlined, is called on line 9; nvcc names no
/// line for one statement of these.
constexpr const char* kInlined = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry kernel()
{
	.reg .b32 	%r<2>;
	.loc	1 3 0
	mov.u32 	%r1, 0;
	.loc	1 9 3
	.loc	1 5 7, function_name $L__info_string0, inlined_at 1 9 3
	mov.u32 	%r1, 1;
	.loc	2 70 1, function_name $L__info_string1, inlined_at 1 5 7
	mov.u32 	%r1, 2;
	.loc	1 9 3
	mov.u32 	%r1, 3;
	.loc	1 0 3
	mov.u32 	%r1, 4;
	ret;
}
	.file	1 "my.cu"
	.file	2 "other.h"
	.section	.debug_str
	{
$L__info_string0:
.b8 97,0
$L__info_string1:
.b8 98,0
	}
)";

/// The lines of a module's first function.
Lines lines_of_ptx(const char* text) {
  const auto module = ptx::read(text);
  EXPECT_TRUE(module) << module.error().message;
  const auto program = lockstep::decode(module.value(), module->functions.at(0), {});
  EXPECT_TRUE(program) << program.error().message;
  return lines_of(*module, program.value());
}

TEST(LinesOf, AreThoseOfTheKernelsOwnFile) {
  const Lines lines = lines_of_ptx(kInlined);
  EXPECT_EQ(lines.path, "my.cu");
  EXPECT_EQ(lines.of, (std::vector<std::uint32_t>{3, 5, 5, 9, 9, 9}));
}

/// The function that is called on line 20 calls, on line 9, another, of which nvcc names no line: its place is unknown,
/// and no calls lead there.
TEST(LinesOf, WhereNvccNamesNoneInACalledFunctionAreThoseOfTheStatementBefore) {
  const Lines lines = lines_of_ptx(R"(.version 9.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a) {
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  .loc 1 30 1
  ld.param.u64 %rd1, [a];
  .loc 1 20 3
  .loc 1 9 3, function_name $L__name, inlined_at 1 20 3
  .loc 1 0 0, function_name $L__name, inlined_at 1 9 3
  ld.global.u32 %r1, [%rd1];
  .loc 1 31 1
  ret;
}
.file 1 "my.cu"
)");
  EXPECT_EQ(lines.of, (std::vector<std::uint32_t>{30, 30, 31}));
  const record::SitePlace& load = lines.places.at(lines.place.at(1));
  EXPECT_EQ(load.line, 30u);
  EXPECT_TRUE(load.called.empty());
}

/// A function of line 3 that is called on lines 8 and 12, and twice on line 20.
TEST(LinesOf, TwoStatementsOfOneFunctionAreThoseOfTheCallsIfTheseDiffer) {
  const Lines lines = lines_of_ptx(R"(.version 9.0
.target sm_80
.address_size 64
.visible .entry k() {
  .loc 1 8 3
  .loc 1 3 5, function_name $L__name, inlined_at 1 8 3
  bar.sync 0;
  .loc 1 12 3
  .loc 1 3 5, function_name $L__name, inlined_at 1 12 3
  bar.sync 0;
  .loc 1 20 3
  .loc 1 3 5, function_name $L__name, inlined_at 1 20 3
  bar.sync 0;
  bar.sync 0;
  .loc 1 31 1
  ret;
}
.file 1 "my.cu"
)");
  EXPECT_EQ(lines.of, (std::vector<std::uint32_t>{3, 3, 3, 3, 31}));
  EXPECT_EQ(lines_of_two(lines, 0, 1), std::pair(8u, 12u));
  EXPECT_EQ(lines_of_two(lines, 2, 0), std::pair(20u, 8u));
  EXPECT_EQ(lines_of_two(lines, 2, 3), std::pair(3u, 3u));
  EXPECT_EQ(lines_of_two(lines, 0, 4), std::pair(3u, 31u));
}

}  // namespace
}  // namespace gemmscope::runtime
