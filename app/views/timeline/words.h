// SPDX-License-Identifier: MIT
/// @file words.h
/// The sentences of the timeline.
#pragma once

#include <string>

#include "app/draw/canvas.h"
#include "app/session/look.h"

namespace gemmscope::views {

/// "In k-tile 0, warp 0 has 16 excess wavefronts, up to 2-way", of the cursor's k-tile and warp.
std::string timeline_answer(const session::Look& look);
/// "In k-tile 0, warp 0: 16 excess wavefronts, 32 fewer than the baseline".
std::string timeline_answer(const session::Look& look, const session::Look& baseline);

/// Never empty, so that nothing moves when a finding is chosen.
std::string timeline_detail(const session::Look& look);
/// Which columns are whose, and as far as there is room how the request and the number of requests here differ.
std::string timeline_detail(const draw::Canvas& canvas, const session::Look& look, const session::Look& baseline);

/// What a request costs: "warp 1, request 2: line 71, As store, 2-way, 2 wavefronts".
std::string request_tip(const session::Look& look, std::uint32_t warp, std::uint32_t request);
/// What the baseline does where that request is; behind it in a line of its own.
std::string baseline_tip(const session::Look& look, const session::Look& baseline, std::uint32_t warp,
                         std::uint32_t request);

}  // namespace gemmscope::views
