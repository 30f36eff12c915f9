// SPDX-License-Identifier: MIT
/// @file launch_progress.h
/// How far a program is that is being recorded.
#pragma once

#include <optional>
#include <string>

#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/cli/record_program.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {

/// Shows what the program's runtime says of a launch that it records. Called now and then; false: it is to end.
class LaunchProgress {
 public:
  explicit LaunchProgress(std::filesystem::path work) : work_(std::move(work)) {}
  bool operator()() {
    const std::optional<BlocksDone> now = blocks_done(work_);
    if (!now) return line_.reset(), !interrupted();
    if (!line_ || now->kernel != kernel_) line_.emplace("recording " + format::shown(kernel_ = now->kernel), "blocks");
    return (*line_)(now->done, now->total);
  }

 private:
  std::filesystem::path work_;
  std::string kernel_;
  std::optional<ProgressLine> line_;
};

}  // namespace gemmscope::cli
