// SPDX-License-Identifier: MIT
/// @file link_views.h
/// The part of a link that says what single views show: heatmap tab, tile, zoom. How far a list is scrolled is left
/// out: it follows the selection.
#pragma once

#include "app/session/state_entries.h"
#include "app/session/view_state.h"

namespace gemmscope::session {

/// Of all views.
const StateEntries<ViewState>& view_entries();

}  // namespace gemmscope::session
