// SPDX-License-Identifier: MIT
/// @file rate_words.h
/// Measured rates and where they come from, in words.
#pragma once

#include <string>

#include "app/session/measured_limits.h"
#include "app/views/parts/product_rates.h"

namespace gemmscope::views {

/// "36 564 GFLOP/s": never without its unit.
std::string gflops_in_words(double gflops);
/// Device, day and driver of the report.
std::string short_origin_in_words(const results::BenchReport& report);
/// GFLOP/s of what is shown, if `machine` is the GPU that it was measured on.
std::optional<double> measured_gflops(const ProductRates& rates, const analysis::Machine& machine);
/// What a GPU did beside what the model allows: "Measured on ...: 36 060 GFLOP/s, 56 % of that", or why there is
/// nothing.
std::string measured_in_words(const session::Look& look, const session::MeasuredLimits& both);

}  // namespace gemmscope::views
