// SPDX-License-Identifier: MIT
// Who owns which sums of C, derived from recorded reads, against the stores to C, for every step.
#include "tests/analysis/writers_of.h"
#include "tests/golden/steps.h"
#include "tracing/analysis/ownership.h"

namespace gemmscope::testing {
namespace {

using analysis::Owner;

void expect_owners_store(const format::Recording& r, std::uint32_t block) {
  const auto owners = analysis::ownership(r, block);
  ASSERT_TRUE(owners);
  const analysis::Rect tile = analysis::block_tiles(r, r.blocks[block], 0)->C;
  const std::uint16_t C = analysis::tensor_named(r, "C").value();
  const auto writers = writers_of(r, C, tile, {.block = block, .warp = 0, .request = 0xffffffff});
  for (std::uint32_t row = 0; row < tile.rows; ++row)
    for (std::uint32_t column = 0; column < tile.columns; ++column) {
      if (tile.row + row >= r.M || tile.column + column >= r.N) continue;
      const analysis::Write& write = writers[row * tile.columns + column];
      ASSERT_TRUE(write.written) << row << ", " << column;
      ASSERT_EQ(owners->owner_of(row, column), (Owner{write.warp, write.lane})) << row << ", " << column;
    }
}

class Owners : public ::testing::TestWithParam<Step> {};

/// Two blocks side by side, the second cut off by the edge of C where a step allows it.
TEST_P(Owners, AreTheLanesThatStoreTheElement) {
  Product product = tiles(GetParam(), 1, 2, 1);
  if (std::ranges::count(steps_with_edges(), GetParam().name) != 0) product.N -= 28;
  const format::Recording r = described(GetParam(), product);
  for (std::uint32_t block = 0; block < r.blocks.size(); ++block) expect_owners_store(r, block);
}

/// All but sgemm64, whose lanes pass their sums on before they are stored.
std::vector<Step> steps_that_store_their_sums() {
  std::vector<Step> steps = settings();
  for (const std::string& name : all_steps())
    if (name != "sgemm64") steps.push_back({name});
  return steps;
}

INSTANTIATE_TEST_SUITE_P(Steps, Owners, ::testing::ValuesIn(steps_that_store_their_sums()), name_of_setting);

/// Staging C changes who stores it, not who owns it.
TEST(OwnersOfSgemm64, DoNotDependOnHowCIsStored) {
  const auto of = [](const char* step) { return analysis::ownership(described({step}, tiles({step}, 1, 1, 1)), 0); };
  const auto staged = of("sgemm64"), direct = of("direct_store");
  ASSERT_TRUE(staged && direct);
  EXPECT_EQ(staged->owners, direct->owners);
}

}  // namespace
}  // namespace gemmscope::testing
