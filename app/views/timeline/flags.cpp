// SPDX-License-Identifier: MIT
/// Where in the timeline the accesses of the chosen finding are.
#include <algorithm>

#include "app/session/findings.h"
#include "app/views/timeline/draw.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

constexpr float kFlag = 9;  // points across

std::string access_place(const session::Look& look, const analysis::Access& access) {
  return "warp " + std::to_string(access.warp) + ", " + words::request_number(access.request) +
         (session::is_here(look, access) ? " (here)" : "");
}

}  // namespace

std::string flags_text(const session::Look& look) {
  const analysis::Finding* finding = session::chosen_finding(look);
  if (finding == nullptr || !finding->at || finding->at->block != look.cursor.block) return {};
  const std::string text = "Flag: finding, " + access_place(look, *finding->at);
  if (!finding->other || finding->other->block != look.cursor.block) return text;
  return text + "; hollow: other access, " + access_place(look, *finding->other);
}

void draw_flag(draw::Canvas& canvas, const Span& span, draw::Rect row, double request, bool filled) {
  const draw::Colour ink = canvas.colours.selected, ground = canvas.colours.panel;
  const bool left = request < span.first, right = request >= span.end();
  const float x = left ? span.area.x + kFlag : right ? span.area.right() - kFlag : span.x(request + 0.5);
  const float top = row.y - 2, way = left ? -1.0f : 1.0f;
  canvas.line({x, top}, {x, left || right ? top + kFlag : row.bottom()}, ink, 1.5f);
  canvas.triangle({x, top - 1}, {x + way * kFlag, top + kFlag / 2}, {x, top + kFlag + 1}, ink);
  if (!filled)
    canvas.triangle({x + way * 1.5f, top + 2}, {x + way * (kFlag - 3), top + kFlag / 2},
                    {x + way * 1.5f, top + kFlag - 2}, ground);
}

}  // namespace gemmscope::views
