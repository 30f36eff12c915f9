// SPDX-License-Identifier: MIT
/// @file report_limits_json.h
/// What limits a kernel, for other programs: the objects `limits` and `roofline` of `report --json`.
#pragma once

#include <nlohmann/json.hpp>

#include "app/session/measured_limits.h"

namespace gemmscope::cli {

/// docs/report.md describes the keys.
nlohmann::ordered_json limits_json(const format::Recording& recording, const session::MeasuredLimits& both);
/// The roofs, and the recording's point.
nlohmann::ordered_json roofline_json(const format::Recording& recording, const session::MeasuredLimits& both);

}  // namespace gemmscope::cli
