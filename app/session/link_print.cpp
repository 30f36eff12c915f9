// SPDX-License-Identifier: MIT
#include "app/session/followed.h"
#include "app/session/link_entries.h"
#include "app/session/link_values.h"

namespace gemmscope::session {
namespace {

class Entries {
 public:
  void add(std::string_view key, const std::string& value) {
    if (value.empty()) return;
    text_ += (text_.empty() ? "" : "/") + std::string(key) + '=' + value;
  }
  template <class State>
  void add(const StateEntries<State>& entries, const State& state) {
    for (const StateEntry<State>& entry : entries) add(entry.key, entry.print(state));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

bool has_requests(const Look& look) { return look.loaded && !look.loaded->recording.blocks.empty(); }

/// The request, and what is picked out and followed.
Link picked_in(const Look& look) {
  const format::Recording& recording = look.loaded->recording;
  const Selected& selected = look.selected;
  const format::Block& block = recording.blocks[look.cursor.block];
  Link link;
  link.block = name_of_block(recording, block.y, block.x);
  link.warp = look.cursor.warp, link.request_index = look.cursor.request;
  if (selected.anchor == Anchor::kLane) link.lane = selected.lane;
  link.bank = selected.bank;
  if (selected.anchor == Anchor::kCell) link.cell = text_of(recording, *selected.cell);
  if (selected.anchor == Anchor::kElement) link.element = text_of(recording, *selected.element);
  if (look.followed) link.follow = text_of(recording, *look.followed);
  return link;
}

/// What is as at first is left out, but for the rule.
Link place_of(const Session& session) {
  const Look& look = session.look;
  Link link = picked_in(look);
  link.rule = look.rule;
  if (look.scope != Look{}.scope) link.scope = look.scope;
  if (session.desk.theme != Desk{}.theme) link.theme = session.desk.theme;
  if (session.desk.scale != Desk{}.scale) link.scale = session.desk.scale;
  if (session.desk.panels.stage != Panels{}.stage) link.stage = session.desk.panels.stage;
  return link;
}

void add_place(Entries& entries, const Session& session) {
  if (!has_requests(session.look)) return;
  entries.add(place_entries(), place_of(session));
  entries.add(view_entries(), session.look.views);
}

}  // namespace

std::string link_of(const Session& session) {
  Entries entries;
  Link launch;
  if (session.look.loaded) launch.kernel = session.look.recording()->kernel, launch.numbers = session.look.given;
  entries.add(launch_entries(), launch);
  add_place(entries, session);
  return entries.text();
}

std::string picked_in_link(const Look& look) {
  Entries entries;
  if (has_requests(look)) entries.add(place_entries(), picked_in(look));
  return entries.text();
}

std::string place_of_link(const Session& session) {
  Entries entries;
  add_place(entries, session);
  return entries.text();
}

}  // namespace gemmscope::session
