// SPDX-License-Identifier: MIT
/// @file live.h
/// What the GPU here does with the kernel that is shown, while the performance view is open.
#pragma once

#include <memory>

#include "app/session/session.h"
#include "tracing/cuda/live_bench.h"

namespace gemmscope::session {

using LiveBench = cuda::LiveBench;
using LiveSourcePtr = std::unique_ptr<cuda::LiveSource>;

/// Asked for in each frame that draws live rates, like a hover: what does not ask is not measured for.
void want_live(Session& session);

/// Measures what the session shows if a view of the last frame asked for it, and no program is run, which would
/// disturb. Takes up what was measured. Returns whether there is anything new. Never waits.
bool update_live(Session& session, LiveBench& bench);

}  // namespace gemmscope::session
