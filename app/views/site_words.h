// SPDX-License-Identifier: MIT
/// @file site_words.h
/// Names for what is recorded and for the part of it that numbers add up, the same in all views.
#pragma once

#include <string>

#include "app/session/session.h"

namespace gemmscope::views {

/// "As store", "B load", "As load lo", "C store tail".
std::string site_in_words(const format::Recording& recording, std::uint16_t tensor, format::Op op,
                          const std::string& name);

/// "As store, line 71, warp 0, k-tile 0": the request under the cursor.
std::string request_in_words(const session::Session& session);

/// What session.summary adds up: "k-tile 0 and write-back of block 0,0"; "all of block 0,0"; "the whole recording".
/// `with_block`: names the block; else "k-tile 0 and write-back", "this block".
std::string extent_in_words(const session::Session& session, bool with_block = true);

}  // namespace gemmscope::views
