// SPDX-License-Identifier: MIT
// Launches recorded by running some of their blocks, against all of them run and recorded.
#include <cstring>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"
#include "tracing/record/assemble.h"
#include "tracing/runtime/alike_blocks.h"
#include "tracing/runtime/grid.h"
#include "tracing/runtime/memory.h"
#include "tracing/runtime/named_shared.h"
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {
namespace {

/// A kernel that multiplies matrices, called with M, N, K, A, B and C.
class GemmKernel {
 public:
  GemmKernel(const char* name, std::int32_t M, std::int32_t N, std::int32_t K, std::array<std::uint32_t, 3> block) {
    std::ifstream in("tests/data/programs/" + std::string(name) + ".ptx");
    module_ = std::move(*ptx::read({std::istreambuf_iterator<char>(in), {}}));
    const std::vector<std::uint64_t> variables(module_.variables.size());
    program = std::move(*lockstep::decode(module_, module_.functions.front(), variables));
    lines = lines_of(module_, program);
    origins = lockstep::origins_of(program);
    named = named_shared(module_, program);
    const auto blocks = [](std::int32_t size, std::uint32_t each) {
      return (static_cast<std::uint32_t>(size) + each - 1) / each;
    };
    launch = {{blocks(N, block[0]), blocks(M, block[1]), 1}, block, 0, {}};
    selection = {{0, launch.grid[1]}, {0, launch.grid[0]}, {0, launch.warps()}};
    struct {
      std::int32_t M, N, K;
      std::byte *A, *B, *C;
    } const arguments{M, N, K, matrix(M, K), matrix(K, N), matrix(M, N)};
    const auto bytes = std::as_bytes(std::span(&arguments, 1));
    launch.arguments.assign(bytes.begin(), bytes.end());
  }

  format::Recording assembled(const std::deque<Recorder>& recorders) const {
    format::Recording r;
    r.grid_x = launch.grid[0], r.grid_y = launch.grid[1] * launch.grid[2], r.grid_z = launch.grid[2],
    r.threads = launch.threads();
    r.selection = selection;
    r.tensors.resize(3 + program.shared.size());
    for (std::size_t i = 3; i < r.tensors.size(); ++i) r.tensors[i].space = format::Space::kShared;
    std::vector<const record::Capture::Parts*> parts;
    for (const Recorder& recorder : recorders) parts.push_back(&recorder.capture().parts());
    EXPECT_TRUE(record::assemble(r, parts, lines.places));
    return r;
  }
  void make(std::deque<Recorder>& recorders, Arrays& arrays, int threads) const {
    for (int i = 0; i < threads; ++i) recorders.emplace_back(arrays, lines, origins, named, launch, selection);
  }
  /// Of all blocks.
  format::Recording whole() const {
    Arrays arrays(memory.allocations(), memory.allocations(), program.shared);
    std::deque<Recorder> recorders;
    make(recorders, arrays, 1);
    EXPECT_TRUE(run_grid(program, launch, memory.allocations(), 1, &recorders).empty());
    return assembled(recorders);
  }
  std::optional<format::Recording> short_cut(int threads) const {
    Arrays arrays(memory.allocations(), memory.allocations(), program.shared);
    std::deque<Recorder> recorders;
    make(recorders, arrays, threads);
    if (!record_alike_blocks(*lockstep::slice_of(program), launch, selection, memory.allocations(), recorders))
      return std::nullopt;
    return assembled(recorders);
  }

  Memory memory;
  lockstep::Program program;
  lockstep::Launch launch;
  Lines lines;
  lockstep::Origins origins;
  std::vector<std::uint32_t> named;
  format::Selection selection;

 private:
  std::byte* matrix(std::int32_t rows, std::int32_t columns) {
    return memory.allocate(4 * static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(columns));
  }
  ptx::Module module_;
};

TEST(AlikeBlocks, AreRecordedAsIfEachWereRun) {
  for (const bool tiled : {false, true}) {
    const GemmKernel gemm(tiled ? "tiled" : "naive", 200, 300, 70,
                          tiled ? std::array{32u, 32u, 1u} : std::array{16u, 16u, 1u});
    const auto right = gemm.whole();
    EXPECT_GT(right.blocks.size(), 60u);
    const auto alone = gemm.short_cut(1);
    ASSERT_TRUE(alone);
    EXPECT_TRUE(*alone == right);
  }
}

TEST(AlikeBlocks, AreRecordedAlikeByTwoThreads) {
  const GemmKernel gemm("tiled", 200, 300, 70, {32, 32, 1});
  const auto both = gemm.short_cut(2);
  ASSERT_TRUE(both);
  EXPECT_TRUE(*both == gemm.whole());
}

TEST(AlikeBlocks, OfAPartOfALaunchAreRecordedToo) {
  GemmKernel gemm("tiled", 200, 300, 70, {32, 32, 1});
  gemm.selection.block_y = {1, 7}, gemm.selection.block_x = {2, 10}, gemm.selection.warps = {3, 30};
  const auto part = gemm.short_cut(1);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->blocks.size(), 48u);
  EXPECT_TRUE(*part == gemm.whole());
}

/// Those along z do what the others do, as the kernel knows nothing of z.
TEST(AlikeBlocks, OfAPartOfAGridWithZAreRecordedToo) {
  GemmKernel gemm("naive", 50, 40, 20, {16, 16, 1});  // 3 x 4 blocks
  gemm.launch.grid[2] = 5;
  gemm.selection.block_x = {1, 3}, gemm.selection.block_y = {1, 4}, gemm.selection.block_z = {2, 4};
  const auto part = gemm.short_cut(1);
  ASSERT_TRUE(part);
  std::vector<std::uint32_t> rows;
  for (const format::Block& block : part->blocks) rows.push_back(block.y);
  EXPECT_EQ(rows, (std::vector<std::uint32_t>{9, 9, 10, 10, 11, 11, 13, 13, 14, 14, 15, 15}));
  EXPECT_TRUE(*part == gemm.whole());
}

/// Each warp is a row of a tile: what its lanes store is what index arithmetic says, and zeros have no origin.
TEST(AlikeBlocks, SayWhereSharedCellsAreFrom) {
  constexpr std::uint32_t kM = 200, kN = 300, kK = 70, kTile = 32;
  const auto r = *GemmKernel("tiled", kM, kN, kK, {kTile, kTile, 1}).short_cut(1);
  std::size_t stores = 0, zeros = 0;
  for (std::uint32_t b = 0; b < r.blocks.size(); ++b)
    for (const format::Segment& segment : r.patterns[r.blocks[b].pattern].segments) {
      const format::Template& coded = r.templates[segment.template_id];
      for (std::uint32_t i = 0, seen = 0; i < coded.rows.size(); ++i) {
        const format::Row& row = coded.rows[i];
        if (row.base != format::kSharedBase || r.sites[row.site].op != format::Op::kStore) continue;
        const std::uint32_t k0 = segment.interval / 2 * kTile, y = segment.warp;
        ASSERT_LE(row.origin, i);  // in the same interval
        const bool of_a = seen++ == 0;
        for (std::uint32_t x = 0; x < kTile; ++x, ++stores) {
          const std::uint32_t line = of_a ? r.blocks[b].y * kTile + y : k0 + y,
                              column = of_a ? k0 + x : r.blocks[b].x * kTile + x;
          const bool inside = line < (of_a ? kM : kK) && column < (of_a ? kK : kN);
          const bool known = row.origin != 0 && (coded.rows[i - row.origin].mask >> x & 1u) != 0;
          ASSERT_EQ(known, inside);
          zeros += inside ? 0 : 1;
          if (!known) continue;
          const format::Request load = format::decode(r, b, segment, i - row.origin);
          ASSERT_EQ(r.sites[load.site].tensor, of_a ? 0 : 1);
          ASSERT_EQ(load.address[x] + row.origin_byte, 4 * (line * (of_a ? kK : kN) + column));
        }
      }
    }
  EXPECT_EQ(stores, 2u * 7 * 10 * 3 * kTile * kTile);
  EXPECT_GT(zeros, 1000u);
}

TEST(AlikeBlocks, OfALaunchWithAFaultAreNot) {
  GemmKernel gemm("naive", 200, 300, 70, {16, 16, 1});
  const std::int32_t more = 209;  // rows than there are
  std::memcpy(gemm.launch.arguments.data(), &more, sizeof(more));
  EXPECT_FALSE(gemm.short_cut(1));
}

}  // namespace
}  // namespace gemmscope::runtime
