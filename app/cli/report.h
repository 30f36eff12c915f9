// SPDX-License-Identifier: MIT
/// @file report.h
/// What `gemmscope report` says of a recording, for other programs.
#pragma once

#include "app/session/measured_limits.h"
#include "tracing/analysis/report.h"
#include "tracing/analysis/reuse.h"

namespace gemmscope::cli {

/// What only the JSON has of the recording of a report.
struct AboutRecording {
  analysis::Reuse reuse;
  session::MeasuredLimits limits;
};
AboutRecording about_recording(const analysis::Report& report);

std::string report_json(const analysis::Report& report, const AboutRecording& about);  ///< docs/report.md describes it
std::string report_csv(const analysis::Report& report);  ///< one line for each site, each complete in itself

}  // namespace gemmscope::cli
