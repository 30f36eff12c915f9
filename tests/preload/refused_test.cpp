// SPDX-License-Identifier: MIT
// What no twin is made of: nobody would know what a GPU does there.
#include <gtest/gtest.h>

#include "tests/preload/by_hand.h"
#include "tracing/ptx/read.h"
#include "tracing/rewrite/sites.h"

namespace gemmscope::preload::testing {
namespace {

bool is_refused(const std::string& body, const std::string& before = "") {
  const auto module = ptx::read(lockstep::testing::kernel(body, before));
  EXPECT_TRUE(module) << module.error().message;
  return !rewrite::sites_of(*module, *module->find_function("k"));
}

TEST(NoTwin, IsMadeOfBulkCopiesToGlobalMemory) {
  EXPECT_TRUE(is_refused("cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r1], 16;"));
  EXPECT_TRUE(is_refused("cp.async.bulk.commit_group;"));
  EXPECT_FALSE(is_refused("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd2], 16, [%r2];"));
}

/// The kernel itself may use what another one has asked for.
TEST(NoTwin, IsMadeWhereSomeKernelOfTheModuleCallsMalloc) {
  const std::string load = "ld.global.u32 %r2, [%rd0];";
  EXPECT_TRUE(is_refused(load, ".extern .func (.param .b64 r) malloc(.param .b64 bytes);\n"));
  EXPECT_TRUE(is_refused(load, ".extern .func free(.param .b64 address);\n"));
  EXPECT_FALSE(is_refused(load, ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"));
  EXPECT_FALSE(is_refused(load, ".func free(.param .b64 mine) { ret; }\n"));
}

}  // namespace
}  // namespace gemmscope::preload::testing
