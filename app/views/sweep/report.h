// SPDX-License-Identifier: MIT
/// @file report.h
/// What `gemmscope sweep` says of the settings it went through: for its three forms, of which the text is that of the
/// sweep view.
#pragma once

#include <string>
#include <vector>

#include "app/session/look.h"
#include "tracing/format/result.h"

namespace gemmscope::views {

struct SweepReport {
  std::vector<std::string> over;  ///< what was swept, as --over takes it
  std::vector<sweep::Row> rows;
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;
  results::Reports results;              ///< where measured rates come from
  std::string program{};                 ///< the .cu file whose numbers were swept
  std::vector<std::string> arguments{};  ///< that it was given
  session::Numbers set{};                ///< its numbers that are the same in all rows

  std::size_t count(sweep::State state) const;
};

std::string sweep_text(const SweepReport& report);  ///< a table with a chart
/// The same of what `look` has swept. Errors: kUsage if it has not.
Result<std::string> sweep_text(const session::Look& look);

}  // namespace gemmscope::views
