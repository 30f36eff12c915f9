// SPDX-License-Identifier: MIT
/// @file link_views.h
/// The part of a link that says what single views show: heatmap tab, tile, zoom. One row for each entry.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/session/view_state.h"

namespace gemmscope::session {

struct ViewEntry {
  std::string_view key, form;
  bool (*read)(std::string_view text, ViewState& views);  ///< false: the text cannot be read
  std::string (*print)(const ViewState& views);           ///< empty: as it is at first
};

std::span<const ViewEntry> view_entries();

}  // namespace gemmscope::session
