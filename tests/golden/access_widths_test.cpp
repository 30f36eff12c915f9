// SPDX-License-Identifier: MIT
// What the table of kernels says of accesses to shared tiles (what_if() relies on it), against what is recorded.
#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tests/sweep.h"
#include "tracing/analysis/geometry.h"
#include "tracing/record/configurations.h"
#include "tracing/record/plan.h"
#include "tracing/simt/emulator.h"

namespace gemmscope {
namespace {

/// Bytes of the widest recorded access to a tile.
int widest(const format::Recording& recording, std::string_view tile, format::Op op) {
  const std::uint16_t tensor = analysis::tensor_named(recording, tile).value();
  int width = 0;
  for (const format::Site& site : recording.sites)
    if (site.tensor == tensor && site.op == op) width = std::max(width, int{site.width});
  return width;
}

TEST(AccessWidths, AreThoseOfTheTableForEveryKernelAndLayout) {
  int tiles = 0;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const record::Configuration& configuration : swept(record::configurations_of(kernel))) {
      record::RecordRequest request = record::request_of(kernel, configuration);
      const kernels::BlockGeometry block = record::variant_of(request)->geometry();
      request.M = static_cast<std::uint32_t>(block.BM), request.N = static_cast<std::uint32_t>(block.BN);
      request.K = static_cast<std::uint32_t>(2 * block.BK);
      const auto recording = simt::record(request);
      ASSERT_TRUE(recording) << kernel.name << ' ' << configuration.text();
      for (const kernels::SharedTile& tile : block.tiles) {
        EXPECT_EQ(widest(*recording, tile.name, format::Op::kLoad), tile.load * block.element_bytes)
            << kernel.name << ' ' << configuration.text() << ' ' << tile.name;
        EXPECT_EQ(widest(*recording, tile.name, format::Op::kStore), tile.store * block.element_bytes)
            << kernel.name << ' ' << configuration.text() << ' ' << tile.name;
        ++tiles;
      }
    }
  EXPECT_GT(tiles, 50);
}

}  // namespace
}  // namespace gemmscope
