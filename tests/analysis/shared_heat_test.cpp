// SPDX-License-Identifier: MIT
// Which banks and words the work falls on.
#include "tracing/analysis/shared_heat.h"

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"
#include "tracing/analysis/summary.h"

namespace gemmscope::analysis::testing {
namespace {

constexpr Scope kFirstTile{.k_tiles = {0, 1}, .epilogue = false};
constexpr std::size_t kFirstStore = 1, kSharedLoadA = 7, kGlobalLoad = 0;  // sites of warp_tile_recording
constexpr std::size_t kTensorAs = 3, kTensorBs = 4;                        // and its tensors

TEST(SharedHeat, TransposedStoreQueuesInItsBanks) {
  const format::Recording recording = warp_tile_recording({});
  const SharedHeat heat = shared_heat(recording, CostTable(recording), kFirstTile);
  // Each of the 16 requests of the first store line asks eight banks for four words.
  std::uint64_t requests = 0, words = 0, excess = 0;
  for (const BankCount& bank : heat.banks[kFirstStore]) {
    requests += bank.requests, words += bank.words, excess += bank.excess;
    EXPECT_EQ(bank.words, 4 * bank.requests);
  }
  EXPECT_EQ(requests, 16u * 8);
  EXPECT_EQ(words, 16u * 32);
  EXPECT_EQ(excess, 16u * 24);
  for (const BankCount& bank : heat.banks[kGlobalLoad]) EXPECT_EQ(bank.requests, 0u);
}

TEST(SharedHeat, EveryCellOfAsIsWrittenOncePerKTile) {
  const format::Recording recording = warp_tile_recording({.PA = 4});
  const SharedHeat heat = shared_heat(recording, CostTable(recording), kFirstTile);
  const std::vector<WordCount>& As = heat.words[kTensorAs];
  ASSERT_EQ(As.size(), recording.shared_bytes / 4u);
  for (std::size_t word = 0; word < 16u * 132; ++word) {
    const bool padding = word % 132 >= 128;
    EXPECT_EQ(As[word].writes, padding ? 0u : 1u) << word;
    EXPECT_EQ(As[word].reads, padding ? 0u : 2u) << word;   // by two warps, shared among lanes
    EXPECT_EQ(As[word].max_nway, padding ? 0 : 2) << word;  // PA = 4: stores are 2-way
    EXPECT_EQ(As[word].contended, padding ? 0u : 1u) << word;
  }
  EXPECT_TRUE(heat.words[0].empty());              // A is not in shared memory,
  EXPECT_EQ(heat.words[kTensorBs][0].writes, 0u);  // and As' bytes are no part of Bs
}

TEST(SharedHeat, WordsMovedBoundTheWavefronts) {
  const format::Recording recording = warp_tile_recording({});
  const CostTable table(recording);
  for (const ConflictModel model : {ConflictModel::kFused, ConflictModel::kTextbook, ConflictModel::kSubop}) {
    const SharedHeat heat = shared_heat(recording, table, {}, model);
    const Summary summary = summarize(recording, table);
    std::uint64_t busiest = 0, all = 0;
    for (const BankCount& bank : heat.banks[kSharedLoadA]) busiest = std::max(busiest, bank.words), all += bank.words;
    const std::uint64_t wavefronts = summary.site("sA_load")->count.by(model).wavefronts;
    EXPECT_LE(busiest, wavefronts);
    EXPECT_GE(32 * wavefronts, all);
  }
}

}  // namespace
}  // namespace gemmscope::analysis::testing
