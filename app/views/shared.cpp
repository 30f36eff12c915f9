// SPDX-License-Identifier: MIT
#include "app/draw/widgets.h"
#include "app/views/views.h"

namespace gemmscope::views {

void draw_shared(const session::Session&, session::Actions&, draw::Canvas& canvas) {
  draw::empty_state(canvas, "Not drawn yet", "This view is being written.");
}

}  // namespace gemmscope::views
