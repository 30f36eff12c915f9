// SPDX-License-Identifier: MIT
/// @file life_of_sum.h
/// What becomes of sums: how they are stored to C; and the life of an element of C.
#pragma once

#include "tracing/analysis/life.h"
#include "tracing/analysis/ownership.h"

namespace gemmscope::analysis {

/// Adds how Life::sums leave the block, and Life::ends.
void add_departures(const format::Recording& recording, const Ownership& owners, Life& life, Pace& pace);

/// Adds all of the life of `life.element`, an element of C.
void add_life_of_sum(const format::Recording& recording, Life& life, Pace& pace);

}  // namespace gemmscope::analysis
