// SPDX-License-Identifier: MIT
#include "app/views/parts/record_missing.h"

#include "app/draw/choice.h"
#include "app/session/request_edits.h"

namespace gemmscope::views {

void draw_record_missing(draw::Canvas& canvas, draw::Rect& rest, analysis::Missing missing, session::Actions& actions) {
  using analysis::Missing;
  if (missing != Missing::kUnlike && missing != Missing::kWarps && missing != Missing::kWriteBack) return;
  const std::string word = "Record one of each kind";
  draw::Rect row = rest.cut_top(24, 6);
  if (draw::framed_word(canvas, row.cut_left(draw::framed_width(canvas, word)), "record missing", word, false,
                        draw::Align::kCentre,
                        "The last two rows and columns of blocks, with all k-tiles and the write-back: from these, the "
                        "figures of the whole launch can be computed"))
    actions.add(session::record_one_of_each_kind);
}

}  // namespace gemmscope::views
