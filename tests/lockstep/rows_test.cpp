// SPDX-License-Identifier: MIT
// ldmatrix, stmatrix and movmatrix, and what only a whole warp may do.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

using testing::decoded;
using testing::each;
using testing::How;
using testing::run;
using testing::Words;

/// A tile of 32 rows of 8 halves, of which row r begins at byte 48 * r; half c of row r is 100 * r + c. %r2 has the
/// address of the row that belongs to this lane: row (7 * lane + 3) % 32.
const std::string kTile =
    ".shared .align 16 .b8 before[32]; .shared .align 16 .b8 tile[1536]; mov.u32 %r3, tile; mul.lo.u32 %r4, %r0, 48;"
    "add.u32 %r4, %r3, %r4; mul.lo.u32 %r5, %r0, 100; mad.lo.u32 %r5, %r5, 65536, %r5; add.u32 %r6, %r5, 0x10000;"
    "add.u32 %r7, %r6, 0x20002; add.u32 %r8, %r7, 0x20002; add.u32 %r9, %r8, 0x20002;"
    "st.shared.v4.u32 [%r4], {%r6, %r7, %r8, %r9};"
    "mad.lo.u32 %r10, %r0, 7, 3; and.b32 %r10, %r10, 31; mul.lo.u32 %r10, %r10, 48; add.u32 %r2, %r3, %r10;"
    "mul.wide.u32 %rd6, %r0, 16; add.s64 %rd6, %rd2, %rd6;";
std::uint32_t half_at(std::uint32_t address_lane, std::uint32_t column) {
  return (7 * address_lane + 3) % 32 * 100 + column;
}

TEST(Rows, AreSpreadOverTheLanes) {
  for (const std::uint32_t count : {1u, 2u, 4u}) {
    const std::string registers = count == 1 ? "{%r20}" : count == 2 ? "{%r20, %r21}" : "{%r20, %r21, %r22, %r23}";
    const std::string move = ".sync.aligned.m8n8.x" + std::to_string(count);
    const std::string zeros = "mov.u32 %r20, 0; mov.u32 %r21, 0; mov.u32 %r22, 0; mov.u32 %r23, 0;",
                      out = "st.global.v4.u32 [%rd6], {%r20, %r21, %r22, %r23};";
    const auto expected = [&](bool transposed) {
      return each(
          [&](std::uint32_t word) {
            const std::uint32_t lane = word / 4, matrix = word % 4, row = lane / 4, pair = lane % 4 * 2;
            if (matrix >= count) return 0u;
            if (transposed) return half_at(8 * matrix + pair, row) | half_at(8 * matrix + pair + 1, row) << 16;
            return half_at(8 * matrix + row, pair) | half_at(8 * matrix + row, pair + 1) << 16;
          },
          128);
    };
    EXPECT_EQ(run(kTile + zeros + "ldmatrix" + move + ".shared.b16 " + registers + ", [%r2];" + out, {.words = 4}),
              expected(false));
    EXPECT_EQ(
        run(kTile + zeros + "ldmatrix" + move + ".trans.shared::cta.b16 " + registers + ", [%r2];" + out, {.words = 4}),
        expected(true));
    EXPECT_EQ(run(kTile + zeros + "cvt.u64.u32 %rd7, %r2; cvta.shared.u64 %rd8, %rd7; ldmatrix" + move + ".b16 " +
                      registers + ", [%rd8];" + out,
                  {.words = 4}),
              expected(false));
  }
}

/// What is loaded and stored the same way is a copy; the other way, a matrix turned round.
TEST(Rows, AreStoredAsTheyAreLoaded) {
  const std::string load = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r20, %r21, %r22, %r23}, [%r2];",
                    read =
                        "ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r31];"
                        "st.global.v4.u32 [%rd6], {%r20, %r21, %r22, %r23};",
                    other =
                        ".shared .align 16 .b8 to[512]; mov.u32 %r30, to; shl.b32 %r31, %r0, 4;"
                        "add.u32 %r31, %r30, %r31;";
  const auto halves = [](auto f) {
    return each([&](std::uint32_t w) { return f(w / 4, w % 4 * 2) | f(w / 4, w % 4 * 2 + 1) << 16; }, 128);
  };
  EXPECT_EQ(
      run(kTile + load + other + "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r31], {%r20, %r21, %r22, %r23};" + read,
          {.words = 4}),
      halves(half_at));
  EXPECT_EQ(run(kTile + load + other +
                    "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r31], {%r20, %r21, %r22, %r23};" + read,
                {.words = 4}),
            halves([](std::uint32_t row, std::uint32_t column) { return half_at(row / 8 * 8 + column, row % 8); }));
  EXPECT_EQ(
      run(kTile + load + other +
              "movmatrix.sync.aligned.m8n8.trans.b16 %r20, %r20; movmatrix.sync.aligned.m8n8.trans.b16 %r21, %r22;"
              "st.shared.v4.u32 [%r31], {%r0, %r0, %r0, %r0};"
              "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r31], {%r20, %r21};" +
              read,
          {.words = 4}),
      halves([](std::uint32_t row, std::uint32_t column) {
        if (row >= 16) return column % 2 == 0 ? row : 0u;
        return half_at((row < 8 ? 0 : 16) + column, row % 8);
      }));
}

class HearsRows : public Listener {
 public:
  void request(std::uint32_t, const Access& access, Space where, Mask lanes,
               std::span<const std::uint64_t, kLanes> addresses) override {
    if (access.matrices == 0) return;
    EXPECT_EQ(where, Space::kShared);
    EXPECT_EQ(access.width(), 16u);
    masks.push_back(lanes), of_lane_5.push_back(addresses[5]);
  }
  std::vector<Mask> masks;
  std::vector<std::uint64_t> of_lane_5;
};

TEST(Rows, AreRequestedByTheLanesThatHaveTheirAddresses) {
  HearsRows heard;
  run(kTile +
          "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r2];"
          "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r20, %r21}, [%r2];"
          "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r2+16], {%r20, %r21, %r20, %r21};",
      {.listener = &heard});
  EXPECT_EQ(heard.masks, (std::vector<Mask>{0xff, 0xffff, 0xffffffff}));
  EXPECT_EQ(heard.of_lane_5, (std::vector<std::uint64_t>{32 + 48 * 6, 32 + 48 * 6, 32 + 48 * 6 + 16}));
}

TEST(Rows, ByPartOfAWarpOrOutsideOfSharedMemoryAreFaults) {
  std::vector<Fault> faults;
  run(kTile + "setp.gt.u32 %p1, %r0, 4; @%p1 ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r2];",
      {.faults = &faults});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kPartialWarp);
  EXPECT_EQ(faults[0].lane, 5u);
  faults.clear();
  run("movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;", {.threads = 48, .faults = &faults});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].warp, 1u);
  faults.clear();
  run("ldmatrix.sync.aligned.m8n8.x1.b16 {%r20}, [%rd2];", {.faults = &faults});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kNotShared);
  faults.clear();
  run(kTile + "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r2+8];", {.faults = &faults});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kMisaligned);
}

TEST(Rows, OfOtherShapesAreRefused) {
  for (const char* body : {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r2, %r3}, [%r4];",
                           "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r2}, [%r4];",
                           "ldmatrix.sync.aligned.m8n8.x1.global.b16 {%r2}, [%rd4];",
                           "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2},"
                           "{%r3}, {%f1, %f2, %f3, %f4};",
                           "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8},"
                           "{%r1, %r2}, {%r3, %r4}, {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8};"})
    EXPECT_FALSE(decoded(body)) << body;
}

}  // namespace
}  // namespace gemmscope::lockstep
