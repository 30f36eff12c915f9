// SPDX-License-Identifier: MIT
// PTX written for one thing each, run by one warp.
#include "tracing/lockstep/decode.h"

#include <gtest/gtest.h>

#include "tests/lockstep/written.h"
#include "tracing/lockstep/normalised.h"
#include "tracing/ptx/read.h"

namespace gemmscope::lockstep {
namespace {

using testing::decoded;
using testing::each;
using testing::kernel;
using testing::run;
using testing::Words;

TEST(Decode, GuardsChooseLanesAndMayBeNegated) {
  EXPECT_EQ(run("setp.lt.u32 %p1, %r1, 5; mov.u32 %r2, 0; @%p1 mov.u32 %r2, 7; @!%p1 add.u32 %r2, %r1, 100;"
                "st.global.u32 [%rd1], %r2;"),
            each([](std::uint32_t l) { return l < 5 ? 7 : l + 100; }));
}

TEST(Decode, PredicatesCombineAndMayBeNegatedWhereTheyAreRead) {
  EXPECT_EQ(
      run("setp.lt.u32 %p1, %r1, 9; setp.gt.and.u32 %p2|%p3, %r1, 3, !%p1;"
          "selp.u32 %r2, 1, 2, %p2; selp.u32 %r3, 10, 20, %p3; add.u32 %r4, %r2, %r3; st.global.u32 [%rd1], %r4;"),
      each([](std::uint32_t l) { return l >= 9 ? 1u + 20 : 2u + 20; }));
}

TEST(Decode, ALoopRunsUntilItsLastLaneLeaves) {
  EXPECT_EQ(run("mov.u32 %r2, 0; mov.u32 %r3, 0;\n$L: add.u32 %r3, %r3, %r2; add.u32 %r2, %r2, 1;"
                "setp.le.u32 %p1, %r2, %r1; @%p1 bra $L; st.global.u32 [%rd1], %r3;"),
            each([](std::uint32_t l) { return l * (l + 1) / 2; }));
}

TEST(Decode, LanesThatReturnEarlyWriteNothing) {
  EXPECT_EQ(run("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 ret; st.global.u32 [%rd1], %r1;"),
            each([](std::uint32_t l) { return l % 2 == 0 ? 0xdddddddd : l; }));
}

TEST(Decode, ValuesArePackedAndUnpacked) {
  EXPECT_EQ(run("mov.u32 %r2, 5; mov.b64 %rd4, {%r1, %r2}; mov.b64 {%r3, %r4}, %rd4; shl.b32 %r4, %r4, 8;"
                "or.b32 %r5, %r3, %r4; st.global.u32 [%rd1], %r5;"),
            each([](std::uint32_t l) { return l | 0x500; }));
}

TEST(Decode, AGenericAddressReachesSharedMemory) {
  EXPECT_EQ(run(".shared .align 4 .b8 first[16]; .shared .align 4 .b8 tile[128];"
                "mov.u32 %r2, tile; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; st.shared.u32 [%r4], %r1;"
                "mov.u64 %rd4, tile; cvta.shared.u64 %rd5, %rd4; sub.u32 %r5, 31, %r1; mul.wide.u32 %rd6, %r5, 4;"
                "add.s64 %rd7, %rd5, %rd6; ld.u32 %r6, [%rd7]; st.global.u32 [%rd1], %r6;"),
            each([](std::uint32_t l) { return 31 - l; }));
}

TEST(Decode, EachLaneHasItsOwnLocalMemory) {
  EXPECT_EQ(run(".local .align 4 .b8 own[8]; mov.u64 %rd4, own; cvta.local.u64 %rd5, %rd4;"
                "st.local.u32 [%rd4+4], %r1; ld.u32 %r2, [%rd5+4]; st.global.u32 [%rd1], %r2;"),
            each([](std::uint32_t l) { return l; }));
}

TEST(Decode, LoadsFillWiderRegistersBySign) {
  EXPECT_EQ(run("sub.u32 %r2, 0, %r1; st.global.u32 [%rd1], %r2; ld.global.s8 %r3, [%rd1]; ld.global.u8 %r4, [%rd1];"
                "shl.b32 %r4, %r4, 16; add.u32 %r5, %r3, %r4; st.global.u32 [%rd1], %r5;"),
            each([](std::uint32_t l) { return (0u - l) + ((0u - l) % 256 << 16); }));
}

TEST(Decode, ArgumentsFillWiderRegistersBySign) {
  const auto module = ptx::read(
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out, .param .align 4 .b8 in[8])\n"
      "{ .reg .b64 %rd<8>; .reg .b32 %r<8>; .reg .b16 %h<2>; ld.param.u64 %rd1, [out]; ld.param.s32 %rd2, [in]; ld.param.u32 %rd3, [in];"
      "ld.param.s16 %r1, [in+4]; ld.param.u8 %r2, [in+6]; ld.param.v2.s16 {%r3, %rd4}, [in+4]; st.global.u64 [%rd1], "
      "%rd2; st.global.u64 [%rd1+8], %rd3; st.global.u64 [%rd1+16], %rd4; st.global.v2.u32 [%rd1+24], {%r1, %r2};"
      "st.global.u32 [%rd1+32], %r3; ld.param.s8 %h1, [in+6]; ld.param.s8 %r4, [in+6]; ld.param.s8 %rd5, [in+7];"
      "st.global.u32 [%rd1+36], %r4; st.global.u64 [%rd1+40], %rd5; st.global.b16 [%rd1+48], %h1; ret; }\n");
  ASSERT_TRUE(module) << module.error().message;
  const auto program = decode(*module, *module->find_function("k"), {});
  ASSERT_TRUE(program) << program.error().message;
  Words out(13);
  const std::uint64_t arguments[] = {reinterpret_cast<std::uint64_t>(out.data()), 0x7df1'8002'8000'0003};
  Allocations allocations;
  allocations.add(arguments[0], 4 * out.size());
  Launch launch{.block = {1, 1, 1}};
  const auto bytes = std::as_bytes(std::span(arguments));
  launch.arguments.assign(bytes.begin(), bytes.end());
  std::vector<Fault> faults;
  EXPECT_TRUE(run_block(*program, launch, allocations, 0, nullptr, faults));
  EXPECT_EQ(out, (Words{0x80000003, 0xffffffff, 0x80000003, 0, 0x7df1, 0, 0xffff8002, 0xf1, 0xffff8002, 0xfffffff1,
                        0x7d, 0, 0xfff1}));
}

TEST(Decode, ConversionsCutWiderSourcesAndExtendIntoWiderResults) {
  EXPECT_EQ(run("mul.lo.u32 %r2, %r1, 1000; sub.u32 %r2, 0, %r2; cvt.s8.s32 %r3, %r2; cvt.u16.u32 %r4, %r2;"
                "shl.b32 %r4, %r4, 8; xor.b32 %r5, %r3, %r4; st.global.u32 [%rd1], %r5;"),
            each([](std::uint32_t l) {
              const auto value = static_cast<std::uint32_t>(-1000 * static_cast<int>(l));
              const auto low = static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int8_t>(value)));
              return low ^ (value % 65536 << 8);
            }));
}

