// SPDX-License-Identifier: MIT
/// @file render.h
/// Pictures without a display.
#pragma once

#include <string>

#include "app/session/session.h"
#include "tracing/format/result.h"

namespace gemmscope::shell {

struct PictureSize {
  /// Pixels; 0 = the view's own size, or both halves', times the session's scale. If it is smaller than the least size
  /// in which the view can be drawn, the view is drawn in that size and made smaller.
  int width = 0, height = 0;
};

/// Draws view `view_id`, beside its baseline if there is one, or the whole window for "window", to a file: SVG if its
/// name ends in .svg, otherwise PNG. The same bytes for the same session. Theme and scale are the session's; motion is
/// off. Errors: kUsage for an unknown view, kNoDevice without EGL, kNoSpace if the file cannot be written.
Result<void> render_view(session::Session session, const std::string& view_id, PictureSize size,
                         const std::string& path);

/// All that can be rendered: the ids of the views, and "window".
std::string renderable_views();

}  // namespace gemmscope::shell
