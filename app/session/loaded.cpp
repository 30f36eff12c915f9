// SPDX-License-Identifier: MIT
#include "app/session/loaded.h"

#include <string>
#include <utility>

#include "kernels/former_names.h"

namespace gemmscope::session {
namespace {

/// With its patterns indexed, and called what is called so today.
format::Recording prepared(format::Recording recording) {
  format::index_patterns(recording);
  recording.preset = std::string(kernels::todays_preset(recording.kernel, recording.preset));
  return recording;
}

}  // namespace

Loaded::Loaded(format::Recording given)
    : recording(prepared(std::move(given))),
      costs(recording),
      summary(analysis::summarize(recording, costs, {.unrecorded = true})),
      timelines{analysis::Timeline(recording, costs, analysis::ConflictModel::kFused),
                analysis::Timeline(recording, costs, analysis::ConflictModel::kTextbook),
                analysis::Timeline(recording, costs, analysis::ConflictModel::kSubop)},
      whole_source(session::whole_source(recording)),
      memory_lines(session::memory_lines(recording)),
      check(analysis::check(recording)),
      tried(try_layouts(recording)) {}

}  // namespace gemmscope::session
