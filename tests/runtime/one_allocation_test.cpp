// SPDX-License-Identifier: MIT
// Kernels whose parameters point into one allocation: each is an array of its own, if no warp asks for two at once.
#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "tests/requests.h"
#include "tests/runtime/one_warp.h"
#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"
#include "tracing/runtime/memory.h"
#include "tracing/runtime/recorded_launch.h"
#include "tracing/runtime/wish.h"

namespace gemmscope::runtime {
namespace {

constexpr std::int32_t kSize = 64;
constexpr std::uint64_t kMatrixBytes = 4 * kSize * kSize;  ///< of a matrix

/// tests/programs/naive.cu: C = A * B, which lie where a test says.
class Naive {
 public:
  Naive() {
    std::ifstream in("tests/data/programs/naive.ptx");
    module_.ptx = ptx::read({std::istreambuf_iterator<char>(in), {}});
    kernel_.module = &module_, kernel_.function = &(*module_.ptx)->functions.front();
    kernel_.name = kernel_.function->name;
    kernel_.program = lockstep::decode(**module_.ptx, *kernel_.function, {});
  }
  format::Recording recorded(const std::byte* A, const std::byte* B, const std::byte* C,
                             std::uint32_t blocks = kSize / 16, Results results = Results::kLeftOut) {
    const struct {
      std::int32_t M = kSize, N = kSize, K = kSize;
      const std::byte *A, *B, *C;
    } arguments{.A = A, .B = B, .C = C};
    lockstep::Launch launch{{blocks, blocks, 1}, {16, 16, 1}, 0, {}};
    const auto bytes = std::as_bytes(std::span(&arguments, 1));
    launch.arguments.assign(bytes.begin(), bytes.end());
    auto done = run_recorded(kernel_, launch, Wish().part_of(launch), memory, results, 1);
    EXPECT_TRUE(done.recording) << done.recording.error().message;
    return done.recording ? *std::move(done.recording) : format::Recording();
  }
  Memory memory;

 private:
  Module module_;
  Kernel kernel_;
};

TEST(OneAllocation, IsAnArrayForEachParameterThatPointsIntoIt) {
  Naive naive;
  const std::byte* const all = naive.memory.allocate(3 * kMatrixBytes + 512);
  const format::Recording together = naive.recorded(all, all + kMatrixBytes + 512, all + 2 * kMatrixBytes + 512);
  const std::byte *A = naive.memory.allocate(kMatrixBytes), *B = naive.memory.allocate(kMatrixBytes),
                  *C = naive.memory.allocate(kMatrixBytes);
  const format::Recording apart = naive.recorded(A, B, C);
  ASSERT_EQ(together.tensors.size(), 3u);
  EXPECT_EQ(together.tensors[0].layout.columns, (kMatrixBytes + 512) / 4);
  for (std::size_t t = 0; t < 3; ++t) EXPECT_EQ(together.tensors[t].name, apart.tensors[t].name);
  EXPECT_TRUE(together.sites == apart.sites);
  EXPECT_TRUE(together.templates == apart.templates);
  EXPECT_TRUE(together.patterns == apart.patterns);
  EXPECT_TRUE(together.blocks == apart.blocks);
}

/// The byte counts from the part's beginning, and what is stored into one part counts as written there.
TEST(OneAllocation, IsWatchedInItsParts) {
  for (const Results results : {Results::kLeftOut, Results::kRight}) {
    Naive naive;
    const std::byte* const all = naive.memory.allocate(4 * kMatrixBytes, true);
    const std::byte *A = all, *B = all + kMatrixBytes, *C = all + 2 * kMatrixBytes, *D = all + 3 * kMatrixBytes;
    naive.memory.wrote(A, kMatrixBytes);
    naive.memory.wrote(B, 4 * kSize * 9);
    const format::Recording missing = naive.recorded(A, B, C, kSize / 16, results);
    ASSERT_EQ(missing.tensors.size(), results == Results::kLeftOut ? 1u : 3u);
    ASSERT_EQ(missing.unwritten->size(), 1u);
    const format::UnwrittenRead& read = missing.unwritten->front();
    const std::uint64_t begin = missing.tensors.size() == 1 ? kMatrixBytes : 0;
    EXPECT_EQ(read.byte, begin + 4 * kSize * 9);
    EXPECT_EQ(read.count, std::uint64_t{kSize} * kSize * (kSize - 9));
    naive.memory.wrote(B, kMatrixBytes);
    const format::Recording whole = naive.recorded(A, B, C, kSize / 16, results);
    EXPECT_EQ(whole.tensors.size(), 3u);
    EXPECT_TRUE(whole.unwritten->empty());
    EXPECT_TRUE(naive.recorded(C, B, D, kSize / 16, results).unwritten->empty());
    EXPECT_FALSE(naive.memory.allocations().find(reinterpret_cast<std::uint64_t>(all))->has_unwritten());
  }
}

/// A pointer to a short, or to bytes, that points between two words. Lanes load one element each.
TEST(OneAllocation, HasPartsThatBeginInsideAWord) {
  for (const std::uint64_t bytes : {1u, 2u}) {
    const std::string type = bytes == 1 ? "u8" : "u16";
    OneWarp warps = OneWarp::of("  mul.wide.u32 %rd5, %r1, " + std::to_string(bytes) +
                                ";\n  add.u64 %rd5, %rd5, %rd2;\n  ld.global." + type +
                                " %h1, [%rd5];\n  add.u64 %rd6, %rd3, %rd1;\n  st.global.u16 [%rd6], %h1;\n");
    std::byte* const all = warps.words(32);
    warps.memory.wrote(all, 12);
    const std::uint64_t begin = 3 * bytes;
    const auto done = warps.run({all + begin, warps.words(32)});
    ASSERT_TRUE(done.recording) << done.recording.error().message;
    const format::Tensor& array = done.recording->tensors.front();
    EXPECT_EQ(array.element_bytes, bytes);
    EXPECT_EQ(array.layout.columns, (128 - begin) / bytes);
    EXPECT_EQ(array.past_boundary, begin);
    ASSERT_EQ(done.recording->unwritten->size(), 1u);
    EXPECT_EQ(done.recording->unwritten->front().byte, 12 - begin);
    EXPECT_EQ(done.recording->unwritten->front().count, 32 - (12 - begin) / bytes);
  }
}

/// B begins in the middle of a row of A: the lanes of a warp read A on both sides.
TEST(OneAllocation, IsOneArrayWhereAWarpAsksForTwoAtOnce) {
  Naive naive;
  const std::byte* const all = naive.memory.allocate(3 * kMatrixBytes);
  constexpr std::uint64_t kBegin = 4 * (5 * kSize + 7);
  for (const std::uint32_t blocks : {1u, 4u}) {
    const format::Recording recording = naive.recorded(all, all + kBegin, all + 2 * kMatrixBytes, blocks);
    ASSERT_EQ(recording.tensors.size(), 1u);
    EXPECT_EQ(recording.tensors[0].layout.columns, 3 * kMatrixBytes / 4);
    bool on_both_sides = false;
    testing::for_each_request(recording, [&](const format::Request& r, const format::Site&) {
      const auto [least, most] = std::ranges::minmax(r.address);
      on_both_sides = on_both_sides || (least < kBegin && most >= kBegin && most < kMatrixBytes);
    });
    EXPECT_TRUE(on_both_sides);
  }
}

}  // namespace
}  // namespace gemmscope::runtime
