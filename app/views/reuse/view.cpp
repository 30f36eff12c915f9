// SPDX-License-Identifier: MIT
/// How often each element of A, B and C is loaded, how often what is in shared memory is read, and FLOP per byte.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/study.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/parts/following.h"
#include "app/views/reuse/draw.h"
#include "app/views/reuse/picture.h"
#include "app/views/views.h"
#include "app/words/remark_words.h"
#include "app/words/reuse_words.h"
#include "app/words/scope_words.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kTables = 330, kWideTables = 410, kWithChanges = 450, kLeastMap = 180,
                kColumnGap = 16;  // points across

/// "A: each element is loaded 32 times, by 32 blocks: once per block".
std::string matrix_in_words(const Look& look, const analysis::Reuse& reuse, format::Matrix matrix, bool why = true) {
  const analysis::MatrixReuse* shown = shown_of(reuse, *look.recording(), matrix);
  return shown == nullptr
             ? ""
             : look.recording()->name_of(matrix) + ": " + words::matrix_reuse_in_words(*look.recording(), *shown, why);
}

void draw_reuse_choices(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  static const std::string kNames[] = {"whole launch", "per block"};
  static const std::string kHints[] = {
      "What all blocks load together",
      "How often a block loads an element; the part of the block at the cursor has the colour"};
  Rect row = rest.cut_top(22, 6);
  if (const auto chosen = draw::choice(canvas, row, kNames, look.views.reuse.block ? 1 : 0, kHints))
    actions.add([block = *chosen == 1](Look& s) { s.views.reuse.block = block; });
}

void want(const Look* baseline, session::Actions& actions) {
  actions.add(session::want, session::StudyKind::kReuse);
  if (baseline == nullptr) return;
  actions.about(session::Which::kBaseline);
  actions.add(session::want, session::StudyKind::kReuse);
  actions.about(session::Which::kShown);
}

void draw_reuse(const Look& look, const Look* baseline, session::Actions& actions, Canvas& canvas) {
  want(baseline, actions);
  const analysis::Reuse *reuse = session::reuse_of(look),
                        *before = baseline == nullptr ? nullptr : session::reuse_of(*baseline);
  if (reuse == nullptr || (baseline != nullptr && before == nullptr)) {
    draw::header(canvas, "Reuse", studying_text(reuse == nullptr ? look : *baseline, session::StudyKind::kReuse), "");
    return;
  }
  const ReuseOf shown{look, *reuse};
  std::optional<ReuseOf> pinned;
  if (before != nullptr) pinned.emplace(ReuseOf{*baseline, *before});
  const ReuseOf* other = pinned ? &*pinned : nullptr;
  std::string a = matrix_in_words(look, *reuse, format::Matrix::kA);
  constexpr float kSmallest = 0.78f;  // of a header's answer
  if (kSmallest * canvas.text_width(a, canvas.bold()) > canvas.area().width)
    a = matrix_in_words(look, *reuse, format::Matrix::kA, false);
  Rect rest = draw::header(canvas, "Reuse", pinned ? reuse_change(shown, *pinned) : a, "");
  const std::string counted = words::counted_product(*look.recording(), look.loaded->check.remarks);
  const std::string detail = pinned             ? compared_in_words(look, *baseline) + "; " + a
                             : !counted.empty() ? counted
                                                : matrix_in_words(look, *reuse, format::Matrix::kB);
  rest = draw::second_detail(canvas, rest, detail);
  const float tables = pinned ? std::clamp(rest.width - kLeastMap - kColumnGap, kTables, kWithChanges)
                              : std::clamp(rest.width - 2 * kLeastMap - kColumnGap, kTables, kWideTables);
  const Rect right = rest.cut_right(tables, kColumnGap);
  draw_reuse_choices(canvas, rest, look, actions);
  draw_reuse_map(canvas, rest, shown, other);
  draw_reuse_tables(canvas, right, shown, other);
}

}  // namespace

View reuse_view() {
  return {
      .id = "reuse",
      .title = "Reuse",
      .question = "How often is each element loaded from global and from shared memory?",
      .explanation =
          "The number on each matrix says how often one of its elements is loaded from global memory: by lanes, so "
          "that a broadcast to 32 lanes counts 32 times. C shows stores if it is not loaded. The tables show how often "
          "a value in a shared tile is read before the next store to its cell, and the FLOP per byte: per byte that "
          "lanes request, and per byte that sectors and wavefronts move.",
      .place = Place::kBottomOrTop,
      .width = 860,
      .height = 460,
      .least_width = 525,
      .least_height = 266,
      .draw = alone<draw_reuse>,
      .draw_compared = compared<draw_reuse>,
      .texts = {{"reuse", reuse_text}}};
}

}  // namespace gemmscope::views
