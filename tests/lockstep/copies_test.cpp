// SPDX-License-Identifier: MIT
// Copies past the registers: what arrives, and what a listener hears of it.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

using testing::decoded;
using testing::each;
using testing::How;
using testing::run;
using testing::Words;

/// Lane l's address in the tile in %r2, of its part of the input in %rd4; 16 bytes each.
const std::string kPlaces =
    ".shared .align 16 .b8 first[16]; .shared .align 16 .b8 tile[512]; mov.u32 %r3, tile; shl.b32 %r4, %r0, 4;"
    "add.u32 %r2, %r3, %r4; mul.wide.u32 %rd5, %r0, 16; add.s64 %rd4, %rd0, %rd5;";
/// Lane l writes the words of its neighbour's part.
const std::string kRead =
    "xor.b32 %r5, %r0, 1; shl.b32 %r5, %r5, 4; add.u32 %r5, %r3, %r5; ld.shared.v4.u32 {%r6, %r7, %r8, %r9}, [%r5];"
    "mul.wide.u32 %rd6, %r0, 16; add.s64 %rd6, %rd2, %rd6; st.global.v4.u32 [%rd6], {%r6, %r7, %r8, %r9};";

Words input() {
  return each([](std::uint32_t i) { return 1000 + i * i; }, 128);
}
/// Of the words that lane l's neighbour copied, those before `words(neighbour)`; then zeros.
template <class F>
Words copied(F words) {
  const Words in = input();
  return each([&](std::uint32_t i) { return i % 4 < words((i / 4) ^ 1u) ? in[((i / 4) ^ 1u) * 4 + i % 4] : 0; }, 128);
}

TEST(Copies, BringWholePartsAndNothingAndZerosBehindAPart) {
  EXPECT_EQ(run(kPlaces + "cp.async.cg.shared.global.L2::128B [%r2], [%rd4], 16; cp.async.wait_all;" + kRead,
                {.in = input(), .words = 4}),
            copied([](std::uint32_t) { return 4u; }));
  EXPECT_EQ(run(kPlaces +
                    "and.b32 %r10, %r0, 3; shl.b32 %r10, %r10, 2; st.shared.v4.u32 [%r2], {%r0, %r0, %r0, %r0};"
                    "cp.async.ca.shared.global [%r2], [%rd4], 16, %r10; cp.async.wait_all;" +
                    kRead,
                {.in = input(), .words = 4}),
            copied([](std::uint32_t lane) { return lane % 4; }));
  EXPECT_EQ(run(kPlaces +
                    "setp.gt.u32 %p1, %r0, 20; cp.async.cg.shared::cta.global [%r2], [%rd4], 16, %p1;"
                    "cp.async.wait_all;" +
                    kRead,
                {.in = input(), .words = 4}),
            copied([](std::uint32_t lane) { return lane > 20 ? 0u : 4u; }));
}

TEST(Copies, OfFourAndEightBytesGoWhereTheirAddressSays) {
  const Words in = input();
  EXPECT_EQ(run(kPlaces +
                    "cp.async.ca.shared.global [%r2], [%rd4+8], 8; cp.async.ca.shared.global [%r2+8], [%rd4], 4;"
                    "cp.async.ca.shared.global [%r2+12], [%rd4+4], 4; cp.async.wait_all;" +
                    kRead,
                {.in = in, .words = 4}),
            each([&](std::uint32_t i) { return in[((i / 4) ^ 1u) * 4 + (i % 4 + 2) % 4]; }, 128));
}

/// Everything that is told of copies, as text.
class HearsCopies : public Listener {
 public:
  void request(std::uint32_t, const Access& access, Space where, Mask lanes,
               std::span<const std::uint64_t, kLanes> addresses) override {
    text += std::string(access.kind == AccessKind::kLoad ? " load" : " store") + (access.asynchronous ? "*" : "") +
            (where == Space::kShared ? " shared " + std::to_string(addresses[3]) : " global") + " x" +
            std::to_string(access.width()) + " of " + std::to_string(lanes) + ";";
  }
  void commit(std::uint32_t warp, Mask lanes) override {
    text += " commit " + std::to_string(warp) + " of " + std::to_string(lanes) + ";";
  }
  void wait(std::uint32_t warp, Mask lanes, std::uint32_t pending) override {
    text += " wait " + std::to_string(warp) + " of " + std::to_string(lanes) + " to " + std::to_string(pending) + ";";
  }
  std::string text;
};

TEST(Copies, AreTwoRequestsAndGroupsThatAreWaitedFor) {
  HearsCopies heard;
  run(kPlaces +
          "setp.lt.u32 %p2, %r0, 8; setp.lt.u32 %p1, %r0, 4; @%p2 cp.async.cg.shared.global [%r2], [%rd4], 16, %p1;"
          "@%p1 cp.async.commit_group; cp.async.wait_group 3; cp.async.wait_all; ld.shared.u32 %r5, [%r2];",
      {.in = input(), .listener = &heard});
  EXPECT_EQ(heard.text,
            " load* global x16 of 240; store* shared 64 x16 of 255; commit 0 of 15; wait 0 of 4294967295 to 3;"
            " commit 0 of 4294967295; wait 0 of 4294967295 to 0; load shared 64 x4 of 4294967295;");
}