TEST(Decode, AValueOfALoadThatNothingNamesIsUnused) {
  const auto unused = [](const std::string& body) { return int{decoded(body)->accesses[0].unused}; };
  EXPECT_EQ(unused("ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd0]; add.u32 %r9, %r5, %r7;"), 2 + 8);
  EXPECT_EQ(unused("ld.global.v4.u32 {%r5, _, %r7, %r8}, [%rd0]; @%p1 st.global.v2.u32 [%rd0], {%r8, %r7};"), 1 + 2);
  EXPECT_EQ(unused("ld.global.v2.u64 {%rd5, %rd6}, [%rd0]; st.global.u32 [%rd6], %r0;"), 1);
  EXPECT_EQ(unused("ld.global.v2.u32 {%r5, %r6}, [%rd0]; ld.global.v2.u32 {%r5, %r6}, [%rd0];"), 0);  // perhaps
  EXPECT_EQ(unused("ld.global.v2.u32 {%r5, %r6}, [%rd0];"), 0);  // for another's sake
  EXPECT_EQ(unused("ld.global.u32 %r5, [%rd0];"), 0);
}

TEST(Decode, ByStrongLoadsAndStoresThreadsMayWaitForEachOther) {
  const auto strong = [](const std::string& body) { return decoded(body)->accesses[0].strong; };
  for (const char* body : {"ld.volatile.global.u32 %r5, [%rd0];", "ld.acquire.gpu.global.u32 %r5, [%rd0];",
                           "ld.relaxed.sys.u32 %r5, [%rd0];", "st.release.gpu.global.u32 [%rd0], %r5;"})
    EXPECT_TRUE(strong(body)) << body;
  for (const char* body :
       {"ld.global.nc.u32 %r5, [%rd0];", "ld.weak.global.u32 %r5, [%rd0];", "st.global.u32 [%rd0], %r5;"})
    EXPECT_FALSE(strong(body)) << body;
}

