// SPDX-License-Identifier: MIT
/// @file check_report.h
/// What `gemmscope check` says of a recording, for other programs.
#pragma once

#include <string>

#include "tracing/analysis/check.h"

namespace gemmscope::cli {

/// docs/checks.md describes every key.
std::string check_json(const format::Recording& recording, const analysis::CheckResult& result);

}  // namespace gemmscope::cli