TEST(Copies, BeyondTheInputOrTooLongAreFaults) {
  std::vector<Fault> faults;
  const How how{.in = input(), .faults = &faults};
  run(kPlaces + "cp.async.cg.shared.global [%r2], [%rd4+16], 16;", how);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kOutOfBounds);
  EXPECT_EQ(faults[0].lane, 31u);
  faults.clear();
  run(kPlaces + "cp.async.cg.shared.global [%r2], [%rd4], 16, %r0;", how);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kTooLong);
  EXPECT_EQ(faults[0].lane, 17u);
  faults.clear();
  run(kPlaces + "setp.eq.u32 %p1, %r0, 31; cp.async.cg.shared.global [%r2], [%rd4+16], 16, %p1;", how);
  EXPECT_TRUE(faults.empty()) << "nothing is read beyond the end";
}

/// Tells of bulk copies alone.
class HearsBulk : public HearsCopies {
 public:
  void bulk_copy(std::uint32_t, int lane, const BulkCopy& copy) override {
    text += " lane " + std::to_string(lane) + ": " + std::to_string(copy.bytes) +
            (copy.stores ? " stored" : " loaded") + " from " + std::to_string(copy.from);
  }
};

/// Lanes 3 and 9 each have the tile's bytes from 16 * lane on; the input goes through it.
TEST(Copies, InBulkGoBackToGlobalMemory) {
  const std::string body =
      kPlaces +
      "cp.async.cg.shared.global [%r2], [%rd4], 16; cp.async.wait_all; setp.eq.u32 %p1, %r0, 3;"
      "setp.eq.u32 %p2, %r0, 9; or.pred %p1, %p1, %p2; @!%p1 bra $L; shl.b32 %r5, %r0, 4; mul.wide.u32 %rd6, %r0, 16;"
      "add.s64 %rd6, %rd2, %rd6; fence.proxy.async.shared::cta;"
      "cp.async.bulk.global.shared::cta.bulk_group [%rd6+32], [%r2], 48; cp.async.bulk.commit_group;"
      "cp.async.bulk.wait_group.read 1; cp.async.bulk.wait_group 0;\n$L:";
  HearsBulk heard;
  const Words in = input(), out = run(body, {.in = in, .words = 4, .listener = &heard});
  EXPECT_EQ(out, each(
                     [&](std::uint32_t i) {
                       for (const std::uint32_t lane : {3u, 9u})
                         if (i >= 4 * lane + 8 && i < 4 * lane + 20) return in[i - 8];
                       return 0xddddddddu;
                     },
                     128));
  EXPECT_NE(heard.text.find(" lane 3: 48 stored from 64"), std::string::npos) << heard.text;  // behind the array first
  EXPECT_NE(heard.text.find(" lane 9: 48 stored from 160"), std::string::npos) << heard.text;
}

TEST(Copies, InBulkBeyondAnArrayOrAtOddPlacesAreFaults) {
  for (const auto& [copy, kind] : {std::pair{"[%rd2], [%r3+496], 32", FaultKind::kOutOfBounds},
                                   {"[%rd2+496], [%r3], 32", FaultKind::kOutOfBounds},
                                   {"[%rd2+8], [%r3], 32", FaultKind::kMisaligned},
                                   {"[%rd2], [%r3+8], 32", FaultKind::kMisaligned},
                                   {"[%rd2], [%r3], 24", FaultKind::kMisaligned}}) {
    std::vector<Fault> faults;
    const Words out = run(kPlaces + "cp.async.bulk.global.shared::cta.bulk_group " + copy + ";",
                          {.in = input(), .words = 4, .faults = &faults});
    ASSERT_EQ(faults.size(), 1u) << copy;
    EXPECT_EQ(faults[0].kind, kind) << copy;
    EXPECT_EQ(out, Words(128, 0xdddddddd)) << copy;
  }
}

TEST(Copies, OfOtherSizesOrWaysAreRefused) {
  for (const char* body :
       {"cp.async.cg.shared.global [%r2], [%rd4], 8;", "cp.async.ca.shared.global [%r2], [%rd4], 12;",
        "cp.async.ca.global.shared [%rd4], [%r2], 8;", "cp.async.wait_group %r2;",
        "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd4], [%r2], 16, %rs1;",
        "cp.async.bulk.shared::cta.global.bulk_group [%r2], [%rd4], 16;", "cp.async.bulk.wait_group %r2;",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd4], [%r2], 16;"})
    EXPECT_FALSE(decoded(body)) << body;
}

}  // namespace
}  // namespace gemmscope::lockstep
