// SPDX-License-Identifier: MIT
#include "app/sweep/measured.h"

namespace gemmscope::sweep {

std::optional<Measured> measured(const Row& row, const std::vector<results::BenchReport>& reports) {
  if (!row.product) return std::nullopt;
  const ProductLaunch& launch = *row.product;
  for (const results::BenchReport& report : reports)
    for (const results::ProductRate& rate : report.products)
      if (rate.setting_code == launch.setting_code && rate.kernel == launch.kernel && rate.M == launch.M &&
          rate.N == launch.N && rate.K == launch.K)
        return Measured{&report, &rate.rate, rate.registers, rate.resident_warps};
  return std::nullopt;
}

}  // namespace gemmscope::sweep
