// SPDX-License-Identifier: MIT
/// @file link_entries.h
/// Every entry of a link: how it is read and how it is printed, in the order in which links have them.
#pragma once

#include "app/session/link.h"
#include "app/session/state_entries.h"

namespace gemmscope::session {

/// What is run.
const StateEntries<Link>& launch_entries();
/// Where one looks.
const StateEntries<Link>& place_entries();
/// What single views show: heatmap tab, tile, zoom. How far a list is scrolled is left out: it follows the selection.
const StateEntries<ViewState>& view_entries();

/// Whether the first entry of `text` has a key that links have: other text is not meant as a link.
bool begins_as_a_link(std::string_view text);

}  // namespace gemmscope::session
