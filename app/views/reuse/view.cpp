// SPDX-License-Identifier: MIT
/// How often each element of A, B and C is loaded, how often what is in shared memory is read, and FLOP per byte.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/study.h"
#include "app/views/parts/following.h"
#include "app/views/reuse/draw.h"
#include "app/views/reuse/picture.h"
#include "app/views/views.h"
#include "app/words/reuse_words.h"
#include "app/words/scope_words.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kTables = 330, kGap = 16;  // points across

/// "A: each element is loaded 32 times, by 32 blocks: once per block".
std::string matrix_in_words(const Look& look, const analysis::Reuse& reuse, const char* name) {
  const analysis::MatrixReuse* shown = shown_of(reuse, *look.recording(), name);
  return shown == nullptr ? "" : std::string(name) + ": " + words::matrix_reuse_in_words(*shown);
}

void draw_choices(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  static const std::string kNames[] = {"whole launch", "this block"};
  static const std::string kHints[] = {"What all blocks load together", "What the block at the cursor loads"};
  Rect row = rest.cut_top(22, 6);
  if (const auto chosen = draw::choice(canvas, row, kNames, look.views.reuse.block ? 1 : 0, kHints))
    actions.add([block = *chosen == 1](Look& s) { s.views.reuse.block = block; });
}

void draw_reuse(const Look& look, session::Actions& actions, Canvas& canvas) {
  actions.add(session::want, session::StudyKind::kReuse);
  const analysis::Reuse* reuse = session::reuse_of(look);
  if (reuse == nullptr) {
    draw::header(canvas, "Reuse", studying_text(look, session::StudyKind::kReuse), "");
    return;
  }
  const std::string b = matrix_in_words(look, *reuse, "B"), basis = words::basis_in_words(reuse->basis);
  Rect rest = draw::header(canvas, "Reuse", matrix_in_words(look, *reuse, "A"), "");
  rest = draw::second_detail(canvas, rest, b + (basis.empty() ? "" : "; " + basis));
  const Rect tables = rest.cut_right(kTables, kGap);
  draw_choices(canvas, rest, look, actions);
  draw_reuse_map(canvas, rest, look, *reuse);
  draw_reuse_tables(canvas, tables, look, *reuse);
}

}  // namespace

View reuse_view() {
  return {.id = "reuse",
          .title = "Reuse",
          .question = "How often is each element loaded from global and from shared memory?",
          .explanation =
              "The number on each matrix says how often one of its elements is loaded from global memory: by lanes, so "
              "that a broadcast to 32 lanes counts 32 times. C shows stores where it is not loaded. Below: how often a "
              "value in a shared tile is read until the next store, and the FLOP that each byte is good for: of bytes "
              "that lanes request, and of bytes that sectors and wavefronts move.",
          .place = Place::kBottomRight,
          .width = 860,
          .height = 460,
          .least_width = 525,
          .least_height = 266,
          .draw = draw_reuse,
          .half_width = kNeverHalved};
}

}  // namespace gemmscope::views
