// SPDX-License-Identifier: MIT
// The reports that the program carries: all of assets/results, each readable.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "app/results/bench_report.h"

namespace gemmscope::results {
namespace {

TEST(Shipped, EveryReportOfTheRepositoryIsCarried) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("assets/results")) {
    const std::string name = entry.path().filename().string();
    const bool of_bench =
        name.starts_with("bench_") || (name.starts_with("products_") && name.ends_with("_steps.json"));
    if (!of_bench || !name.ends_with(".json")) continue;
    const auto report = read_bench_file(entry.path().string());
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_NE(std::ranges::find(*shipped(), *report), shipped()->end()) << name << " is not compiled in";
    ++files;
  }
  EXPECT_EQ(shipped()->size(), files);
}

}  // namespace
}  // namespace gemmscope::results
