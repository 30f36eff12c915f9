// SPDX-License-Identifier: MIT
#include "app/views/parts/request_line.h"

#include "app/views/parts/array_words.h"
#include "app/views/parts/site_words.h"
#include "app/words/line_words.h"

namespace gemmscope::views {

std::string request_that_fits(const draw::Canvas& canvas, const session::Look& look, float width) {
  for (const bool briefly : {false, true})
    if (std::string text = request_in_words(look, briefly); canvas.text_width(text, canvas.small()) <= width)
      return text;
  const session::Current& now = *look.current;
  return site_in_words(*look.recording(), now.site.tensor, now.site.op) + ", " +
         words::lines_in_words(*look.recording(), {&now.request.site, 1}) + ", warp " +
         std::to_string(now.request.warp);
}

RequestLine::RequestLine(const draw::Canvas& canvas, const session::Look& look, float width)
    : text(request_that_fits(canvas, look, width)), below(guess_in_words(look)) {
  if (below.empty()) return;
  for (const std::string& note : {below, std::string("shape guessed")}) {
    const std::string both = text + "; " + note;
    if (canvas.text_width(both, canvas.small()) > width) continue;
    text = both, below.clear();
    return;
  }
}

void RequestLine::draw_below(draw::Canvas& canvas, draw::Rect& rest) const {
  if (!below.empty()) canvas.text_in(rest.cut_top(16, 2), below, canvas.small());
}

}  // namespace gemmscope::views
