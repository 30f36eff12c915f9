// SPDX-License-Identifier: MIT
// Who owns which sums of C, derived from recorded reads, against the stores to C, for every kernel and layout.
#include <gtest/gtest.h>

#include "tracing/analysis/last_writers.h"
#include "tracing/analysis/ownership.h"
#include "tracing/record/configurations.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::testing {
namespace {

using analysis::Owner;

/// Two blocks side by side, the second cut off by the edge of C.
format::Recording recorded(const kernels::KernelInfo& kernel, const record::Configuration& configuration) {
  record::RecordRequest request = record::request_of(kernel, configuration);
  const kernels::BlockGeometry g = kernels::resolve(kernel.name, configuration.preset, {})->geometry();
  request.M = static_cast<std::uint32_t>(g.BM), request.N = static_cast<std::uint32_t>(g.BN + 4);
  request.K = static_cast<std::uint32_t>(g.BK);
  return simt::record(request).value();
}

void expect_owners_store(const format::Recording& r, std::uint32_t block) {
  const auto owners = analysis::ownership(r, block);
  ASSERT_TRUE(owners);
  const analysis::Rect tile = analysis::block_tiles(r, r.blocks[block], 0)->C;
  const std::uint16_t C = analysis::tensor_named(r, "C").value();
  const auto writers = analysis::matrix_writers(r, C, tile, {.block = block, .warp = 0, .request = 0xffffffff});
  for (std::uint32_t row = 0; row < tile.rows; ++row)
    for (std::uint32_t column = 0; column < tile.columns; ++column) {
      if (tile.row + row >= r.M || tile.column + column >= r.N) continue;
      const analysis::Write& write = writers[row * tile.columns + column];
      ASSERT_TRUE(write.written) << row << ", " << column;
      ASSERT_EQ(owners->owner_of(row, column), (Owner{write.warp, write.lane})) << row << ", " << column;
    }
}

TEST(Owners, AreTheLanesThatStoreTheElementInEveryKernel) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const record::Configuration& configuration : record::configurations_of(kernel)) {
      SCOPED_TRACE(std::string(kernel.name) + " " + configuration.text());
      const format::Recording r = recorded(kernel, configuration);
      if (r.parameter("cstore").value_or("direct") == "shuffle") continue;  // others store what a lane owns
      for (std::uint32_t block = 0; block < r.blocks.size(); ++block) expect_owners_store(r, block);
    }
}

/// Staging C changes who stores it, not who owns it.
TEST(Owners, DoNotDependOnHowCIsStored) {
  const kernels::KernelInfo& kernel = kernels::sgemm64_info();
  for (const char* lanes : {"zigzag", "scanA", "scanB"})
    for (const char* frag : {"split32", "contig8"}) {
      const auto with = [&](const char* store) {
        return recorded(kernel, {"maxas64", {{"lanes", lanes}, {"frag", frag}, {"cstore", store}}});
      };
      const auto staged = analysis::ownership(with("shuffle"), 0), direct = analysis::ownership(with("direct"), 0);
      ASSERT_TRUE(staged && direct);
      EXPECT_EQ(staged->owners, direct->owners) << lanes << " " << frag;
    }
}

}  // namespace
}  // namespace gemmscope::testing
