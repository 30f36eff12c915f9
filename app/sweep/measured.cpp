// SPDX-License-Identifier: MIT
#include "app/sweep/measured.h"

#include "kernels/table.h"

namespace gemmscope::sweep {

std::optional<Measured> measured(const Row& row, const std::vector<results::BenchReport>& reports) {
  const record::RecordRequest& r = row.request;
  const kernels::KernelInfo* kernel = kernels::find_kernel(r.kernel);
  if (kernel == nullptr || !results::is_measured(r.M, r.N, r.K, r.alpha, r.beta)) return std::nullopt;
  for (const results::BenchReport& report : reports)
    if (const auto* rate = results::find_rate(report, kernel->name, r.preset, row.layout(), r.M))
      return Measured{&report, rate};
  return std::nullopt;
}

}  // namespace gemmscope::sweep
