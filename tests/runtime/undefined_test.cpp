// SPDX-License-Identifier: MIT
// Which undefined values a recording lists as used, and which arrays are never filled.
#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using format::Undefined;

format::Recording recording_of(OneWarp& warps, const std::vector<const std::byte*>& addresses,
                               Results results = Results::kRight, unsigned threads = 1) {
  const auto done = warps.run(addresses, results, threads);
  EXPECT_TRUE(done.recording) << done.recording.error().message;
  EXPECT_TRUE(done.faults.empty());
  return done.recording.value_or(format::Recording{});
}

constexpr char kCopies[] =
    "  add.u64 %rd5, %rd2, %rd4;\n  add.u64 %rd6, %rd3, %rd4;\n"
    "  ld.global.u32 %r3, [%rd5];\n  st.global.u32 [%rd6], %r3;\n";
/// The second word decides where the first is stored: the contents of memory decide what the kernel accesses.
constexpr char kScatter[] =
    "  add.u64 %rd5, %rd2, %rd4;\n  ld.global.u32 %r3, [%rd5];\n  and.b32 %r3, %r3, 31;\n"
    "  mul.wide.u32 %rd6, %r3, 4;\n  add.u64 %rd6, %rd3, %rd6;\n  st.global.u32 [%rd6], %r1;\n";

TEST(Undefined, WhatIsLoadedAndUsedIsRecordedOnceForItsSite) {
  for (const unsigned threads : {1u, 3u}) {
    OneWarp copy = OneWarp::of(kCopies);
    copy.launch.grid = {8, 1, 1};
    std::byte *const from = copy.words(8 * 32), *const to = copy.words(8 * 32);
    copy.memory.wrote(from, 128 * 5 + 8);
    const format::Recording r = recording_of(copy, {from, to}, Results::kRight, threads);
    EXPECT_TRUE(r.unfilled.empty());
    EXPECT_FALSE(r.undefined_cut);
    EXPECT_EQ(r.undefined.value(), (std::vector<Undefined>{{.of = Undefined::Of::kGlobal,
                                                            .use = Undefined::Use::kStore,
                                                            .site = 0,
                                                            .x = 5,
                                                            .thread = 2,
                                                            .line = 1,
                                                            .lanes = 0xfffffffc,
                                                            .use_thread = 2,
                                                            .use_line = 1,
                                                            .use_tensor = 1,
                                                            .count = 30 + 2 * 32}}));
    EXPECT_FALSE(recording_of(copy, {from, to}, Results::kLeftOut).undefined) << "nobody computes what would use it";
  }
}

TEST(Undefined, AnArrayOfWhichNothingWasWrittenIsNamedAndNotLookedAt) {
  for (const Results results : {Results::kRight, Results::kLeftOut}) {
    OneWarp copy = OneWarp::of(kCopies);
    copy.launch.grid = {8, 1, 1};
    std::byte *const from = copy.words(8 * 32), *const to = copy.words(8 * 32);
    const format::Recording r = recording_of(copy, {from, to}, results);
    EXPECT_EQ(r.unfilled, std::vector<std::uint16_t>{0});
    EXPECT_TRUE(r.unwritten.value().empty());
    copy.memory.wrote(from + 300, 4);
    EXPECT_TRUE(recording_of(copy, {from, to}, results).unfilled.empty());
  }
}

TEST(Undefined, AnArrayThatTheLaunchStoresToIsNotOneThatNobodyFills) {
  OneWarp twice = OneWarp::of(
      "  add.u64 %rd5, %rd2, %rd4;\n  add.u64 %rd6, %rd3, %rd4;\n  ld.global.u32 %r3, [%rd5];\n"
      "  st.global.u32 [%rd6], %r3;\n  st.global.u32 [%rd5], %r1;\n");
  const format::Recording r = recording_of(twice, {twice.words(32), twice.words(32)});
  EXPECT_TRUE(r.unfilled.empty());
  EXPECT_EQ(r.unwritten.value().size(), 1u);
  EXPECT_EQ(r.undefined.value().size(), 1u);
}

/// A thread that takes an index from it may go anywhere.
TEST(Undefined, OfAnArrayThatNobodyFillsAddressesAreToldAllTheSame) {
  OneWarp scatter = OneWarp::of(kScatter);
  const format::Recording r = recording_of(scatter, {scatter.words(32), scatter.words(32)});
  EXPECT_EQ(r.unfilled, std::vector<std::uint16_t>{0});
  ASSERT_EQ(r.undefined.value().size(), 1u);
  EXPECT_EQ(r.undefined->front().use, Undefined::Use::kAddress);
  EXPECT_EQ(r.undefined->front().use_tensor, 1);
}

std::string cells_beside(const std::string& body) {
  return "  .shared .align 16 .b8 cells[256];\n  mov.u32 %r3, cells;\n  shl.b32 %r4, %r1, 2;\n  add.u32 %r3, %r3, %r4;\n"
         "  add.u64 %rd5, %rd2, %rd4;\n  add.u64 %rd6, %rd3, %rd4;\n  ld.global.u32 %r5, [%rd5];\n" +
         body + "  st.global.u32 [%rd6], %r5;\n";
}

/// Blocks that are alike are recorded once, and run without a listener.
TEST(Undefined, CellsOfSharedMemoryAreFollowedInEveryBlock) {
  const auto found = [](const std::string& body) {
    OneWarp warps = OneWarp::of(cells_beside(body));
    warps.launch.grid = {8, 1, 1};
    std::byte *const from = warps.words(8 * 32), *const to = warps.words(8 * 32);
    warps.memory.wrote(from, 8 * 128);
    return recording_of(warps, {from, to}).undefined.value();
  };
  EXPECT_TRUE(found("  ld.shared.u32 %r6, [%r3];\n  st.shared.u32 [%r3+128], %r6;\n").empty());
  const auto used = found("  ld.shared.u32 %r6, [%r3];\n  add.u32 %r5, %r5, %r6;\n");
  ASSERT_EQ(used.size(), 1u);
  EXPECT_EQ(used[0].of, Undefined::Of::kShared);
  EXPECT_EQ(used[0].count, 8u * 32);
  EXPECT_EQ(used[0].x, 0u);
}

}  // namespace
}  // namespace gemmscope::runtime
