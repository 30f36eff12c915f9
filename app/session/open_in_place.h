// SPDX-License-Identifier: MIT
/// @file open_in_place.h
/// Opening a new recording at the place of the old one: what makes a padding change a comparison and not a restart.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// Shows `loaded` at the place the cursor was at: the same block, warp, k-tile, source line and inner step, and among
/// those the same occurrence, or the last there is. A selected lane stays; cells stay where the new tile has them.
/// Remembers the old request, so that views can move its cells to their new places.
void open_in_place(Session& session, LoadedPtr loaded);

}  // namespace gemmscope::session
