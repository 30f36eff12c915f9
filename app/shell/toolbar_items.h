// SPDX-License-Identifier: MIT
/// @file toolbar_items.h
/// What stands in the toolbar. Widths in pixels.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "app/screen/fonts.h"
#include "app/session/actions.h"
#include "app/theme/colours.h"

namespace gemmscope::shell {

/// The order in which items give way where the row has no room: the last first, the first never.
enum Rank : int { kAlways, kPreset, kPadding, kSize, kSwitch, kNumber, kRule, kTheme };

struct ToolbarItem {
  float width = 0;
  int rank = kAlways;
  std::size_t place = 0;       ///< in the row
  std::function<void()> draw;  ///< from Dear ImGui's cursor on
};

struct ToolbarContext {
  const session::Session& session;
  session::Actions& actions;
  const screen::Fonts& fonts;
  const theme::Colours& colours;
  float px;  ///< pixels per point
};

/// In their order. They refer to `context`'s members, and are good for this frame.
std::vector<ToolbarItem> toolbar_items(const ToolbarContext& context);

float button_width(const char* text);
}  // namespace gemmscope::shell
