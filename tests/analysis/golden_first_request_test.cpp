// SPDX-License-Identifier: MIT
// The first request of every golden site, of all five kernels, against that site's own figures.
#include "tests/analysis/golden.h"

#include <gtest/gtest.h>

#include "tracing/analysis/bank_conflicts.h"
#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/digest.h"

namespace gemmscope::analysis::testing {
namespace {

WarpAccess first_access(const GoldenRow& row) {
  WarpAccess access{.instruction = row.store ? Instruction::kStore : Instruction::kLoad,
                    .width = static_cast<std::uint8_t>(row.width),
                    .mask = 0};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    access.address[lane] = row.first_request[lane].value_or(format::kInactive);
    if (row.first_request[lane]) access.mask |= 1u << lane;
  }
  return access;
}

TEST(GoldenFirstRequest, NWayIsInTheHistogram) {
  int shared = 0;
  for (const GoldenRow& row : golden_rows()) {
    if (!row.shared || row.misaligned != 0) continue;
    ++shared;
    const int nway = shared_cost(first_access(row), ConflictModel::kTextbook).max_nway;
    EXPECT_TRUE(row.nway_histogram.contains(nway)) << row.title() << ": " << nway;
    EXPECT_LE(shared_cost(first_access(row), ConflictModel::kSubop).max_nway, row.subop_max_nway) << row.title();
  }
  EXPECT_EQ(shared, 395);
}

/// Where all requests of a site are alike (one n-way, every request as many phases), the first is the average.
TEST(GoldenFirstRequest, CostsTheAverageWhereAllAreAlike) {
  int alike = 0;
  for (const GoldenRow& row : golden_rows()) {
    if (!row.shared || row.misaligned != 0 || row.nway_histogram.size() != 1) continue;
    const WarpAccess access = first_access(row);
    if (access.mask != kAllLanes ||
        row.ideal_wavefronts != row.requests * static_cast<std::uint64_t>(std::max(1, row.width / 4)))
      continue;
    ++alike;
    const auto of_site = [&](ConflictModel model) { return row.requests * shared_cost(access, model).wavefronts; };
    EXPECT_EQ(of_site(ConflictModel::kTextbook), row.wavefronts) << row.title();
    EXPECT_EQ(of_site(ConflictModel::kSubop), row.subop_wavefronts) << row.title();
    EXPECT_EQ(of_site(ConflictModel::kFused), row.fused_wavefronts.value_or(row.wavefronts)) << row.title();
  }
  EXPECT_GT(alike, 300);
}

TEST(GoldenFirstRequest, SectorsAndLinesAreTheAverageOfSitesWithOneRequest) {
  int single = 0;
  for (const GoldenRow& row : golden_rows()) {
    if (row.shared || row.requests != 1) continue;
    ++single;
    const GlobalCost cost = global_cost(first_access(row));
    EXPECT_EQ(cost.sector_count, row.sectors) << row.title();
    EXPECT_EQ(cost.lines, row.lines) << row.title();
    EXPECT_EQ(static_cast<std::uint64_t>(cost.ideal_sectors()), row.ideal_sectors) << row.title();
    EXPECT_EQ(static_cast<std::uint64_t>(cost.ideal_lines()), row.ideal_lines) << row.title();
    EXPECT_EQ(address_hash(first_access(row).address), row.address_digest) << row.title();
  }
  EXPECT_EQ(single, 2);
}

TEST(GoldenFirstRequest, MisalignedSitesAreThoseTheGoldenFiguresName) {
  for (const GoldenRow& row : golden_rows()) {
    if (row.misaligned != 0 && row.misaligned != row.requests) continue;  // the first need not be one of them
    EXPECT_EQ(misaligned_lanes(first_access(row)) != 0, row.misaligned != 0) << row.title();
  }
}

}  // namespace
}  // namespace gemmscope::analysis::testing
