// SPDX-License-Identifier: MIT
#include "tracing/analysis/metrics.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace gemmscope::analysis {
namespace {

TEST(Metrics, AreTheNumberOfTheirName) {
  Count count;
  count.requests = 3, count.misaligned = 5, count.faulted = 2, count.sectors = 80, count.ideal_sectors = 20,
  count.lines = 13, count.ideal_lines = 17;
  for (int m = 0; m < kConflictModels; ++m) {
    SharedCount& shared = count.shared[static_cast<std::size_t>(m)];
    shared.wavefronts = static_cast<std::uint64_t>(100 + m), shared.ideal_wavefronts = 41, shared.max_nway = 7 + m;
  }
  const std::map<std::string_view, std::uint64_t> expected{
      {"requests", 3},          {"misaligned", 5}, {"faulted", 2},      {"wavefronts", 101},
      {"ideal_wavefronts", 41}, {"excess", 60},    {"max_nway", 8},     {"sectors", 80},
      {"ideal_sectors", 20},    {"lines", 13},     {"ideal_lines", 17},
  };
  std::size_t counts = 0;
  for (const Metric& each : kMetrics) {
    EXPECT_NE(each.count == nullptr, each.ratio == nullptr) << each.id;
    if (each.count == nullptr) continue;
    ++counts;
    ASSERT_TRUE(expected.contains(each.id)) << each.id;
    EXPECT_EQ(each.count(count, static_cast<ConflictModel>(1)), expected.at(each.id)) << each.id;
  }
  EXPECT_EQ(counts, expected.size());
  EXPECT_EQ(metric("efficiency").ratio(count), 0.25);
}

TEST(Metrics, AreExplainedInTheDocumentationByTheSameWords) {
  std::ifstream file("docs/report.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  constexpr const char* kSites[] = {"all", "shared", "global"};
  for (const Metric& each : kMetrics) {
    const std::string row = "| `" + std::string(each.id) + "` | " + kSites[static_cast<int>(each.of)] + " | " +
                            std::string(each.meaning) + " |";
    EXPECT_NE(page.find(row), std::string::npos) << "docs/report.md needs this row:\n" << row;
  }
}

}  // namespace
}  // namespace gemmscope::analysis
