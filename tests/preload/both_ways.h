// SPDX-License-Identifier: MIT
/// @file both_ways.h
/// A launch twice on the interpreter: as it is, with a listener, and rewritten, whose records are replayed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tracing/lockstep/launch.h"

namespace gemmscope::preload::testing {

/// All that a listener hears, a line each.
using Heard = std::vector<std::string>;

struct BothWays {
  Heard interpreter, replay;
  std::vector<lockstep::Fault> faults;  ///< of the replay
};

/// Of the first kernel of the text. Fails the test if either cannot be run. `prepare` is called before each of the
/// runs: both must find the same in memory. `counts_in_shared`: see rewrite.h.
BothWays run_both_ways(const std::string& text, const lockstep::Launch& launch,
                       const lockstep::Allocations& allocations, const std::function<void()>& prepare,
                       bool counts_in_shared = true);

}  // namespace gemmscope::preload::testing
