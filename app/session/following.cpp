// SPDX-License-Identifier: MIT
#include "app/session/following.h"

#include <algorithm>

#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "tracing/analysis/life_of.h"

namespace gemmscope::session {
namespace {

using analysis::When;

/// When the cursor's request happens. Only with a request.
When here(const Look& look) { return {look.current->request.interval, look.cursor.warp, look.cursor.request}; }

void go_to_use(Look& look, std::size_t use) {
  const When& when = look.life->uses[use].when;
  go_to(look, {look.life->block, when.warp, when.request});
}

}  // namespace

void follow_or_let_go(Look& look, const analysis::Followed& what) {
  if (look.followed == what)
    look.followed.reset();
  else
    look.followed = what;
  refresh(look);
}

void follow_nothing(Look& look) {
  look.followed.reset();
  refresh(look);
}

std::optional<analysis::Followed> selected_to_follow(const Look& look) {
  const Selected& selected = look.selected;
  if (!look.current) return std::nullopt;
  if (selected.anchor == Anchor::kCell) return analysis::TileCell{*selected.cell, look.k_tile_in_shared()};
  const bool loads = look.current->site.op == format::Op::kLoad;
  if (selected.anchor == Anchor::kLane && loads && look.current->active(*selected.lane))
    return analysis::Register{look.cursor.warp, look.cursor.request, static_cast<std::uint8_t>(*selected.lane), 0};
  if (selected.element) return *selected.element;
  return std::nullopt;
}

void follow_selected(Look& look) {
  if (const auto what = selected_to_follow(look))
    follow_or_let_go(look, *what);
  else
    follow_nothing(look);
}

std::optional<std::size_t> use_here(const Look& look) {
  if (!look.life || !look.current) return std::nullopt;
  const auto first = std::ranges::lower_bound(look.life->uses, here(look), {}, &analysis::Use::when);
  if (first == look.life->uses.end() || first->when != here(look)) return std::nullopt;
  return static_cast<std::size_t>(first - look.life->uses.begin());
}

std::optional<std::size_t> next_use(const Look& look, int direction) {
  if (!look.life || !look.current) return std::nullopt;
  return direction > 0 ? analysis::next_use(*look.life, here(look)) : analysis::previous_use(*look.life, here(look));
}

void step_use(Look& look, int direction) {
  if (const auto use = next_use(look, direction)) go_to_use(look, *use);
}

void go_to_first_use(Look& look) {
  if (!look.life) return;
  if (look.life->uses.empty())
    if (const auto block = analysis::block_of(look.loaded->recording, *look.followed)) go_to_block(look, *block);
  if (!look.life->uses.empty()) go_to_use(look, 0);
}

}  // namespace gemmscope::session
