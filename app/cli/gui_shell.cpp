// SPDX-License-Identifier: MIT
#include "app/cli/gui.h"
#include "app/cli/live_source.h"
#include "app/cli/named_program.h"
#include "app/cli/own_program.h"
#include "app/shell/render.h"
#include "app/shell/window.h"

namespace gemmscope::cli {

Result<void> show_window(session::Session session, session::ProgramRunner program) {
  return shell::open_window(
      std::move(session), live_source(),
      {[](std::vector<std::string> command) { return own_program(with_named_program(std::move(command))); },
       write_first_program},
      std::move(program));
}

std::string picture_names() { return shell::renderable_views(); }

Result<void> draw_picture(session::Session session, const std::string& view, Pixels pixels, const std::string& path) {
  return shell::render_view(std::move(session), view, {pixels.width, pixels.height}, path);
}

}  // namespace gemmscope::cli
