// SPDX-License-Identifier: MIT
// What the deliberately broken kernels made of vectorized compute: sizes named one way and tiles another; one pass.
#include <map>

#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tracing/simt/emulator.h"

namespace gemmscope {
namespace {

record::RecordRequest swapped(std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  record::RecordRequest r;
  r.kernel = "vectorized_roles_swapped";
  r.M = M, r.N = N, r.K = K;
  return r;
}

/// What block rows of 64 give whose A begins at element by * 64 * N and whose C begins at by * 64 * K: columns stop at
/// the end of a row, rows at the last. No two block rows may land on one another, so their order does not matter.
std::vector<double> with_roles_swapped(const kernels::GemmData& d) {
  std::vector<double> C(d.C.begin(), d.C.end());
  for (std::int64_t by = 0; by * 64 < d.M; ++by) {
    const std::int64_t a = by * 64 * d.N, c = by * 64 * d.K;
    for (std::int64_t i = 0; i < 64; ++i)
      for (std::int64_t n = 0; n < d.N; ++n) {
        const std::int64_t row_A = a / d.K + i, row_C = c / d.N + i, n_C = c % d.N + n;
        if (row_C >= d.M || n_C >= d.N) continue;
        double sum = 0;
        for (std::int64_t k = 0; k < d.K && row_A < d.M && a % d.K + k < d.K; ++k)
          sum += static_cast<double>(d.A[static_cast<std::size_t>(row_A * d.K + a % d.K + k)]) *
                 static_cast<double>(d.B[static_cast<std::size_t>(k * d.N + n)]);
        C[static_cast<std::size_t>(row_C * d.N + n_C)] = sum;
      }
  }
  return C;
}

TEST(Vectorized, WithSwappedNamesLowerBlocksReadAndStoreElsewhere) {
  const auto plan = record::make_plan(swapped(160, 64, 80));  // A begins 51 rows and 16 columns down, C 80 rows
  ASSERT_TRUE(plan) << plan.error().message;
  for (const auto run : {&simt::run_plain, &simt::run_traced}) {
    kernels::GemmData data = kernels::make_data(160, 64, 80);
    const std::vector<double> expected = with_roles_swapped(data);
    ASSERT_TRUE(run(*plan, data));
    EXPECT_EQ(kernels::count_wrong(data.C, expected, 0), 0);
    EXPECT_GT(kernels::count_wrong(data.C, kernels::reference_gemm(data, 1, 0), 0), 5000);
  }
}

TEST(Vectorized, WithSwappedNamesTheFirstBlocksAndSquareProductsAreRight) {
  for (const auto& [M, N, K] : {std::array{64, 128, 16}, {256, 64, 64}}) {
    const auto plan = record::make_plan(
        swapped(static_cast<std::uint32_t>(M), static_cast<std::uint32_t>(N), static_cast<std::uint32_t>(K)));
    ASSERT_TRUE(plan) << plan.error().message;
    kernels::GemmData data = kernels::make_data(M, N, K);
    ASSERT_TRUE(simt::run_plain(*plan, data));
    EXPECT_EQ(kernels::count_wrong(data.C, kernels::reference_gemm(data, 1, 0), 0), 0) << M << "x" << N << "x" << K;
  }
}

TEST(Vectorized, OnePassIsEnoughForOneOfItsTiles) {
  const kernels::KernelInfo& kernel = *kernels::find_kernel("vectorized_one_pass");
  std::map<std::string, bool> right;
  for (const kernels::Preset& preset : kernel.presets) {
    record::RecordRequest r;
    r.kernel = kernel.name, r.preset = preset.name;
    r.M = 140, r.N = 132, r.K = 36;
    const auto plan = record::make_plan(r);
    ASSERT_TRUE(plan) << plan.error().message;
    kernels::GemmData data = kernels::make_data(140, 132, 36);
    ASSERT_TRUE(simt::run_traced(*plan, data));
    right[r.preset] = kernels::count_wrong(data.C, kernels::reference_gemm(data, 1, 0), 0) == 0;
  }
  EXPECT_EQ(right, (std::map<std::string, bool>{{"k6_small64", false}, {"k9_a6000", false}, {"k6_128", true}}));
}

TEST(Vectorized, WithSwappedNamesNothingLeavesTheMatrices) {
  for (const auto& [M, N, K] : {std::array{128, 64, 16}, {129, 65, 17}, {130, 1, 66}, {70, 3, 0}}) {
    const auto plan = record::make_plan(
        swapped(static_cast<std::uint32_t>(M), static_cast<std::uint32_t>(N), static_cast<std::uint32_t>(K)));
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_TRUE(plan->has_edges());
    kernels::GemmData data = kernels::make_data(M, N, K);
    ASSERT_TRUE(simt::run_traced(*plan, data));
    EXPECT_GT(kernels::count_wrong(data.C, kernels::reference_gemm(data, 1, 0), 0), 0) << M << "x" << N << "x" << K;
  }
}

}  // namespace
}  // namespace gemmscope
