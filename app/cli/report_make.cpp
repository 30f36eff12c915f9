// SPDX-License-Identifier: MIT
// What only the JSON needs of a recording.
#include "app/cli/report.h"

namespace gemmscope::cli {

AboutRecording about_recording(const analysis::Report& report) {
  const format::Recording& recording = *report.recording;
  const analysis::CostTable costs(recording);
  return {analysis::reuse(recording, costs, report.model),
          session::measured_limits(recording, costs, report.model, nullptr)};
}

}  // namespace gemmscope::cli
