// SPDX-License-Identifier: MIT
/// @file backend.h
/// Which backends there are, and recording on the one that is asked for.
#pragma once

#include "tracing/format/recording.h"
#include "tracing/format/result.h"
#include "tracing/record/request.h"

namespace gemmscope::cli {

/// Errors: those of the backend; kNoDevice if it is not there.
Result<format::Recording> record_on_backend(const record::RecordRequest& request, const record::Progress& progress);

struct BackendInfo {
  std::string name;     ///< as --backend takes it
  std::string device;   ///< what it runs on; empty if it cannot run
  std::string missing;  ///< why it cannot run; empty if it can
};
std::vector<BackendInfo> find_backends();

}  // namespace gemmscope::cli
