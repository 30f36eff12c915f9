// SPDX-License-Identifier: MIT
// Kernel, emulator, recorder and analysis together: every figure of every golden row of the kernels in this build.
#include <cctype>
#include <map>

#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tests/analysis/faults.h"
#include "tests/analysis/golden.h"
#include "tests/golden/measured.h"
#include "tests/sweep.h"
#include "tracing/analysis/digest.h"
#include "tracing/analysis/summary.h"

namespace gemmscope::analysis::testing {
void PrintTo(const GoldenRow& row, std::ostream* out) { *out << row.title(); }
}  // namespace gemmscope::analysis::testing

namespace gemmscope {
namespace {

using analysis::testing::GoldenRow;

/// The first request of any of `sites` in program order, warp 0 first.
std::array<std::uint32_t, format::kLanes> first_request(const format::Recording& r,
                                                        const std::vector<std::uint16_t>& sites) {
  for (const format::Segment& segment : r.patterns[r.blocks[0].pattern].segments) {
    const std::vector<format::Row>& rows = r.templates[segment.template_id].rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (std::find(sites.begin(), sites.end(), rows[i].site) != sites.end())
        return format::decode(r, 0, segment, i).address;
  }
  ADD_FAILURE() << "the site has no request";
  return {};
}

class Golden : public ::testing::TestWithParam<GoldenRow> {};

TEST_P(Golden, AllFiguresAgree) {
  const GoldenRow& row = GetParam();
  std::vector<format::Parameter> parameters;
  for (const auto& [name, value] : row.parameters) parameters.push_back({name, value});
  const format::Recording recording =
      testing::record_as_golden(row.kernel, parameters, row.M, row.N, row.K, row.block_y, row.block_x);
  ASSERT_EQ(recording.blocks.size(), 1u);
  EXPECT_EQ(recording.dropped, 0u);
  EXPECT_EQ(recording.threads, row.threads);
  EXPECT_EQ(recording.shared_bytes, row.shared_bytes);

  const analysis::CostTable costs(recording);
  analysis::Summary summary = analysis::summarize(recording, costs);
  analysis::testing::add_faults(recording, costs, summary);
  expect_row(summary, analysis::address_digests(recording, costs), row);
  if (HasFatalFailure()) return;

  const auto lanes = first_request(recording, summary.site(row.site)->sites);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane)
    EXPECT_EQ(lanes[lane], row.first_request[lane].value_or(format::kInactive)) << "lane " << lane;
}

std::vector<GoldenRow> rows_of_this_build() {
  std::vector<GoldenRow> rows;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    if (!kernel.alias.empty())
      for (GoldenRow& row : analysis::testing::golden_rows(std::string(kernel.alias))) rows.push_back(std::move(row));
  return rows;
}

std::string name_of_row(const ::testing::TestParamInfo<GoldenRow>& info) {
  const GoldenRow& row = info.param;
  std::string name =
      row.title() + " " + std::to_string(row.M) + "x" + std::to_string(row.N) + "x" + std::to_string(row.K);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Rows, Golden, ::testing::ValuesIn(swept(rows_of_this_build())), name_of_row);

TEST(GoldenFile, HasRowsForEveryKernelThatHasAnAlias) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    EXPECT_TRUE(kernel.alias.empty() || !analysis::testing::golden_rows(std::string(kernel.alias)).empty())
        << kernel.name;
}

TEST(GoldenFile, HasLostNoRow) {
  std::map<std::string, int> rows;
  for (const GoldenRow& row : analysis::testing::golden_rows()) ++rows[row.kernel];
  EXPECT_EQ(rows,
            (std::map<std::string, int>{{"k000", 200}, {"k001", 216}, {"k002", 98}, {"k003", 176}, {"k004", 80}}));
  EXPECT_EQ(rows_of_this_build().size(), 770u);
}

}  // namespace
}  // namespace gemmscope
