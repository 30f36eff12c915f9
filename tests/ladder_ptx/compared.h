// SPDX-License-Identifier: MIT
/// @file compared.h
/// Two recordings of one kernel, made from different builds of its text.
#pragma once

#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::ladder {

struct Comparison {
  /// What differs first of all that must be equal, empty if nothing does: of each site (line, direction, width) requests,
  /// wavefronts by every rule, sectors, lines, digest of addresses; and of each warp in each barrier interval the requests,
  /// whatever their order.
  std::string difference;
  /// Where a warp's requests first come in another order; empty if all are in the same.
  std::string order;
};

/// `a` and `b` are of the same launch, all of it.
[[nodiscard]] Comparison compare(const format::Recording& a, const format::Recording& b);

}  // namespace gemmscope::ladder
