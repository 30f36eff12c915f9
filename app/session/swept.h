// SPDX-License-Identifier: MIT
/// @file swept.h
/// A sweep of what is shown: what its kernel costs with other layouts and presets, or a program's with other numbers.
/// Plain data; sweeping.h, sweeper.h and program_sweeper.h do the work.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/row.h"

namespace gemmscope::session {

using SweptRows = std::shared_ptr<const std::vector<sweep::Row>>;

struct Swept {
  std::optional<record::RecordRequest> of;  ///< what was shown when it began, see sweep_base(); nullopt: it has not
  std::string over{};                       ///< SweepState::over when it began
  std::size_t done = 0, total = 0;          ///< settings; total 0: not known yet
  SweptRows rows;                           ///< in the order of the plan; null until all are done
};

}  // namespace gemmscope::session
