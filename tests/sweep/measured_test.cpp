// SPDX-License-Identifier: MIT
// Measured rates are shown for exactly what was measured.
#include "app/sweep/measured.h"

#include <gtest/gtest.h>

namespace gemmscope::sweep {
namespace {

results::KernelRate rate(std::string preset, std::string layout, std::uint32_t size, double gflops) {
  return {.kernel = "warp_tile",
          .preset = std::move(preset),
          .layout = std::move(layout),
          .element = "float",
          .rate = {{.gflops = gflops}, size}};
}

std::optional<double> gflops_of(const Row& row) {
  std::vector<results::BenchReport> reports(2);
  reports[0].device = "first", reports[1].device = "second";
  reports[0].kernels = {rate("p", "", 64, 1), rate("p", "PA=4", 64, 2), rate("q", "PA=4", 64, 3)};
  reports[1].kernels = {rate("p", "PA=4", 64, 4), rate("p", "PA=4", 128, 5), rate("p", "PA=4 PB=1", 64, 6)};
  const auto found = measured(row, reports);
  return found ? std::optional(found->rate->gflops) : std::nullopt;
}

Row row_of(std::string preset, std::vector<format::Parameter> layout, std::uint32_t size) {
  Row row;
  row.request.kernel = "k000";  // warp_tile's other name
  row.request.preset = std::move(preset), row.request.overrides = std::move(layout);
  row.request.M = row.request.N = row.request.K = size;
  return row;
}

TEST(Measured, IsOfTheSamePresetLayoutAndSize) {
  EXPECT_EQ(gflops_of(row_of("p", {}, 64)), 1);
  EXPECT_EQ(gflops_of(row_of("p", {{"PA", "4"}}, 64)), 2);  // the first report's
  EXPECT_EQ(gflops_of(row_of("q", {{"PA", "4"}}, 64)), 3);
  EXPECT_EQ(gflops_of(row_of("p", {{"PA", "4"}}, 128)), 5);
  EXPECT_EQ(gflops_of(row_of("p", {{"PA", "4"}, {"PB", "1"}}, 64)), 6);
  EXPECT_EQ(gflops_of(row_of("p", {{"PA", "5"}}, 64)), std::nullopt);
  EXPECT_EQ(gflops_of(row_of("q", {}, 64)), std::nullopt);
}

TEST(Measured, IsOfCubesOfAlphaOneAndBetaZero) {
  for (const auto& change : std::vector<void (*)(record::RecordRequest&)>{
           [](record::RecordRequest& r) { r.M = 65; }, [](record::RecordRequest& r) { r.N = 65; },
           [](record::RecordRequest& r) { r.K = 65; }, [](record::RecordRequest& r) { r.alpha = 2; },
           [](record::RecordRequest& r) { r.beta = 1; }}) {
    Row row = row_of("p", {}, 64);
    change(row.request);
    EXPECT_EQ(gflops_of(row), std::nullopt);
  }
}

TEST(Measured, OfAProgramIsOfTheSameProductAndNumbers) {
  std::vector<results::BenchReport> reports(1);
  results::ProductRate product{.program = "mine.cu",
                               .kernel = "gemm<16>",
                               .numbers = "A=1 B=2",
                               .M = 8,
                               .N = 16,
                               .K = 32,
                               .element = "float",
                               .registers = 40,
                               .resident_warps = 48,
                               .rate = {.gflops = 7},
                               .cublas = {},
                               .cublas_missing = {}};
  reports[0].products = {product};
  const auto gflops = [&](const ProductLaunch& launch) {
    Row row;
    row.product = launch;
    const auto found = measured(row, reports);
    return found ? std::optional(found->rate->gflops) : std::nullopt;
  };
  EXPECT_EQ(gflops({"mine.cu", "gemm<16>", "B=2 A=1", 8, 16, 32}), 7);  // in any order
  EXPECT_EQ(gflops({"other.cu", "gemm<16>", "A=1 B=2", 8, 16, 32}), std::nullopt);
  EXPECT_EQ(gflops({"mine.cu", "gemm<32>", "A=1 B=2", 8, 16, 32}), std::nullopt);
  EXPECT_EQ(gflops({"mine.cu", "gemm<16>", "A=1", 8, 16, 32}), std::nullopt);
  EXPECT_EQ(gflops({"mine.cu", "gemm<16>", "A=2 B=1", 8, 16, 32}), std::nullopt);
  EXPECT_EQ(gflops({"mine.cu", "gemm<16>", "A=1 B=2", 16, 8, 32}), std::nullopt);
  EXPECT_EQ(gflops({"mine.cu", "gemm<16>", "A=1 B=2", 8, 16, 31}), std::nullopt);
}

/// 256 threads and 16 640 bytes: 12 blocks without registers; of 101 registers, rounded up to 104, only 2.
TEST(Measured, RegistersOfABuildLimitItsResidentWarpsAtEverySize) {
  results::BenchReport report;
  report.device = analysis::kLimitsH200.device;
  report.kernels = {rate("q", "PA=4", 64, 1), rate("p", "", 64, 1), rate("p", "PA=4", 64, 1)};
  report.kernels[0].registers = 32, report.kernels[1].registers = 40, report.kernels[2].registers = 101;
  Row row = row_of("p", {{"PA", "4"}}, 1024);
  row.threads = 256, row.shared_bytes = 16640;
  EXPECT_EQ(resident(row, &report).warps, 16u);
  EXPECT_TRUE(resident(row, &report).registers_known);
  EXPECT_EQ(resident(row, nullptr).warps, 64u);
  EXPECT_FALSE(resident(row_of("p", {{"PA", "5"}}, 64), &report).registers_known);
  report.device = "another GPU";  // whose compiler gives other registers
  EXPECT_FALSE(resident(row, &report).registers_known);
}

}  // namespace
}  // namespace gemmscope::sweep
