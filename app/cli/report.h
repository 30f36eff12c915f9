// SPDX-License-Identifier: MIT
/// @file report.h
/// What `gemmscope report` says of a recording, for other programs.
#pragma once

#include "app/views/metrics/report.h"

namespace gemmscope::cli {

std::string report_json(const views::Report& report);  ///< docs/report.md describes it
std::string report_csv(const views::Report& report);   ///< one line for each site, each complete in itself

}  // namespace gemmscope::cli
