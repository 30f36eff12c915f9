// SPDX-License-Identifier: MIT
/// @file swept.h
/// A sweep of what is shown: what its kernel costs with other numbers of its program. Plain data; sweeping.h and
/// program_sweeper.h do the work.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/own_number.h"
#include "app/sweep/row.h"

namespace gemmscope::session {

using SweptRows = std::shared_ptr<const std::vector<sweep::Row>>;

/// What all settings of a sweep have in common.
struct SweptOf {
  std::string kernel;
  Numbers numbers;  ///< that are not swept, where they are not the file's
};

struct Swept {
  std::optional<SweptOf> of;        ///< of what was shown when it began; nullopt: it has not
  std::string over{};               ///< SweepState::over when it began
  std::size_t done = 0, total = 0;  ///< settings
  SweptRows rows;                   ///< in the order of the settings; null until all are done
};

}  // namespace gemmscope::session
