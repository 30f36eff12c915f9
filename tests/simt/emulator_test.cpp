// SPDX-License-Identifier: MIT
#include "tracing/simt/emulator.h"

#include <gtest/gtest.h>

#include <limits>

namespace gemmscope::simt {
namespace {

record::RecordRequest small(std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  record::RecordRequest request;
  request.preset = "tm1_small";
  request.M = M, request.N = N, request.K = K;
  return request;
}

format::Recording recorded(const record::RecordRequest& request) {
  auto recording = record(request);
  EXPECT_TRUE(recording) << (recording ? "" : recording.error().message);
  recording->origin.date.clear();
  return *recording;
}

TEST(Emulator, OneAndTwoHostThreadsGiveTheSameRecording) {
  record::RecordRequest request = small(200, 130, 30);
  request.beta = 0.5f;
  request.host_threads = 1;
  const format::Recording one = recorded(request);
  request.host_threads = 2;
  EXPECT_EQ(recorded(request), one);
}

/// A part of the grid that is not square: two rows of blocks and one column.
TEST(Emulator, APartOfTheGridHasThoseBlocksAndNoOthers) {
  record::RecordRequest request = small(256, 256, 16);
  request.block_y = format::Range{1, 3}, request.block_x = format::Range{2, 3};
  const format::Recording part = recorded(request);
  ASSERT_EQ(part.blocks.size(), 2u);
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(part.blocks[i].y, 1 + i);
    EXPECT_EQ(part.blocks[i].x, 2u);
  }
}

TEST(Emulator, ASelectionIsTheSameAsThatPartOfTheWhole) {
  record::RecordRequest request = small(128, 128, 32);
  const format::Recording whole = recorded(request);
  request.block_y = format::Range{1, 2};
  request.warps = format::Range{2, 3};
  request.k_tiles = format::Range{1, 3};
  request.epilogue = false;
  const format::Recording part = recorded(request);

  std::vector<format::Request> expected, got;
  const auto collect = [](const format::Recording& r, std::vector<format::Request>& all, const auto& wanted) {
    for (std::uint32_t b = 0; b < r.blocks.size(); ++b)
      for (const format::Segment& s : r.patterns[r.blocks[b].pattern].segments)
        for (std::size_t row = 0; row < r.templates[s.template_id].rows.size(); ++row) {
          format::Request q = format::decode(r, b, s, row);
          if (!wanted(r.blocks[b], q)) continue;
          q.block = r.blocks[b].x;
          q.site = static_cast<std::uint16_t>(r.sites[q.site].line);
          all.push_back(q);
        }
  };
  collect(part, got, [](auto&&...) { return true; });
  collect(whole, expected, [](const format::Block& b, const format::Request& q) {
    return b.y == 1 && q.warp == 2 && (q.k_tile == 1 || q.k_tile == 2);
  });
  EXPECT_FALSE(got.empty());
  EXPECT_EQ(got, expected);
}

TEST(Emulator, CoverageAndDroppedCountAreStated) {
  record::RecordRequest request = small(128, 128, 32);
  request.k_tiles = format::Range{0, 1};
  const format::Recording r = recorded(request);
  EXPECT_EQ(r.grid_y * r.grid_x, 4u);
  EXPECT_EQ(r.blocks.size(), 4u);
  EXPECT_EQ(r.k_tiles, 4u);
  EXPECT_EQ(r.selection.k_tiles, (format::Range{0, 1}));
  EXPECT_EQ(r.dropped, 0u);
}

TEST(Emulator, CIsNotReadWhenBetaIsZero) {
  const format::Recording r = recorded(small(64, 64, 8));
  for (const format::Site& site : r.sites) EXPECT_NE(site.name, "C_load");
}

TEST(Emulator, AnEdgeThatIsNoWholeVectorIsItsOwnSite) {
  const format::Recording r = recorded(small(64, 66, 8));  // rows of B and C are 66 floats: not 16-byte aligned
  std::vector<std::string> names;
  for (const format::Site& site : r.sites) names.push_back(site.name);
  EXPECT_NE(std::find(names.begin(), names.end(), "gB_load_tail"), names.end());
  EXPECT_NE(std::find(names.begin(), names.end(), "C_store_tail"), names.end());
  EXPECT_EQ(std::find(names.begin(), names.end(), "gB_load"), names.end());
  EXPECT_NE(std::find(names.begin(), names.end(), "gA_load"), names.end());
}

TEST(Emulator, ProgressCanStopARecording) {
  const auto stopped = record(small(256, 256, 64), [](std::uint64_t done, std::uint64_t) { return done < 3; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::kUsage);
}

TEST(Emulator, AHostThreadWithoutMemoryIsAnError) {
  record::RecordRequest request = small(256, 256, 64);
  request.host_threads = 3;
  const auto out_of_memory = [](std::uint64_t done, std::uint64_t) { return done > 1 ? throw std::bad_alloc() : true; };
  const auto recording = record(request, out_of_memory);
  ASSERT_FALSE(recording);
  EXPECT_EQ(recording.error().kind, ErrorKind::kNoSpace);
}

TEST(Emulator, KZeroIsLegal) {
  record::RecordRequest request = small(64, 64, 0);
  request.beta = 2;
  const format::Recording r = recorded(request);
  for (const format::Site& site : r.sites) EXPECT_EQ(site.tensor, 2);
  EXPECT_GT(r.request_count(), 0u);
}

/// Runs plain and traced; both must be the fma chain bit for bit, whatever C held when beta is 0.
void expect_exact(std::uint32_t M, std::uint32_t N, std::uint32_t K, float alpha, float beta) {
  record::RecordRequest request = small(M, N, K);
  request.alpha = alpha, request.beta = beta;
  const auto plan = record::make_plan(request);
  ASSERT_TRUE(plan);
  kernels::GemmData data = kernels::make_fractions(M, N, K);
  if (beta == 0) std::fill(data.C.begin(), data.C.end(), std::numeric_limits<float>::quiet_NaN());
  const std::vector<float> expected = kernels::sequential_fma_gemm(data, alpha, beta);
  kernels::GemmData plain = data, traced = data;
  ASSERT_TRUE(run_plain(*plan, plain));
  ASSERT_TRUE(run_traced(*plan, traced));
  EXPECT_EQ(plain.C, expected);
  EXPECT_EQ(traced.C, expected);
}

TEST(Emulator, ResultsAreTheFmaChain) {
  expect_exact(64, 64, 16, 1, 0);
  expect_exact(128, 64, 40, 0.5f, 1.5f);
}
TEST(Emulator, ResultsAreRightAtEveryKindOfEdge) {
  expect_exact(70, 66, 10, 2, 3);
  expect_exact(1, 1, 1, 1, 0);
  expect_exact(65, 68, 7, 1, 1);
  expect_exact(3, 200, 64, 1, 0);
  expect_exact(64, 64, 0, 1, 2);
}

}  // namespace
}  // namespace gemmscope::simt
