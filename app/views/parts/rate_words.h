// SPDX-License-Identifier: MIT
/// @file rate_words.h
/// Measured rates and where they come from, in words.
#pragma once

#include <string>

#include "app/session/measured_limits.h"
#include "app/views/parts/performance_picture.h"

namespace gemmscope::views {

/// "36 564 GFLOP/s": never without its unit.
std::string gflops_in_words(double gflops);
/// Device, day and driver of the report.
std::string short_origin_in_words(const results::BenchReport& report);
/// What a GPU did beside what the model allows: "Measured on ...: 36 060 GFLOP/s, 56 % of that", or why there is
/// nothing.
std::string measured_in_words(const format::Recording& recording, const session::MeasuredLimits& both);
/// Where counted wavefronts and measured time change in opposite ways between the default layout and this one: by how
/// much, and what wavefronts leave out. Empty where they agree, or where one of the two is not known.
std::string disagreement_in_words(const PerformancePicture& picture);

}  // namespace gemmscope::views
