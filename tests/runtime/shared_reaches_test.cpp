// SPDX-License-Identifier: MIT
// The first block, run ahead to see what its statements access in shared memory.
#include "tracing/runtime/shared_reaches.h"

#include <gtest/gtest.h>

#include <sys/mman.h>

#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"

namespace gemmscope::runtime {
namespace {

constexpr std::size_t kPage = 4096;

/// Each of 32 threads stores to s[4 * (what `index` gives)]. Its parameter points to memory that cannot be read.
std::optional<std::map<std::uint32_t, Accessed>> accessed(const std::string& index, bool memory_is_here) {
  auto module = ptx::read(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
      ".reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .align 4 .b8 s[256];\n"
      "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mov.u32 %r4, s;\n" +
      index + "shl.b32 %r3, %r2, 2; add.u32 %r5, %r4, %r3; st.shared.u32 [%r5], %r1; ret;\n}\n");
  EXPECT_TRUE(module) << module.error().message;
  const auto program = lockstep::decode(*module, module->functions.front(), {});
  EXPECT_TRUE(program) << program.error().message;
  void* const page = mmap(nullptr, kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(page, MAP_FAILED);
  const auto address = reinterpret_cast<std::uint64_t>(page);
  lockstep::Allocations allocations;
  allocations.add(address, kPage);
  lockstep::Launch launch{{1, 1, 1}, {32, 1, 1}, 0, {}};
  const auto bytes = std::as_bytes(std::span(&address, 1));
  launch.arguments.assign(bytes.begin(), bytes.end());
  auto all = accessed_by_first_block(*program, launch, allocations, memory_is_here);
  munmap(page, kPage);
  return all;
}

TEST(AccessedByFirstBlock, IsKnownWithoutMemoryIfNoDataDecide) {
  const auto all = accessed("add.u32 %r2, %r1, 3;\n", false);
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 1u);
  const Accessed& store = all->begin()->second;
  EXPECT_TRUE(store.stores && !store.loads && store.differs);
  EXPECT_EQ(store.reach.size(), 4u * 32);
  EXPECT_EQ(store.reach.begin % 256, 4u * 3);
}

/// It does not read there.
TEST(AccessedByFirstBlock, IsNotKnownIfDataOfAGpuDecide) {
  EXPECT_FALSE(accessed("ld.global.u32 %r2, [%rd1];\n", false));
}

}  // namespace
}  // namespace gemmscope::runtime
