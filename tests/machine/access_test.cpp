// SPDX-License-Identifier: MIT
// What counts as an access, of which kind and width, in PTX and in machine code.
#include <gtest/gtest.h>

#include "tracing/machine/access.h"
#include "tracing/machine/ptx_lines.h"

namespace gemmscope::machine {
namespace {

using Found = std::optional<Access>;

TEST(AccessOfMachineCode, HasKindAndWidth) {
  EXPECT_EQ(access_of("LDS.128 R8, [R3]"), (Found{{Kind::kSharedLoad, 16}}));
  EXPECT_EQ(access_of("@!P0 STS.64 [R11+0x8], R8"), (Found{{Kind::kSharedStore, 8}}));
  EXPECT_EQ(access_of("LDG.E R8, desc[UR10][R8.64]"), (Found{{Kind::kGlobalLoad, 4}}));
  EXPECT_EQ(access_of("LDG.E.128.CONSTANT R8, desc[UR10][R8.64]"), (Found{{Kind::kGlobalLoad, 16}}));
  EXPECT_EQ(access_of("STG.E.U16 desc[UR4][R2.64], R5"), (Found{{Kind::kGlobalStore, 2}}));
  EXPECT_EQ(access_of("LDG.E.U8 R2, desc[UR4][R2.64]"), (Found{{Kind::kGlobalLoad, 1}}));
  EXPECT_EQ(access_of("RED.E.ADD.F32.FTZ.RN.STRONG.GPU desc[UR4][R2.64], R5"), (Found{{Kind::kGlobalAtomic, 4}}));
  EXPECT_EQ(access_of("ATOMG.E.ADD.64.STRONG.GPU PT, R2, desc[UR4][R2.64], R4"), (Found{{Kind::kGlobalAtomic, 8}}));
  EXPECT_EQ(access_of("ATOMS.POPC.INC.32 RZ, [R3+URZ]"), (Found{{Kind::kSharedAtomic, 4}}));
  EXPECT_EQ(access_of("LDSM.16.M88.4 R4, [R12]"), (Found{{Kind::kMatrixLoad, 16}}));
  EXPECT_EQ(access_of("LDSM.16.MT88.2 R4, [R12]"), (Found{{Kind::kMatrixLoad, 8}}));
  EXPECT_EQ(access_of("LDGSTS.E.BYPASS.128 [R3], desc[UR4][R2.64]"), (Found{{Kind::kCopy, 16}}));
  EXPECT_EQ(access_of("LD.E.64 R2, desc[UR4][R2.64]"), (Found{{Kind::kGenericLoad, 8}}));
}

TEST(AccessOfMachineCode, IsNoneOfConstantsSpillsAndArithmetic) {
  for (const char* text : {"LDC.64 R4, c[0x0][0x210]", "LDL R4, [R1]", "STL.64 [R1+0x8], R4", "FFMA R0, R5, 3, R0",
                           "LDGDEPBAR", "", "@P0", "@P0 ", ";"})
    EXPECT_EQ(access_of(text), std::nullopt) << text;
}

TEST(AccessOfPtx, HasKindAndWidth) {
  const auto kernel = read_kernel(R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
  .reg .b32 %r<9>;
  .reg .f32 %f<9>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [p];
  ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];
  st.shared.v2.f32 [%r1], {%f1, %f2};
  ld.shared.u8 %r2, [%r1];
  st.global.f32 [%rd1], %f1;
  ld.f32 %f2, [%rd1];
  atom.shared.add.u64 %rd2, [%r1], 1;
  red.global.add.f32 [%rd1], %f1;
  cp.async.cg.shared.global [%r1], [%rd1], 16;
  cp.async.ca.shared.global [%r1], [%rd1], 8, %r3;
  cp.async.commit_group;
  ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r3, %r4}, [%r1];
  st.local.u32 [%rd1], %r1;
  add.s32 %r1, %r1, 1;
  ret;
})",
                                  "k");
  ASSERT_TRUE(kernel) << kernel.error().message;
  std::vector<Found> found;
  for (const PtxStatement& statement : kernel->statements) found.push_back(statement.access);
  EXPECT_EQ(found,
            (std::vector<Found>{std::nullopt, Access{Kind::kGlobalLoad, 16}, Access{Kind::kSharedStore, 8},
                                Access{Kind::kSharedLoad, 1}, Access{Kind::kGlobalStore, 4},
                                Access{Kind::kGenericLoad, 4}, Access{Kind::kSharedAtomic, 8},
                                Access{Kind::kGlobalAtomic, 4}, Access{Kind::kCopy, 16}, Access{Kind::kCopy, 8},
                                std::nullopt, Access{Kind::kMatrixLoad, 8}, std::nullopt, std::nullopt, std::nullopt}));
}

TEST(Counts, AreInOrderAndKeepTheFirstOperation) {
  std::vector<AccessCount> counts;
  count(counts, {Kind::kSharedLoad, 16}, "LDS.128");
  count(counts, {Kind::kGlobalLoad, 4}, "LDG.E");
  count(counts, {Kind::kSharedLoad, 4}, "LDS");
  count(counts, {Kind::kGlobalLoad, 4}, "LDG.E.CONSTANT");
  EXPECT_EQ(counts, (std::vector<AccessCount>{{{Kind::kGlobalLoad, 4}, 2, "LDG.E"},
                                              {{Kind::kSharedLoad, 4}, 1, "LDS"},
                                              {{Kind::kSharedLoad, 16}, 1, "LDS.128"}}));
}

}  // namespace
}  // namespace gemmscope::machine
