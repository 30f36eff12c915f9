// SPDX-License-Identifier: MIT
/// @file gui.h
/// One frame of the program: toolbar, panels, status bar, keys. The same for a window, a picture and a test.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/draw/drawing.h"
#include "app/gl/last_frame.h"
#include "app/gl/matrix_painter.h"
#include "app/platform/platform.h"
#include "app/screen/show.h"
#include "app/session/actions.h"
#include "app/session/session.h"
#include "app/shell/open_dialog.h"
#include "app/shell/saved.h"
#include "app/shell/source_editor.h"
#include "app/views/view.h"

namespace gemmscope::shell {

/// Points around a view that is drawn alone, at each side.
inline constexpr draw::Point kPicturePadding{16, 14};

/// Owns the Dear ImGui context.
class Gui {
 public:
  /// `layout_path` is where panels' places are kept; empty = nowhere.
  static Result<std::unique_ptr<Gui>> create(platform::Platform& platform, std::string layout_path);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Draws the whole window and makes the changes that were asked for.
  void draw_window(session::Session& session);
  /// Draws one view over the whole picture, beside that of the baseline if there is one.
  void draw_view(session::Session& session, const views::View& view);
  /// Keeps all that canvases draw from now on; nullptr: no more.
  void note_drawings(draw::Drawings* drawings) { drawings_ = drawings; }

 private:
  Gui(platform::Platform& platform, std::string layout_path);
  screen::Paint paint_of(const session::Session& session, bool titled);
  void begin_frame(const session::Session& session);
  void end_frame(session::Session& session);
  void load_layout();
  void save_layout();

  platform::Platform& platform_;
  std::string layout_path_;
  screen::Fonts fonts_;
  std::unique_ptr<gl::MatrixPainter> matrices_;
  gl::LastFrame last_frame_;
  session::Actions actions_;
  OpenDialog open_dialog_;
  SourceEditor editor_;
  std::unique_ptr<Saved> saved_;
  draw::Drawings* drawings_ = nullptr;
};

}  // namespace gemmscope::shell
