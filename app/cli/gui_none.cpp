// SPDX-License-Identifier: MIT
#include "app/cli/gui.h"

namespace gemmscope::cli {
namespace {

tl::unexpected<Error> no_gui() {
  return fail(ErrorKind::kNoDevice,
              "this build has no window and draws no pictures; configure with -DGEMMSCOPE_GUI=ON, or use "
              "'gemmscope report' for the numbers");
}

}  // namespace

Result<void> show_window(session::Session, session::ProgramRunner) { return no_gui(); }

std::string picture_names() { return "the views; this build draws none"; }

Result<void> draw_picture(session::Session, const std::string&, Pixels, const std::string&) { return no_gui(); }

}  // namespace gemmscope::cli
