// SPDX-License-Identifier: MIT
/// @file report_life.h
/// What `gemmscope report --follow` says: the life of one element in one block, as text and as JSON.
#pragma once

#include <string>

#include "tracing/analysis/life.h"

namespace gemmscope::cli {

std::string life_text(const format::Recording& recording, const analysis::Life& life);
std::string life_json(const format::Recording& recording, const analysis::Life& life);  ///< docs/report.md describes it

}  // namespace gemmscope::cli
