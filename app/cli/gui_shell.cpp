// SPDX-License-Identifier: MIT
#include "app/cli/backend.h"
#include "app/cli/gui.h"
#include "app/cli/own_program.h"
#include "app/shell/render.h"
#include "app/shell/window.h"
#include "tracing/cuda/live_bench.h"

namespace gemmscope::cli {

Result<void> show_window(session::Session session, session::ProgramRunner program) {
  return shell::open_window(
      std::move(session), record_on_backend, cuda::live_on_gpu(),
      {[](std::vector<std::string> command) { return own_program(std::move(command)); }, write_first_program},
      std::move(program));
}

std::string picture_names() { return shell::renderable_views(); }

Result<void> draw_picture(session::Session session, const std::string& view, Pixels pixels, const std::string& path) {
  return shell::render_view(std::move(session), view, {pixels.width, pixels.height}, path);
}

}  // namespace gemmscope::cli
