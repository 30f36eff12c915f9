// SPDX-License-Identifier: MIT
#include "app/sweep/measured.h"

#include "kernels/table.h"

namespace gemmscope::sweep {

namespace {

std::optional<Measured> measured(const ProductLaunch& launch, const std::vector<results::BenchReport>& reports) {
  for (const results::BenchReport& report : reports)
    for (const results::ProductRate& rate : report.products)
      if (rate.program == launch.program && rate.kernel == launch.kernel && rate.M == launch.M && rate.N == launch.N &&
          rate.K == launch.K && results::same_numbers(rate.numbers, launch.numbers))
        return Measured{&report, &rate.rate, true, rate.registers, rate.resident_warps};
  return std::nullopt;
}

}  // namespace

std::optional<Measured> measured(const Row& row, const std::vector<results::BenchReport>& reports) {
  if (row.product) return measured(*row.product, reports);
  const record::RecordRequest& r = row.request;
  const kernels::KernelInfo* kernel = kernels::find_kernel(r.kernel);
  if (kernel == nullptr || !results::is_measured(r.M, r.N, r.K, r.alpha, r.beta)) return std::nullopt;
  for (const results::BenchReport& report : reports)
    if (const auto* rate = results::find_rate(report, kernel->name, r.preset, row.layout(), r.M))
      return Measured{&report, &rate->rate, rate->fixed_layout, rate->registers, rate->resident_warps};
  return std::nullopt;
}

analysis::Occupancy resident(const Row& row, const results::BenchReport* report) {
  if (report == nullptr || report->device != analysis::kLimitsH200.device) return resident(row);
  const kernels::KernelInfo* kernel = kernels::find_kernel(row.request.kernel);
  if (kernel == nullptr) return resident(row);
  return resident(row, results::registers_of(report, kernel->name, row.request.preset, row.layout()));
}

}  // namespace gemmscope::sweep
