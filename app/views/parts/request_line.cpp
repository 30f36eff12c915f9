// SPDX-License-Identifier: MIT
#include "app/views/parts/request_line.h"

#include "app/views/parts/array_words.h"
#include "app/views/parts/site_words.h"

namespace gemmscope::views {

RequestLine::RequestLine(const draw::Canvas& canvas, const session::Look& look, float width)
    : text(request_in_words(look)), below(guess_in_words(look)) {
  if (canvas.text_width(text, canvas.small()) > width) text = request_in_words(look, true);
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
