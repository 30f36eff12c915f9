// SPDX-License-Identifier: MIT
/// @file site_words.h
/// Names for what is recorded and for the part of it that numbers add up, the same in all views.
#pragma once

#include <string>

#include "app/session/session.h"
#include "tracing/format/result.h"

namespace gemmscope::views {

/// "As store", "B load".
std::string site_in_words(const format::Recording& recording, std::uint16_t tensor, format::Op op);

/// Why there is no request under the cursor, and so nothing to draw.
std::string why_nothing(const session::Session& session);
/// For a window whose last run recorded nothing: what its panels still show.
std::string earlier_in_words(const session::Session& session);

/// "As store, line 71, warp 0, k-tile 0": the request under the cursor. In a function that was inlined "As store, line
/// 7 of tile_copy.cuh, called in line 14, warp 0", briefly "As store, tile_copy.cuh:7 (called in 14), warp 0". Of a
/// bulk copy: "tile store, line 9, warp 0, pieces of lane 5's bulk copy".
std::string request_in_words(const session::Look& look, bool briefly = false);

/// What the 32 places of the request under the cursor are: "lane", or "piece" of a bulk copy.
std::string place_word(const session::Look& look);
/// The lane of Look::lane(), or the one that asks for the bulk copy whose piece that is; -1 without a request.
int asking_lane(const session::Look& look);

/// The same as the first line of a text form. Errors: kUsage without a request.
Result<std::string> request_heading(const session::Look& look);

/// "request 1 of 2 016": counted from 1, as people do; links count from 0.
std::string request_number_in_words(const session::Look& look);

/// What tells one window from another: kernel, changed numbers, the found product's size, request.
/// "gemmscope: warp_tile PA=4, 256 × 256 × 256, request 13 of 2 016".
std::string title_in_words(const session::Look& look);

}  // namespace gemmscope::views