TEST(Decode, VectorsAreMovedTogether) {
  EXPECT_EQ(run("setp.lt.u32 %p1, %r1, 8; shl.b32 %r2, %r1, 4; cvta.to.global.u64 %rd4, %rd2;"
                "mul.wide.u32 %rd5, %r1, 16; add.s64 %rd6, %rd4, %rd5; add.u32 %r3, %r2, 1; add.u32 %r4, %r2, 2;"
                "@%p1 st.global.v4.u32 [%rd6], {%r2, %r3, %r4, %r1};"),
            each([](std::uint32_t l) { return l % 4 == 3 ? l / 4 : l / 4 * 16 + l % 4; }));
}

TEST(Decode, AnAccessThatIsNotAlignedIsAFaultOfItsLanes) {
  std::vector<Fault> faults;
  run("setp.eq.u32 %p1, %r1, 6; @%p1 add.s64 %rd1, %rd1, 2; st.global.u32 [%rd1], %r1;", {.faults = &faults});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kMisaligned);
  EXPECT_EQ(faults[0].lane, 6u);
}

TEST(Decode, DecimalNumbersAreFloatsWhereFloatsAreMeant) {
  EXPECT_EQ(run("mov.f32 %r2, 1.5; st.global.u32 [%rd1], %r2;"), Words(kLanes, 0x3fc00000));
}

/// Each would otherwise run, and give something else than a GPU.
TEST(Decode, WhatWouldGiveAWrongResultIsRefused) {
  for (const char* body : {"atom.global.add.noftz.bf16x2 %r2, [%rd1], %r1;", "red.global.add.noftz.f16x2 [%rd1], %r1;",
                           ".local .align 4 .b8 all[5000000000];", "bar.arrive 0;", "barrier.cluster.arrive;"}) {
    const auto program = decoded(body);
    EXPECT_FALSE(program) << body;
  }
}

TEST(Decode, WhatIsNotSupportedIsRefusedByNameAndLine) {
  const auto program = decoded("wgmma.fence.sync.aligned;");
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().kind, ErrorKind::kUsage);
  EXPECT_NE(program.error().message.find("'wgmma.fence.sync.aligned' is not supported"), std::string::npos);
  EXPECT_NE(program.error().message.find("kernel k, line "), std::string::npos);
}

TEST(Decode, NamesOfOperationsLoseWhatChangesNoResult) {
  const auto module =
      ptx::read(kernel("bar.sync 0; mad.rn.f32 %r2, %r2, %r2, %r2; shfl.sync.bfly.b32 %r2, %r2, 1, 31, -1;"));
  ASSERT_TRUE(module) << module.error().message;
  const ptx::Function& function = module->functions.front();
  std::vector<std::string> names;
  for (const ptx::Statement& statement : function.code) names.push_back(normalised(function, statement));
  EXPECT_EQ(std::vector(names.begin() + 6, names.end()),
            (std::vector<std::string>{"bar.sync", "fma.f32", "shfl.sync.bfly.b32", "ret"}));
}

TEST(Decode, VotesMayNameTheirModifiersInEitherOrder) {
  const auto program = decoded(".reg .pred p; vote.ballot.sync.b32 %r2, p, -1; vote.any.sync.pred p, p, -1;");
  EXPECT_TRUE(program) << program.error().message;
}

}  // namespace
}  // namespace gemmscope::lockstep
