// SPDX-License-Identifier: MIT
/// @file report_arrays_json.h
/// The arrays of a program and who writes them, for other programs: `arrays` of `report --json`.
#pragma once

#include <nlohmann/json.hpp>

#include "tracing/analysis/report.h"

namespace gemmscope::cli {

/// docs/report.md describes the keys.
nlohmann::ordered_json arrays_json(const analysis::Report& report);

}  // namespace gemmscope::cli
