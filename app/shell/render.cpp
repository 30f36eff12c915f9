// SPDX-License-Identifier: MIT
#include "app/shell/render.h"

#include <cmath>

#include "app/gl/png.h"
#include "app/shell/gui.h"
#include "app/views/view.h"

namespace gemmscope::shell {
namespace {

constexpr int kSettlingFrames = 4;  // docking and text sizes are final in the third

int pixels(int given, int points, float scale) {
  return given > 0 ? given : static_cast<int>(std::lround(static_cast<float>(points) * scale));
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
  size.width = pixels(size.width, window ? 1600 : view->width, session.scale);
  size.height = pixels(size.height, window ? 1000 : view->height, session.scale);

  auto platform = platform::open_headless(size.width, size.height);
  if (!platform) return tl::unexpected(platform.error());
  auto gui = Gui::create(**platform, "");
  if (!gui) return tl::unexpected(gui.error());
  session.motion = 1;
  for (int frame = 0; frame < kSettlingFrames; ++frame) {
    if (window)
      (*gui)->draw_window(session);
    else
      (*gui)->draw_view(session, *view);
  }
  return gl::write_png(gl::read_picture(size.width, size.height), path);
}

}  // namespace gemmscope::shell
