// SPDX-License-Identifier: MIT
/// @file loaded.h
/// A recording with everything counted that does not depend on where one looks. Made once, off the drawing thread.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/source_lines.h"
#include "tracing/analysis/array_shape.h"
#include "tracing/analysis/check.h"
#include "tracing/analysis/cost_table.h"
#include "tracing/analysis/footprints.h"
#include "tracing/analysis/summary.h"
#include "tracing/analysis/timeline.h"
#include "tracing/format/code_name.h"
#include "tracing/format/recording.h"

namespace gemmscope::session {

struct Loaded {
  /// Indexes `given` and counts its costs. Cost: milliseconds, also for 4096 x 4096 x 4096.
  explicit Loaded(format::Recording given);
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;

  const format::Recording recording;
  const analysis::CostTable costs;
  const analysis::Summary summary;                                            ///< of the whole launch
  const std::array<analysis::Timeline, analysis::kConflictModels> timelines;  ///< by rule
  const format::CodeName code;                                                ///< of the source in the recording
  const std::vector<SourceFile> files;                                        ///< by format::Place::file
  const analysis::CheckResult check;                                          ///< what is wrong with the kernel
  const std::optional<analysis::Tiles> tiles;      ///< of a matrix product that was found in a program
  const std::string_view element;                  ///< of A and B, if it is one: analysis::element_multiplied()
  const std::string undescribed;                   ///< why `recording` does not have the tiles that were found
  const std::vector<analysis::ArrayShape> shapes;  ///< of its tensors in global memory; `recording` has them, too
  const analysis::Footprints footprints;

  const analysis::Timeline& timeline(analysis::ConflictModel rule) const {
    return timelines[static_cast<std::size_t>(rule)];
  }

 private:
  struct Prepared;
  explicit Loaded(Prepared given);
};

using LoadedPtr = std::shared_ptr<const Loaded>;

}  // namespace gemmscope::session
