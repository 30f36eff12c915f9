// SPDX-License-Identifier: MIT
// Arrays that begin anywhere in a sector: what requests cost, against the sectors and lines of the program's addresses.
#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "tests/requests.h"
#include "tests/runtime/asked.h"
#include "tests/runtime/one_warp.h"
#include "tracing/analysis/check.h"
#include "tracing/analysis/summary.h"
#include "tracing/format/file.h"

namespace gemmscope::runtime {
namespace {

using format::kLanes;

struct Moved {
  std::uint64_t sectors = 0, lines = 0;
  friend bool operator==(const Moved&, const Moved&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Moved& m) {
    return out << m.sectors << " sectors, " << m.lines << " lines";
  }
};

/// What all requests move, by the address that each lane accessed in the program's memory.
Moved by_addresses(const format::Recording& r, const Addresses& addresses) {
  Moved moved;
  testing::for_each_request(r, [&](const format::Request& q, const format::Site& site) {
    std::set<std::uint64_t> sectors, lines;
    for (std::uint32_t left = q.mask; left != 0; left &= left - 1) {
      const std::uint32_t byte = q.address[static_cast<std::size_t>(std::countr_zero(left))];
      const auto at = reinterpret_cast<std::uint64_t>(address_of(r.tensors[site.tensor], byte, addresses));
      sectors.insert(at / 32), lines.insert(at / 128);
    }
    moved.sectors += sectors.size(), moved.lines += lines.size();
  });
  return moved;
}

Moved counted(const format::Recording& r) {
  const analysis::Count total = analysis::summarize(r).total;
  EXPECT_EQ(total.misaligned, 0u);
  EXPECT_EQ(analysis::check(r).count(analysis::Fault::kMisaligned), 0u);
  return {total.sectors, total.lines};
}

format::Recording recorded(OneWarp& warp, const std::vector<const std::byte*>& arguments) {
  const auto done = warp.run(arguments);
  EXPECT_TRUE(done.recording) << done.recording.error().message;
  if (!done.recording) return {};
  const auto file = format::encode(*done.recording);  // a file keeps what the recording has in memory
  EXPECT_TRUE(file && format::decode_file(*file).value() == *done.recording);
  return *done.recording;
}

/// Each warp loads 32 floats of a and stores them to b, `more` bytes further on.
std::string copy(int more) {
  const std::string at = "+" + std::to_string(more) + "]";
  return "  add.u64 %rd5, %rd2, %rd4;\n  add.u64 %rd6, %rd3, %rd4;\n  ld.global.u32 %r3, [%rd5" + at +
         ";\n  st.global.u32 [%rd6" + at + ", %r3;\n";
}

TEST(Boundaries, CountAlikeWhetherThePointerOrTheIndexIsMoved) {
  for (const int more : {0, 4, 16, 32, 64, 124, 132}) {
    OneWarp pointer = OneWarp::of(copy(0)), index = OneWarp::of(copy(more));
    for (OneWarp* const warp : {&pointer, &index}) {
      warp->launch.grid = {3, 1, 1};
      const std::byte *const a = warp->words(200), *const b = warp->words(200);
      const int moved = warp == &pointer ? more : 0;
      const format::Recording r = recorded(*warp, {a + moved, b + moved});
      EXPECT_EQ(r.tensors[0].past_boundary, moved % 256);
      const std::uint64_t sectors = more % 32 == 0 ? 4 : 5, lines = more % 128 == 0 ? 1 : 2;
      EXPECT_EQ(counted(r), (Moved{3 * 2 * sectors, 3 * 2 * lines})) << more;
    }
  }
}

/// Two parameters point into one allocation, where neither a line nor a sector begins.
TEST(Boundaries, OfPartsOfAnAllocation) {
  for (const std::uint64_t second : {4 * 128u + 4, 4 * 128u + 20, 4 * 128u + 32, 4 * 128u + 96}) {
    OneWarp warp = OneWarp::of(copy(0));
    warp.launch.grid = {3, 1, 1};
    const std::byte *const all = warp.words(400), *const a = all + 8, *const b = all + second;
    const format::Recording r = recorded(warp, {a, b});
    ASSERT_EQ(r.tensors.size(), 2u);
    EXPECT_EQ(r.tensors[0].past_boundary, 8);
    EXPECT_EQ(r.tensors[1].past_boundary, second % 256);
    EXPECT_EQ(counted(r), by_addresses(r, {{"parameter 0", a}, {"parameter 1", b}}));
  }
}

/// 16 bytes of each lane, at multiples of 16 in memory, though not of the array.
TEST(Boundaries, DecideWhatIsMisaligned) {
  OneWarp warp = OneWarp::of(
      "  shl.b64 %rd4, %rd1, 2;\n  add.u64 %rd5, %rd2, %rd4;\n  add.u64 %rd6, %rd3, %rd1;\n"
      "  ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd5+12];\n  st.global.u32 [%rd6], %r6;\n");
  const std::byte *const a = warp.words(200), *const b = warp.words(32);
  const format::Recording r = recorded(warp, {a + 4, b});
  EXPECT_EQ(counted(r), (Moved{17 + 4, 5 + 1}));
}

/// Blocks that do the same are `step` bytes further on: their places in a sector repeat, or not.
TEST(Boundaries, OfBlocksThatAreAlike) {
  for (const std::uint32_t step : {128u, 32u, 20u, 4u, 36u}) {
    OneWarp warp = OneWarp::of("  mul.wide.u32 %rd5, %r2, " + std::to_string(step) +
                               ";\n  add.u64 %rd5, %rd5, %rd1;\n  add.u64 %rd6, %rd5, %rd3;\n  add.u64 %rd5, %rd5, "
                               "%rd2;\n  ld.global.u32 %r3, [%rd5];\n  st.global.u32 [%rd6], %r3;\n");
    constexpr std::uint32_t kBlocks = 50;
    warp.launch.grid = {kBlocks, 1, 1};
    const std::byte *const a = warp.words(kBlocks * kLanes + 100), *const b = warp.words(kBlocks * kLanes + 100);
    for (const std::uint64_t begin : {0u, 4u, 28u, 100u}) {
      const format::Recording r = recorded(warp, {a + begin, b + 2 * begin});
      EXPECT_EQ(r.patterns.size(), 1u);
      EXPECT_EQ(counted(r), by_addresses(r, {{"parameter 0", a + begin}, {"parameter 1", b + 2 * begin}}))
          << step << ", " << begin;
    }
  }
}

/// Lanes of one request go to several arrays, which are memory of the host that begins anywhere.
TEST(Boundaries, OfArraysThatAreOne) {
  alignas(256) static std::array<std::byte, 4096> host;
  OneWarp warp = OneWarp::of(
      "  setp.lt.u32 %p1, %r1, 11;\n  selp.b64 %rd5, %rd2, %rd3, %p1;\n  add.u64 %rd5, %rd5, %rd4;\n"
      "  ld.global.u32 %r3, [%rd5];\n  add.u64 %rd6, %rd3, %rd4;\n  st.global.u32 [%rd6], %r3;\n");
  warp.launch.grid = {3, 1, 1};
  const std::byte *const a = host.data() + 260, *const b = host.data() + 1024 + 88;
  ASSERT_TRUE(warp.memory.adopt(a, 500) && warp.memory.adopt(b, 700));
  const format::Recording r = recorded(warp, {a, b});
  ASSERT_EQ(r.tensors.size(), 1u);
  ASSERT_EQ(r.tensors[0].parts.size(), 2u);
  EXPECT_EQ(r.tensors[0].past_boundary, 4);
  EXPECT_EQ((4 + r.tensors[0].parts[1].offset) % 256, 88u);
  EXPECT_EQ(counted(r), by_addresses(r, {{"parameter 0", a}, {"parameter 1", b}}));
}

/// A kernel finds its array by a pointer in memory.
TEST(Boundaries, OfArraysThatAreFoundInMemory) {
  alignas(256) static std::array<std::byte, 4096> host;
  OneWarp warp = OneWarp::of(
      "  shl.b64 %rd4, %rd1, 1;\n  add.u64 %rd5, %rd2, %rd4;\n  ld.global.u64 %rd6, [%rd5];\n"
      "  add.u64 %rd6, %rd6, %rd1;\n  ld.global.u32 %r3, [%rd6];\n  add.u64 %rd7, %rd3, %rd1;\n"
      "  st.global.u32 [%rd7], %r3;\n");
  std::byte* const table = warp.words(2 * kLanes);
  Addresses addresses{{"parameter 0", table}, {"parameter 1", warp.words(kLanes)}};
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::byte* const row = host.data() + 512 * (i % 7) + 12 * (i % 7) + 4;
    if (i < 7) {
      ASSERT_TRUE(warp.memory.adopt(row, 140));
      addresses["parameter 0[" + std::to_string(i) + "]"] = row;
    }
    std::memcpy(table + 8 * i, &row, 8);
  }
  const format::Recording r = recorded(warp, {table, addresses["parameter 1"]});
  ASSERT_EQ(r.tensors.size(), 3u);
  EXPECT_EQ(r.tensors[2].parts.size(), 7u);
  EXPECT_EQ(counted(r), by_addresses(r, addresses));
}

}  // namespace
}  // namespace gemmscope::runtime
