// SPDX-License-Identifier: MIT
#include "kernels/reference.h"

#include <algorithm>
#include <cmath>

namespace gemmscope::kernels {

namespace {

/// 32 well mixed bits of an index (the finaliser of MurmurHash3, a public-domain function by A. Appleby).
std::uint32_t mixed(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ x >> 16;
}

std::vector<float> numbers(std::int64_t count, std::uint32_t seed, std::uint32_t steps, float unit) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto step = static_cast<std::int32_t>(mixed(static_cast<std::uint32_t>(i) * 0x9e3779b9u + seed) % (2 * steps + 1));
    values[i] = static_cast<float>(step - static_cast<std::int32_t>(steps)) * unit;
  }
  return values;
}

GemmData data_of(std::int64_t M, std::int64_t N, std::int64_t K, std::uint32_t steps, float unit) {
  return {M, N, K, numbers(M * K, 1, steps, unit), numbers(K * N, 2, steps, unit), numbers(M * N, 3, steps, unit)};
}

}  // namespace

GemmData make_data(std::int64_t M, std::int64_t N, std::int64_t K) { return data_of(M, N, K, 8, 1.0f); }

GemmData make_fractions(std::int64_t M, std::int64_t N, std::int64_t K) { return data_of(M, N, K, 1000, 1.0f / 1024 * 1.1f); }

std::vector<double> reference_gemm(const GemmData& d, float alpha, float beta) {
  std::vector<double> result(d.C.size());
  std::vector<double> row(static_cast<std::size_t>(d.N));
  for (std::int64_t m = 0; m < d.M; ++m) {
    std::fill(row.begin(), row.end(), 0.0);
    for (std::int64_t k = 0; k < d.K; ++k) {
      const double a = d.A[static_cast<std::size_t>(m * d.K + k)];
      const float* b = d.B.data() + k * d.N;
      for (std::int64_t n = 0; n < d.N; ++n) row[static_cast<std::size_t>(n)] += a * static_cast<double>(b[n]);
    }
    for (std::int64_t n = 0; n < d.N; ++n) {
      const auto at = static_cast<std::size_t>(m * d.N + n);
      result[at] = static_cast<double>(alpha) * row[static_cast<std::size_t>(n)];
      if (beta != 0) result[at] += static_cast<double>(beta) * static_cast<double>(d.C[at]);
    }
  }
  return result;
}

std::vector<float> sequential_fma_gemm(const GemmData& d, float alpha, float beta) {
  std::vector<float> result(d.C.size());
  for (std::int64_t m = 0; m < d.M; ++m)
    for (std::int64_t n = 0; n < d.N; ++n) {
      float sum = 0;
      for (std::int64_t k = 0; k < d.K; ++k)
        sum = std::fmaf(d.A[static_cast<std::size_t>(m * d.K + k)], d.B[static_cast<std::size_t>(k * d.N + n)], sum);
      const auto at = static_cast<std::size_t>(m * d.N + n);
      const float scaled = alpha * sum;
      result[at] = beta != 0 ? std::fmaf(beta, d.C[at], scaled) : scaled;
    }
  return result;
}

std::int64_t count_wrong(const std::vector<float>& result, const std::vector<double>& expected, double tolerance) {
  if (result.size() != expected.size()) return static_cast<std::int64_t>(expected.size());
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < result.size(); ++i)
    wrong += !(std::fabs(static_cast<double>(result[i]) - expected[i]) <= tolerance);
  return wrong;
}

}  // namespace gemmscope::kernels
