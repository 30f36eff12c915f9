// SPDX-License-Identifier: MIT
/// @file report.h
/// The report of a recording as text, which is that of the metrics view.
#pragma once

#include <string>

#include "app/session/look.h"
#include "tracing/analysis/report.h"
#include "tracing/format/result.h"

namespace gemmscope::views {

/// The arrays as a table, and who writes them in a line each.
std::string arrays_text(const analysis::Report& report);

std::string report_text(const analysis::Report& report);
/// The same of what `look` adds up.
Result<std::string> metrics_text(const session::Look& look);

}  // namespace gemmscope::views
