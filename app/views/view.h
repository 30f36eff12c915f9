// SPDX-License-Identifier: MIT
/// @file view.h
/// A view: one question about the recording and the picture that answers it. The window's panels, the pictures of
/// `render`, the view menu and the number keys all come from the table of views.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/actions.h"
#include "app/session/link.h"
#include "app/session/look.h"
#include "tracing/format/result.h"

namespace gemmscope::draw {
class Canvas;
}

namespace gemmscope::views {

/// Where a view's panel is docked at first. kBottomBeside: right of the timeline,
/// or behind it where there is no room; kBottomOrTop: there, or with Banks.
enum class Place { kLeft, kStage, kRightTop, kRightBottom, kBottomLeft, kBottomRight, kBottomBeside, kBottomOrTop };

/// What a view shows, as text: `report --view`.
struct TextForm {
  std::string_view id;  ///< the view's, or that of one of its tabs
  /// Errors: kUsage if there is nothing to tell, and what to do then.
  Result<std::string> (*of)(const session::Look&) = nullptr;
};

struct View {
  std::string_view id;  ///< on the command line and in tests
  std::string_view title;
  std::string_view question;     ///< what empty states say, and F1 first
  std::string_view explanation;  ///< F1: what the marks mean, and what to try
  Place place = Place::kStage;
  int width = 720, height = 560;              ///< of its picture, in points
  int least_width = 300, least_height = 200;  ///< drawn smaller, it would say nothing: its panel scrolls instead
  /// Draws all of the canvas. Called only while something is recorded. Changes nothing but through `actions`.
  void (*draw)(const session::Look&, session::Actions&, draw::Canvas&) = nullptr;
  /// What is shown and how its baseline differs, in one picture; nullptr: each has its own, where there is room for
  /// two.
  void (*draw_compared)(const session::Look& shown, const session::Look& baseline, session::Actions&,
                        draw::Canvas&) = nullptr;
  /// Whether it draws any program: it needs no tiles, and shows them where they are known
  /// (format::Recording::tiles_known).
  bool of_any_program = false;
  bool of_no_request = false;     ///< draws recordings without requests, too
  bool shows_rejected = false;    ///< draws Look::rejected where there is one, also while nothing is recorded
  std::vector<TextForm> texts{};  ///< none: what it shows is a picture alone, or numbers of other views
  // Beside its baseline, where one compares shapes and not texts.
  int half_width = least_width, half_height = least_height;
};

/// For View::draw and View::draw_compared: of a function that draws both, and takes the baseline as a pointer, null
/// without one.
template <auto kDraw>
void alone(const session::Look& look, session::Actions& actions, draw::Canvas& canvas) {
  kDraw(look, nullptr, actions, canvas);
}
template <auto kDraw>
void compared(const session::Look& look, const session::Look& baseline, session::Actions& actions,
              draw::Canvas& canvas) {
  kDraw(look, &baseline, actions, canvas);
}

/// Whether the view has something to show of the recording.
bool can_show(const View& view, const session::Look& look);
/// Whether its panel is worth its place: Registers of a kernel whose registers are not published only says so.
bool is_useful(const View& view, const session::Look& look);

/// Draws `view`, or says why it cannot show this recording.
void draw(const View& view, const session::Look& look, session::Actions& actions, draw::Canvas& canvas);
/// Draws `view` of what is shown, or says why there is nothing yet.
void draw(const View& view, const session::Session& session, session::Actions& actions, draw::Canvas& canvas);

/// In the order of the number keys.
std::span<const View> all_views();
/// nullptr if there is none of that name: an id, or a former one.
const View* find_view(std::string_view name);

/// A link as people write it: as session::parse_link, and if it names a view in front, it is one of the stage.
Result<session::Link> parse_link(std::string_view text);

}  // namespace gemmscope::views
