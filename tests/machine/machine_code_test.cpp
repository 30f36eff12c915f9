// SPDX-License-Identifier: MIT
// PTX and machine code of a kernel, put together line by line.
#include "tracing/machine/machine_code.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/machine/files.h"

namespace gemmscope::machine {
namespace {

constexpr const char* kEntry = "_Z13register_tileiiPKfS0_Pf";
constexpr const char* kSaid =
    "ptxas info    : 0 bytes gmem\n"
    "    8 bytes stack frame, 24 bytes spill stores, 32 bytes spill loads\n"
    "ptxas info    : Used 40 registers, used 1 barriers, 4096 bytes smem\n";

TEST(Verbose, SaysRegistersAndSpills) {
  EXPECT_EQ(*read_verbose(kSaid), (Registers{40, 24, 32}));
  EXPECT_EQ(*read_verbose("Used 255 registers"), (Registers{255, 0, 0}));
  for (const char* text : {"", "registers", " registers", "Used registers", "Used 99999999999 registers"})
    EXPECT_FALSE(read_verbose(text)) << text;
}

TEST(MachineCode, HasPtxAndInstructionsOfEachLine) {
  const auto kernel = read_kernel(text_of("programs/register_tile.ptx"), kEntry);
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->target, "sm_80");
  const auto made = machine_code(*kernel, kEntry, data("register_tile_sm_90.sass"), kSaid);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->needs.registers, 40u);
  ASSERT_TRUE(made->loop);
  EXPECT_EQ(made->loop->ffma, 128u);
  const Beneath* const line = made->beneath(21);
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->machine_accesses, (std::vector<AccessCount>{{{Kind::kSharedLoad, 16}, 8, "LDS.128"}}));
  ASSERT_EQ(line->ptx_accesses.size(), 1u);
  EXPECT_EQ(line->ptx_accesses[0].access, (Access{Kind::kSharedLoad, 4}));
  EXPECT_EQ(line->ptx_accesses[0].count, 8u);
  EXPECT_EQ(std::ranges::count_if(line->ptx,
                                  [](const Code& c) { return c.accesses && c.text.starts_with("ld.shared.f32 %f"); }),
            8);
  EXPECT_EQ(made->beneath(1000), nullptr);
}

TEST(MachineCode, IsComparedByKind) {
  const Beneath line{.line = 1,
                     .ptx = {},
                     .machine = {},
                     .ptx_accesses = {{{Kind::kGlobalLoad, 4}, 3, ""}, {{Kind::kSharedLoad, 4}, 8, ""}},
                     .machine_accesses = {{{Kind::kSharedLoad, 8}, 4, "LDS.64"},
                                          {{Kind::kSharedLoad, 16}, 4, "LDS.128"},
                                          {{Kind::kSharedStore, 4}, 1, "STS"}}};
  const std::vector<Compared> all = compared(line);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].kind, Kind::kGlobalLoad);
  EXPECT_TRUE(all[0].machine.empty());
  EXPECT_EQ(all[0].times, 0u);
  EXPECT_EQ(all[1].machine.size(), 2u);
  EXPECT_EQ(all[1].times, 3u);  // 96 bytes for 32
  EXPECT_TRUE(all[2].ptx.empty());
  EXPECT_EQ(all[2].times, 0u);
}

TEST(MachineCode, IsASentenceWhereSomethingIsMissing) {
  const auto kernel = read_kernel(text_of("programs/register_tile.ptx"), kEntry);
  ASSERT_TRUE(kernel);
  EXPECT_EQ(machine_code(*kernel, kEntry, "", kSaid).error().message, "nvdisasm lists no instruction of the kernel");
  EXPECT_FALSE(machine_code(*kernel, kEntry, data("register_tile_sm_90.sass"), ""));
  EXPECT_FALSE(read_kernel(text_of("programs/register_tile.ptx"), "k"));
  EXPECT_FALSE(read_kernel("no PTX", "k"));
}

}  // namespace
}  // namespace gemmscope::machine
