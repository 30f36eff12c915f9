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

std::string measured_in_words(const format::Recording& recording, const session::MeasuredLimits& both) {
  if (both.report == nullptr) return "Not measured: there is no GPU report";
  if (both.rate == nullptr && !recording.of_ladder())
    return "Not measured here; rates of a program, from gemmscope bench, are in Performance";
  if (both.rate == nullptr) return "Not measured at this size and layout on " + both.report->device;
  const auto reached = both.reached();
  if (both.report->device != both.machine.device)
    return short_origin_in_words(*both.report) + ": " + gflops_in_words(both.rate->rate.gflops) +
           "; the limits are of an " + std::string(both.machine.device);
  return short_origin_in_words(*both.report) + ": " + gflops_in_words(both.rate->rate.gflops) +
         (reached ? ", " + words::reached_in_words(recording, *reached) : "");
}

}  // namespace gemmscope::views
