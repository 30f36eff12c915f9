// SPDX-License-Identifier: MIT
#include "tracing/analysis/neighbouring_loads.h"

#include <gtest/gtest.h>

namespace gemmscope::analysis::testing {
namespace {

/// A warp's loads of 4 bytes from shared memory: load i of lane l is at `at(i, l)`.
template <class At>
format::Recording loads(std::size_t count, At at) {
  format::Recording r;
  r.sites = {{.name = "other_load"}, {.name = "tile_load"}};
  format::Template& coded = r.templates.emplace_back();
  for (std::size_t i = 0; i < count; ++i) {
    format::Row row;
    row.site = 1, row.mask = 0xffffffff, row.base = format::kSharedBase;
    coded.rows.push_back(row);
    for (std::uint32_t lane = 0; lane < format::kLanes; ++lane)
      coded.addresses.push_back(at(static_cast<std::uint32_t>(i), lane));
  }
  return r;
}

using Sites = std::vector<std::uint16_t>;

TEST(NeighbouringLoads, AreThoseOfRowsOfATileThatStartAtWholeMultiples) {
  EXPECT_EQ(neighbouring_loads(loads(4, [](auto i, auto lane) { return lane * 128 + 4 * i; })), Sites{1});
  EXPECT_EQ(neighbouring_loads(loads(4, [](auto i, auto lane) { return lane * 128 + 4 * (3 - i); })), Sites{1});
  // Rows of 33 elements: every second one begins at no multiple of 8.
  EXPECT_EQ(neighbouring_loads(loads(4, [](auto i, auto lane) { return lane * 132 + 4 * i; })), Sites{});
  // Columns.
  EXPECT_EQ(neighbouring_loads(loads(4, [](auto i, auto lane) { return lane * 4 + 128 * i; })), Sites{});
}

TEST(NeighbouringLoads, StoresAndWideLoadsAreNone) {
  const auto rows = [](auto i, auto lane) { return lane * 128 + 4 * i; };
  format::Recording r = loads(4, rows);
  r.sites[1].op = format::Op::kStore;
  EXPECT_EQ(neighbouring_loads(r), Sites{});
  r = loads(4, [](auto i, auto lane) { return lane * 128 + 16 * i; });
  r.sites[1].width = 16;
  EXPECT_EQ(neighbouring_loads(r), Sites{});
}

}  // namespace
}  // namespace gemmscope::analysis::testing
