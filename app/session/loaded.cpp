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

std::vector<analysis::ArrayShape> shapes_of(const format::Recording& recording) {
  std::vector<analysis::ArrayShape> shapes;
  for (std::uint16_t t = 0; t < recording.tensors.size() && !recording.is_gemm(); ++t)
    if (recording.tensors[t].space == format::Space::kGlobal) shapes.push_back(analysis::array_shape(recording, t));
  return shapes;
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
      tried(try_layouts(recording)),
      shapes(shapes_of(recording)),
      footprints(recording.is_gemm() ? analysis::Footprints() : analysis::Footprints(recording)) {}

}  // namespace gemmscope::session
