// SPDX-License-Identifier: MIT
/// @file report_tiles_json.h
/// The tiles that were found in a program's recording, for other programs: `tiles` of `report --json`.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::cli {

/// Null without tiles. docs/report.md describes the keys.
nlohmann::ordered_json tiles_json(const format::Recording& recording, const std::optional<analysis::Tiles>& tiles);

}  // namespace gemmscope::cli
