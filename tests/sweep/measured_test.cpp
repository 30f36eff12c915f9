// SPDX-License-Identifier: MIT
// Measured rates are shown for exactly what was measured.
#include "app/sweep/measured.h"

#include <gtest/gtest.h>

namespace gemmscope::sweep {
namespace {

TEST(Measured, IsOfTheSameCodeKernelAndSizes) {
  std::vector<results::BenchReport> reports(1);
  results::ProductRate product{.program = "mine.cu",
                               .program_code = "a",
                               .setting_code = "ab",
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
  EXPECT_EQ(gflops({"ab", "gemm<16>", 8, 16, 32}), 7);
  EXPECT_EQ(gflops({"ac", "gemm<16>", 8, 16, 32}), std::nullopt);
  EXPECT_EQ(gflops({"ab", "gemm<32>", 8, 16, 32}), std::nullopt);
  EXPECT_EQ(gflops({"ab", "gemm<16>", 16, 8, 32}), std::nullopt);
  EXPECT_EQ(gflops({"ab", "gemm<16>", 8, 16, 31}), std::nullopt);
}

TEST(Measured, ALaunchThatIsNoProductWasNot) { EXPECT_FALSE(measured(Row{}, std::vector<results::BenchReport>(1))); }

/// 256 threads and 16 640 bytes: 12 blocks without registers; of 101 registers, rounded up to 104, only 2.
TEST(Resident, RegistersLimitTheWarps) {
  Row row{.threads = 256, .shared_bytes = 16640};
  EXPECT_EQ(resident(row).warps, 64u);
  EXPECT_FALSE(resident(row).registers_known);
  row.registers = 101;
  EXPECT_EQ(resident(row).warps, 16u);
  EXPECT_TRUE(resident(row).registers_known);
}

}  // namespace
}  // namespace gemmscope::sweep
