// SPDX-License-Identifier: MIT
#include "app/views/parts/rate_words.h"

#include <algorithm>
#include <cmath>

#include "app/words/limits_words.h"
#include "app/words/number.h"

namespace gemmscope::views {

std::string gflops_in_words(double gflops) {
  return words::thousands(static_cast<std::uint64_t>(std::llround(std::max(gflops, 0.0)))) + " GFLOP/s";
}

std::string short_origin_in_words(const results::BenchReport& report) {
  return "Measured on " + report.device + ", " + results::day_of(report) + ", driver " + report.driver;
}

std::optional<double> measured_gflops(const ProductRates& rates, const analysis::Machine& machine) {
  if (rates.shown == nullptr || rates.report->device != machine.device) return std::nullopt;
  return rates.shown->rate.gflops;
}

std::string measured_in_words(const session::Look& look, const session::MeasuredLimits& both) {
  const ProductRates rates = product_rates(look);
  if (rates.report == nullptr) return "Not measured: no report has this kernel";
  if (rates.shown == nullptr) return "Not measured at these sizes and with these numbers on " + rates.report->device;
  const std::string text = short_origin_in_words(*rates.report) + ": " + gflops_in_words(rates.shown->rate.gflops);
  const auto measured = measured_gflops(rates, both.machine);
  if (!measured) return text + "; the limits are of an " + std::string(both.machine.device);
  const double most = both.limits.gflops(both.machine);
  return text + (most > 0 ? ", " + words::reached_in_words(*look.recording(), *measured / most) : "");
}

}  // namespace gemmscope::views
