// SPDX-License-Identifier: MIT
#include "app/session/following.h"

#include <algorithm>

#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "app/session/study.h"
#include "tracing/analysis/life_of.h"

namespace gemmscope::session {

void follow_or_let_go(Look& look, const analysis::Followed& what) {
  if (look.followed == what)
    look.followed.reset();
  else
    look.followed = what;
  refresh(look);
}

void follow_nothing(Look& look) {
  look.followed.reset(), look.first_use_due = false;
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
  const analysis::Life* life = life_of(look);
  return life != nullptr ? analysis::use_at(*life, look.now()) : std::nullopt;
}

std::optional<std::size_t> next_use(const Look& look, int direction) {
  const analysis::Life* life = life_of(look);
  if (life == nullptr) return std::nullopt;
  return direction > 0 ? analysis::next_use(*life, look.now()) : analysis::previous_use(*life, look.now());
}

void go_to_use(Look& look, std::size_t use) {
  const analysis::Life* life = life_of(look);
  if (life == nullptr || use >= life->uses.size()) return;
  const auto from = use_here(look);
  const analysis::When when = life->uses[use].when;
  go_to(look, {look.cursor.block, when.warp, when.request});
  if (from && use_here(look) != from) look.use_before = from, look.before.reset(), look.motion = 0;
}

void step_use(Look& look, int direction) {
  if (const auto use = next_use(look, direction)) go_to_use(look, *use);
}

void go_to_first_use(Look& look) {
  look.first_use_due = look.followed.has_value();
  const analysis::Life* life = life_of(look);
  if (life == nullptr) return;
  if (!life->uses.empty()) return go_to_use(look, 0);
  const auto block = analysis::block_of(look.loaded->recording, *look.followed);
  const bool elsewhere = block && *block != look.cursor.block;
  if (elsewhere) go_to_block(look, *block);
  look.first_use_due = elsewhere;
}

}  // namespace gemmscope::session
