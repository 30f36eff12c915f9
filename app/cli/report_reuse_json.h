// SPDX-License-Identifier: MIT
/// @file report_reuse_json.h
/// How often memory is read, for other programs: the object `reuse` of `report --json`.
#pragma once

#include <nlohmann/json.hpp>

#include "tracing/analysis/reuse.h"

namespace gemmscope::cli {

/// docs/report.md describes the keys.
nlohmann::ordered_json reuse_json(const format::Recording& recording, const analysis::Reuse& reuse);

}  // namespace gemmscope::cli
