// SPDX-License-Identifier: MIT
#include "app/session/loaded.h"

#include <utility>

namespace gemmscope::session {
namespace {

format::Recording indexed(format::Recording recording) {
  format::index_patterns(recording);
  return recording;
}

}  // namespace

Loaded::Loaded(format::Recording given)
    : recording(indexed(std::move(given))),
      costs(recording),
      summary(analysis::summarize(recording, costs, {.unrecorded = true})),
      timelines{analysis::Timeline(recording, costs, analysis::ConflictModel::kFused),
                analysis::Timeline(recording, costs, analysis::ConflictModel::kTextbook),
                analysis::Timeline(recording, costs, analysis::ConflictModel::kSubop)},
      whole_source(session::whole_source(recording)),
      memory_lines(session::memory_lines(recording)),
      check(analysis::check(recording)) {}

}  // namespace gemmscope::session
