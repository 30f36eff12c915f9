// SPDX-License-Identifier: MIT
#include "tracing/cuda/gemm_data.h"

#include <algorithm>
#include <cmath>

namespace gemmscope::cuda {

namespace {

/// 32 well mixed bits of an index (the finaliser of MurmurHash3, a public-domain function by A. Appleby).
std::uint32_t mixed(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ x >> 16;
}

/// From -1.07 to 1.07.
std::vector<float> fractions(std::int64_t count, std::uint32_t seed) {
  constexpr std::int32_t kSteps = 1000;
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t step = mixed(static_cast<std::uint32_t>(i) * 0x9e3779b9u + seed) % (2 * kSteps + 1);
    values[i] = static_cast<float>(static_cast<std::int32_t>(step) - kSteps) * (1.0f / 1024 * 1.1f);
  }
  return values;
}

}  // namespace

GemmData make_fractions(std::int64_t M, std::int64_t N, std::int64_t K) {
  return {M, N, K, fractions(M * K, 1), fractions(K * N, 2), fractions(M * N, 3)};
}

std::vector<double> product_of(const GemmData& d) {
  std::vector<double> result(d.C.size());
  std::vector<double> row(static_cast<std::size_t>(d.N));
  for (std::int64_t m = 0; m < d.M; ++m) {
    std::fill(row.begin(), row.end(), 0.0);
    for (std::int64_t k = 0; k < d.K; ++k) {
      const double a = d.A[static_cast<std::size_t>(m * d.K + k)];
      const float* b = d.B.data() + k * d.N;
      for (std::int64_t n = 0; n < d.N; ++n) row[static_cast<std::size_t>(n)] += a * static_cast<double>(b[n]);
    }
    std::copy(row.begin(), row.end(), result.begin() + m * d.N);
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

}  // namespace gemmscope::cuda
