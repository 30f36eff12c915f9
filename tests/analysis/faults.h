// SPDX-License-Identifier: MIT
/// @file faults.h
/// Requests that fault, counted as the golden figures count them.
#pragma once

#include "tracing/analysis/summary.h"

namespace gemmscope::analysis::testing {

/// Adds to the shared sites and to the sums of `summary` what its misaligned requests would cost, if hardware served
/// words at any address.
///
/// A misaligned request is a fault: the program reports it and counts nothing. The golden figures say which requests
/// are misaligned and count them all the same. So a golden figure must be the program's, and for the requests that the
/// program calls misaligned, this one. Word by word, and on purpose not by the program's own models.
void add_faults(const format::Recording& recording, const CostTable& costs, Summary& summary);

}  // namespace gemmscope::analysis::testing
