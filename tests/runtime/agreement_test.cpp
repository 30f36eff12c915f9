// SPDX-License-Identifier: MIT
// Which stores a recording says are of one value: threads of a warp, and of blocks, store to one place.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

/// Each block stores to `to`, at %rd6, as all its lanes; what they load there, from %rd5, depends on `from`.
struct AllStore {
  explicit AllStore(const std::string& where, const std::string& more = "")
      : warps(OneWarp::of("  mul.wide.u32 %rd8, %r2, 4;\n" + where + "  ld.global.u32 %r3, [%rd5];\n" + more +
                          "  st.global.u32 [%rd6], %r3;\n")) {
    warps.launch.grid = {2, 1, 1};
    from = warps.words(64), to = warps.words(64);
    for (std::uint32_t i = 0; i < 64; ++i) std::memcpy(from + 4 * i, &i, 4);
    warps.memory.wrote(from, 256);
  }
  format::Recording recording(Results results = Results::kRight) {
    const auto done = warps.run({from, to}, results, 2);
    EXPECT_TRUE(done.recording) << done.recording.error().message;
    return *done.recording;
  }
  bool agrees(Results results = Results::kRight) {
    for (const format::Site& site : recording(results).sites)
      if (site.op == format::Op::kStore) return site.agrees;
    return false;
  }
  OneWarp warps;
  std::byte *from = nullptr, *to = nullptr;
};
const std::string kOwnPlace = "  add.u64 %rd6, %rd3, %rd8;\n", kOnePlace = "  mov.u64 %rd6, %rd3;\n",
                  kOwnNumber = "  add.u64 %rd5, %rd2, %rd8;\n", kOneNumber = "  mov.u64 %rd5, %rd2;\n",
                  kNumberOfLane = "  add.u64 %rd5, %rd2, %rd1;\n";

TEST(Agreement, OfLanesThatStoreWhatTheirBlockHas) {
  EXPECT_TRUE(AllStore(kOwnPlace + kOwnNumber).agrees());
  EXPECT_FALSE(AllStore(kOwnPlace + kNumberOfLane).agrees());
}

TEST(Agreement, OfBlocks) {
  EXPECT_TRUE(AllStore(kOnePlace + kOneNumber).agrees());
  EXPECT_FALSE(AllStore(kOnePlace + kOwnNumber).agrees());
}

/// Where the numbers decide who stores, nothing can be left out, and all stores are heard.
TEST(Agreement, OfAKernelOfWhichAllBlocksAreRecorded) {
  const std::string skips = "  setp.gt.u32 %p1, %r3, 9;\n  @%p1 ret;\n";
  EXPECT_TRUE(AllStore(kOwnPlace + kOwnNumber, skips).agrees());
  EXPECT_FALSE(AllStore(kOwnPlace + kNumberOfLane, skips).agrees());
}

TEST(Agreement, IsNotKnownWithoutResults) { EXPECT_FALSE(AllStore(kOwnPlace + kOwnNumber).agrees(Results::kLeftOut)); }

}  // namespace
}  // namespace gemmscope::runtime
