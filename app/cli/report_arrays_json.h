// SPDX-License-Identifier: MIT
/// @file report_arrays_json.h
/// The arrays of a program and who writes them, for other programs: `arrays` of `report --json`.
#pragma once

#include <nlohmann/json.hpp>

#include "app/views/metrics/report.h"

namespace gemmscope::cli {

/// docs/report.md describes the keys.
nlohmann::ordered_json arrays_json(const views::Report& report);

}  // namespace gemmscope::cli
