// SPDX-License-Identifier: MIT
/// @file swept.h
/// A sweep of what is shown: what its kernel costs with every layout and preset. Plain data; sweeping.h and sweeper.h
/// do the work.
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
  std::string over{};               ///< of an own program: which of its numbers; empty: of a kernel of the ladder
  std::size_t done = 0, total = 0;  ///< settings; total 0: not known yet
  SweptRows rows;                   ///< in the order of the plan; null until all are done
};

}  // namespace gemmscope::session
