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
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {
namespace {

/// A kernel that multiplies matrices, called with M, N, K, A, B and C.
class Gemm {
 public:
  Gemm(const char* name, std::int32_t M, std::int32_t N, std::int32_t K, std::array<std::uint32_t, 3> block) {
    std::ifstream in("tests/data/programs/" + std::string(name) + ".ptx");
    module_ = std::move(*ptx::read({std::istreambuf_iterator<char>(in), {}}));
    const std::vector<std::uint64_t> variables(module_.variables.size());
    program = std::move(*lockstep::decode(module_, module_.functions.front(), variables));
    lines = lines_of(module_, program);
    const auto blocks = [](std::int32_t size, std::uint32_t each) {
      return (static_cast<std::uint32_t>(size) + each - 1) / each;
    };
    launch = {{blocks(N, block[0]), blocks(M, block[1]), 1}, block, 0, {}};
    selection = {{0, launch.grid[1]}, {0, launch.grid[0]}, {0, launch.warps()}, {0, 0}, true};
    struct {
      std::int32_t M, N, K;
      std::byte *A, *B, *C;
    } const arguments{M, N, K, matrix(M, K), matrix(K, N), matrix(M, N)};
    const auto bytes = std::as_bytes(std::span(&arguments, 1));
    launch.arguments.assign(bytes.begin(), bytes.end());
  }

  format::Recording assembled(const std::deque<Recorder>& recorders) const {
    format::Recording r;
    r.grid_x = launch.grid[0], r.grid_y = launch.grid[1], r.threads = launch.threads();
    r.selection = selection;
    r.tensors.resize(3 + program.shared.size());
    for (std::size_t i = 3; i < r.tensors.size(); ++i) r.tensors[i].space = format::Space::kShared;
    std::vector<const record::Capture::Parts*> parts;
    for (const Recorder& recorder : recorders) parts.push_back(&recorder.capture().parts());
    EXPECT_TRUE(record::assemble(r, parts, lines.places));
    return r;
  }
  void make(std::deque<Recorder>& recorders, Arrays& arrays, int threads) const {
    for (int i = 0; i < threads; ++i) recorders.emplace_back(arrays, lines, launch, selection);
  }
  /// Of all blocks.
  format::Recording whole() const {
    Arrays arrays(memory.allocations(), program.shared);
    std::deque<Recorder> recorders;
    make(recorders, arrays, 1);
    EXPECT_TRUE(run_grid(program, launch, memory.allocations(), 1, &recorders).empty());
    return assembled(recorders);
  }
  std::optional<format::Recording> short_cut(int threads) const {
    Arrays arrays(memory.allocations(), program.shared);
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
  format::Selection selection;

 private:
  std::byte* matrix(std::int32_t rows, std::int32_t columns) {
    return memory.allocate(4 * static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(columns));
  }
  ptx::Module module_;
};

TEST(AlikeBlocks, AreRecordedAsIfEachWereRun) {
  for (const bool tiled : {false, true}) {
    const Gemm gemm(tiled ? "tiled" : "naive", 200, 300, 70,
                    tiled ? std::array{32u, 32u, 1u} : std::array{16u, 16u, 1u});
    const auto right = gemm.whole();
    EXPECT_GT(right.blocks.size(), 60u);
    const auto alone = gemm.short_cut(1);
    ASSERT_TRUE(alone);
    EXPECT_TRUE(*alone == right);
  }
}

TEST(AlikeBlocks, AreRecordedAlikeByTwoThreads) {
  const Gemm gemm("tiled", 200, 300, 70, {32, 32, 1});
  const auto both = gemm.short_cut(2);
  ASSERT_TRUE(both);
  EXPECT_TRUE(*both == gemm.whole());
}

TEST(AlikeBlocks, OfAPartOfALaunchAreRecordedToo) {
  Gemm gemm("tiled", 200, 300, 70, {32, 32, 1});
  gemm.selection.block_y = {1, 7}, gemm.selection.block_x = {2, 10}, gemm.selection.warps = {3, 30};
  const auto part = gemm.short_cut(1);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->blocks.size(), 48u);
  EXPECT_TRUE(*part == gemm.whole());
}

TEST(AlikeBlocks, OfALaunchWithAFaultAreNot) {
  Gemm gemm("naive", 200, 300, 70, {16, 16, 1});
  const std::int32_t more = 209;  // rows than there are
  std::memcpy(gemm.launch.arguments.data(), &more, sizeof(more));
  EXPECT_FALSE(gemm.short_cut(1));
}

}  // namespace
}  // namespace gemmscope::runtime
