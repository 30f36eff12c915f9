// SPDX-License-Identifier: MIT
#include "tracing/analysis/occupancy.h"

#include <gtest/gtest.h>

namespace gemmscope::analysis {
namespace {

constexpr Occupancy held(std::uint32_t threads, std::uint32_t shared_bytes,
                         std::optional<std::uint32_t> registers = std::nullopt) {
  return occupancy({threads, shared_bytes, registers}, kLimitsH200);
}
constexpr bool is(const Occupancy& o, std::uint32_t blocks, std::uint32_t warps, Scarce scarce) {
  return o.blocks == blocks && o.warps == warps && o.limited_by == scarce;
}

static_assert(is(held(32, 0), 32, 32, Scarce::kBlocks));
static_assert(is(held(64, 0), 32, 64, Scarce::kBlocks));  // threads allow as many
static_assert(is(held(128, 0), 16, 64, Scarce::kThreads));
static_assert(is(held(1024, 0), 2, 64, Scarce::kThreads));
static_assert(is(held(33, 0), 32, 64, Scarce::kBlocks));             // a begun warp is a warp
static_assert(is(held(96, 0), 21, 63, Scarce::kThreads));            // the 22nd block would be cut
static_assert(is(held(128, 16384), 13, 52, Scarce::kSharedMemory));  // 228 / (16 + 1)
static_assert(is(held(32, 6272), 32, 32, Scarce::kBlocks));          // 228 KiB / (6272 + 1024) = 32
static_assert(is(held(32, 6273), 31, 31, Scarce::kSharedMemory));    // the next unit of 128 bytes
static_assert(is(held(256, 227 * 1024), 1, 8, Scarce::kSharedMemory));
static_assert(is(held(256, 228 * 1024), 0, 0, Scarce::kSharedMemory));
static_assert(is(held(128, 0, 32), 16, 64, Scarce::kThreads));
static_assert(is(held(128, 0, 33), 12, 48, Scarce::kRegisters));  // 40 of them: 51 warps, of which 48 are dealt evenly
static_assert(is(held(64, 0, 167), 6, 12, Scarce::kRegisters));   // 168: 12 warps
static_assert(is(held(64, 0, 182), 4, 8, Scarce::kRegisters));    // 184: 11 warps, 8 dealt evenly
static_assert(held(64, 0, 182).registers_known && !held(64, 0).registers_known);

static_assert(occupancy({128, 0, {}}, *limits_of("sm_75")).warps == 32);
static_assert(occupancy({32, 0, {}}, *limits_of("sm_86")).blocks == 16);
static_assert(occupancy({128, 65536, {}}, *limits_of("sm_80")).blocks == 2);  // 164 / (64 + 1)
static_assert(limits_of("sm_90a") == limits_of("sm_90") && limits_of("sm_90")->device == kLimitsH200.device);
static_assert(limits_of("sm_999") == nullptr && limits_of("a") == nullptr && limits_of("") == nullptr);

TEST(Occupancy, NamesWhatIsScarce) {
  EXPECT_EQ(name_of(Scarce::kBlocks), "blocks");
  EXPECT_EQ(name_of(Scarce::kThreads), "threads");
  EXPECT_EQ(name_of(Scarce::kSharedMemory), "shared memory");
  EXPECT_EQ(name_of(Scarce::kRegisters), "registers");
}

}  // namespace
}  // namespace gemmscope::analysis
