// SPDX-License-Identifier: MIT
// `bench`: a GPU that is not there is said, not hidden; reports as text and JSON.
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/bench.h"
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;
using Bench = ProgramTest;

TEST_F(Bench, ASizeThatNoGpuHoldsIsBadUsage) {
  expect_error(run("bench --size 0"), 2);
  expect_error(run("bench --size 1000000"), 2);
}

TEST_F(Bench, WhatCannotBeMeantIsSaidBeforeAnythingIsMeasured) {
  write("mine.cu", "int main() {}");
  expect_error(run("bench mine.cu --size 1024 -- 64"), 2);
  expect_error(run("bench mine.cu --set NOT_THERE=1"), 2);
  expect_error(run("bench warp_tile --set NOT_THERE=1"), 2);
  expect_error(run("bench not_there.cu"), 3);
}

TEST_F(Bench, AProgramIsNotMeasuredWithoutAGpu) {
  write("mine.cu", "int main() {}");
  const Ran ran = run("bench mine.cu", no_gpu());
  expect_error(ran, 4);
  EXPECT_EQ(ran.out, "");
  expect_error(run("bench naive --size 64", no_gpu()), 4);
  expect_error(run("bench", no_gpu()), 4);
}

TEST(BenchText, ProductsHaveTheirSizesAndCublasBesideThem) {
  const auto report = results::read_bench_file("tests/data/bench_made_up.json");
  ASSERT_TRUE(report) << report.error().message;
  const std::string text = bench_text(*report);
  for (const char* said : {"gemm<16>", "PAD=1", "512", "1024", "256", "9\u202f000 GFLOP/s", "18\u202f000 GFLOP/s",
                           "50.0\u202f%", "15.0\u202f%"})
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
  EXPECT_NE(text.find("not measured beside gemm_ints"), std::string::npos) << text;
  EXPECT_NE(text.find("Measured on Test GPU (made-up figures), 2000-01-02"), std::string::npos) << text;
  EXPECT_NE(text.find("not measured: warp_tile tm1_small at 4096"), std::string::npos) << text;
}

TEST(BenchJson, IsReadAgainAsItWas) {
  const auto report = results::read_bench_file("tests/data/bench_made_up.json");
  ASSERT_TRUE(report) << report.error().message;
  const std::string text = bench_json(*report);
  const auto again = results::read_bench(text, "again");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, *report);
  const json products = json::parse(text).at("gpu").at("products");
  EXPECT_EQ(products.at(0).at("share_of_cublas"), 0.5);  // 9 000 of 18 000
  EXPECT_EQ(products.at(0).at("share_of_peak"), 0.15);
  EXPECT_TRUE(products.at(1).at("cublas").is_null());
  EXPECT_TRUE(products.at(1).at("share_of_peak").is_null());  // not of floats
}

/// docs/bench.md describes every key.
TEST(BenchJson, EveryKeyIsDocumented) {
  std::stringstream page;
  page << std::ifstream("docs/bench.md").rdbuf();
  const auto report = results::read_bench_file("tests/data/bench_made_up.json");
  const std::function<void(const json&)> check = [&](const json& j) {
    for (const auto& [key, value] : j.items()) {
      EXPECT_TRUE(!j.is_object() || page.str().find("`" + key + "`") != std::string::npos) << key;
      if (value.is_structured()) check(value);
    }
  };
  check(json::parse(bench_json(*report)));
}

}  // namespace
}  // namespace gemmscope::cli::testing
