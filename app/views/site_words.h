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

/// What session.summary adds up, and from what it was computed where not all of it is recorded: "whole kernel, computed
/// from 1 of 64 blocks".
std::string scope_and_basis_in_words(const session::Session& session);

}  // namespace gemmscope::views
