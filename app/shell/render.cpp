// SPDX-License-Identifier: MIT
#include "app/shell/render.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/gl/fitted.h"
#include "app/gl/png.h"
#include "app/session/link.h"
#include "app/session/studying.h"
#include "app/shell/beside_baseline.h"
#include "app/shell/gui.h"
#include "app/shell/window_shapes.h"
#include "app/svg/svg.h"
#include "app/views/parts/site_words.h"
#include "app/views/view.h"
#include "app/words/number.h"
#include "tracing/format/atomic_file.h"

namespace gemmscope::shell {
namespace {

constexpr int kSettlingFrames = 4;  // docking and text sizes are final in the third

constexpr draw::Point kWindow{1600, 1000};  // points

int pixels(int given, float points, float scale) {
  return given > 0 ? given : static_cast<int>(std::lround(points * scale));
}

/// The picture that is drawn, and made smaller if the result is smaller: a view shows nothing in less than its least
/// room.
PictureSize drawn_size(const PictureSize& picture, const views::View* view, float scale) {
  if (view == nullptr) return picture;
  constexpr double kMost = 16384;  // pixels: what OpenGL draws into
  const int least_width = pixels(0, static_cast<float>(view->least_width) + 2 * kPicturePadding.x, scale),
            least_height = pixels(0, static_cast<float>(view->least_height) + 2 * kPicturePadding.y, scale);
  const double larger = std::max(
      {1.0, static_cast<double>(least_width) / picture.width, static_cast<double>(least_height) / picture.height});
  const auto drawn = [&](int wanted, int least) {
    return std::max(least, static_cast<int>(std::lround(std::min(kMost, wanted * larger))));
  };
  return larger == 1 ? picture : PictureSize{drawn(picture.width, least_width), drawn(picture.height, least_height)};
}

/// Where a picture comes from: what was recorded, and the link that shows it again, beside its baseline if it has one.
std::string description(const session::Session& session) {
  std::string text = views::title_in_words(session.look);
  if (session.look.current) text += "; --select " + session::place_of_link(session);
  return text;
}

/// What `canvases` noted of the last frame, with the windows around them.
Result<void> write_svg(const session::Session& session, const draw::Drawings& canvases, std::string_view title,
                       PictureSize size, PictureSize drawn, const std::string& path) {
  const theme::Colours& colours = theme::colours(session.desk.theme);
  const std::string text = svg::file_of(with_windows(canvases, colours, session.desk.scale),
                                        {size.width, size.height, session.desk.scale, colours.ground,
                                         std::string(title), description(session), drawn.width, drawn.height});
  return format::replace_file(path, std::as_bytes(std::span(text)));
}

}  // namespace

std::string renderable_views() {
  std::string text;
  for (const views::View& view : views::all_views()) text += std::string(view.id) + ", ";
  return text + "window";
}

Result<void> render_view(session::Session session, const std::string& view_id, PictureSize size,
                         const std::string& path) {
  const bool window = view_id == "window";
  const views::View* view = views::find_view(view_id);
  if (!window && view == nullptr)
    return fail(ErrorKind::kUsage, "there is no view '" + view_id + "'; choose one of " + renderable_views());
  const draw::Point usual = window ? kWindow : size_of_picture(*view, session);
  size.width = pixels(size.width, usual.x, session.desk.scale);
  size.height = pixels(size.height, usual.y, session.desk.scale);

  const PictureSize drawn = drawn_size(size, view, session.desk.scale);

  auto platform = platform::open_headless(drawn.width, drawn.height);
  if (!platform) return tl::unexpected(platform.error());
  auto gui = Gui::create(**platform, "");
  if (!gui) return tl::unexpected(gui.error());
  session.look.motion = 1;
  const bool as_shapes = path.ends_with(".svg");
  draw::Drawings canvases;
  if (as_shapes) (*gui)->note_drawings(&canvases);
  for (int frame = 0; frame < kSettlingFrames; ++frame) {
    canvases.clear();
    if (window)
      (*gui)->draw_window(session);
    else
      (*gui)->draw_view(session, *view);
    finish_studies(session);
  }
  if (as_shapes) return write_svg(session, canvases, window ? "gemmscope" : view->title, size, drawn, path);
  const gl::Picture picture = gl::read_picture(drawn.width, drawn.height);
  return gl::write_png(gl::fitted(picture, size.width, size.height), path);
}

}  // namespace gemmscope::shell
