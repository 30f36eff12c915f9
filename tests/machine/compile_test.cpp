// SPDX-License-Identifier: MIT
// The ptxas and nvdisasm of this machine, where there are any.
#include "tracing/machine/compile.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/machine/files.h"
#include "tracing/machine/toolkit.h"

namespace gemmscope::machine {
namespace {

constexpr const char* kEntry = "_Z13register_tileiiPKfS0_Pf";

/// As ptxas lists them, beside others of its options.
constexpr const char* kHelp =
    "--entry <entry>  'sm_99'\n--gpu-name <gpu name>  (-arch)\n  Allowed values: 'compute_80','lto_86','sm_100',\n"
    "  'sm_75','sm_80','sm_90','sm_90a','sm_86'\n  Default value:  'sm_75'.\n--other 'sm_98'\n";

TEST(Architectures, AreThoseOfThisPtxasThatAreNotOlderThanThePtx) {
  EXPECT_EQ(architectures(kHelp, "sm_80"), (std::vector<std::string>{"sm_80", "sm_86", "sm_90", "sm_100"}));
  EXPECT_EQ(architectures(kHelp, "sm_90a"), std::vector<std::string>{"sm_90a"});
  EXPECT_TRUE(architectures("", "sm_80").empty());
}

class Compile : public testing::Test {
 protected:
  void SetUp() override {
    if (ptxas().empty() || nvdisasm().empty()) GTEST_SKIP() << "there is no ptxas or nvdisasm";
  }
  const std::string ptx_ = text_of("programs/register_tile.ptx");
};

TEST_F(Compile, JoinsTheLoadsOfARegisterTile) {
  const auto made = compile(ptx_, kEntry, "sm_90");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->architecture, "sm_90");
  EXPECT_TRUE(made->compiler.starts_with("ptxas 1")) << made->compiler;
  EXPECT_GT(made->needs.registers, 16u);
  ASSERT_TRUE(made->loop);
  EXPECT_GE(made->loop->ffma, 128u);
  std::uint32_t bytes = 0, of_ptx = 0;
  for (const AccessCount& count : made->beneath(21)->machine_accesses) bytes += count.count * count.access.bytes;
  for (const AccessCount& count : made->beneath(21)->ptx_accesses) of_ptx += count.count * count.access.bytes;
  EXPECT_EQ(of_ptx, 32u);
  EXPECT_EQ(bytes % of_ptx, 0u);  // ptxas unrolls the loop
  EXPECT_EQ(made->beneath(21)->machine_accesses.front().access, (Access{Kind::kSharedLoad, 16}));
}

TEST_F(Compile, CountsRegistersWithoutItsListing) {
  const auto made = compile(ptx_, kEntry, "sm_90");
  const auto alone = registers_of(ptx_, kEntry, "sm_90");
  ASSERT_TRUE(made && alone);
  EXPECT_EQ(*alone, made->needs);
  EXPECT_FALSE(registers_of(ptx_, "main", "sm_90"));
}

TEST_F(Compile, IsForTheGpuOfLimitsWhereNoneIsAskedFor) {
  const auto made = compile(ptx_, kEntry, "");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->architecture, kArchitecture);
  EXPECT_EQ(made->architectures.at(0), "sm_80");
  EXPECT_EQ(std::ranges::count(made->architectures, "sm_90"), 1);
}

TEST_F(Compile, IsASentenceWhereItCannot) {
  EXPECT_EQ(compile(ptx_, kEntry, "--help").error().message, "'--help' is no architecture; give one such as sm_90");
  EXPECT_NE(compile(ptx_, kEntry, "sm_75").error().message.find("for sm_75: SM version"), std::string::npos);
  EXPECT_FALSE(compile(ptx_, "main", "sm_90"));
  std::string wrong = ptx_;
  wrong.replace(wrong.find("bar.sync"), 8, "bar.sink");
  EXPECT_EQ(compile(wrong, kEntry, "").error().kind, ErrorKind::kUsage);
}

TEST_F(Compile, EndsWhenNobodyWantsItAnyMore) {
  EXPECT_FALSE(compile(ptx_, kEntry, "", [] { return false; }));
}

}  // namespace
}  // namespace gemmscope::machine
