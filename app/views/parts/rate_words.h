// SPDX-License-Identifier: MIT
/// @file rate_words.h
/// Measured rates and where they come from, in words.
#pragma once

#include <string>

#include "app/session/measured_limits.h"

namespace gemmscope::views {

/// "36 564 GFLOP/s": never without its unit.
std::string gflops_in_words(double gflops);
/// Device, day and driver of the report.
std::string short_origin_in_words(const results::BenchReport& report);
/// What a GPU did beside what the model allows: "Measured on ...: 36 060 GFLOP/s, 56 % of that", or why there is
/// nothing.
std::string measured_in_words(const format::Recording& recording, const session::MeasuredLimits& both);

}  // namespace gemmscope::views
