// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "app/session/findings.h"
#include "app/session/followed.h"
#include "app/session/following.h"
#include "app/session/link_entries.h"
#include "app/session/stepping.h"
#include "app/session/warp_walk.h"

namespace gemmscope::session {
namespace {

tl::unexpected<Error> no_such(const std::string& what, const std::string& there_is) {
  return fail(ErrorKind::kUsage, "the recording has no " + what + "; it has " + there_is);
}

/// Whether the link says where to look, besides a finding.
bool names_place(const Link& link) {
  return link.block || link.warp || link.request_index || link.k_tile || link.site || link.line || link.step;
}

Result<Cursor> cursor_of(const format::Recording& recording, const Cursor& from, const Link& link) {
  Cursor cursor = from;
  if (link.block) {
    const std::optional<std::uint32_t> found = find_block(recording, *link.block);
    if (!found) return no_such("block " + text_of(*link.block), blocks_there_are(recording));
    cursor.block = *found;
  }
  cursor.warp = link.warp ? *link.warp : requesting_warp(recording, cursor.block, cursor.warp);
  const std::uint32_t requests = warp_requests(recording, cursor.block, cursor.warp);
  if (requests == 0 && !names_place(link)) return cursor;  // the launch faulted before it made one
  if (cursor.warp >= recording.warps() || requests == 0)
    return no_such("requests of warp " + std::to_string(cursor.warp),
                   "warps 0 to " + std::to_string(recording.warps() - 1));
  cursor.request = link.request_index.value_or(std::min(cursor.request, requests - 1));
  if (cursor.request >= requests)
    return no_such("request " + std::to_string(std::uint64_t{cursor.request} + 1),
                   "requests 1 to " + std::to_string(requests));
  return cursor;
}

/// What the link names, as it is written there: "k_tile=1, site=As_store".
std::string asked_for(const Link& link) {
  std::string text = link.site ? "site=" + *link.site : "";
  for (const auto& [name, value] :
       {std::pair("k_tile", link.k_tile), std::pair("line", link.line), std::pair("step", link.step)})
    if (value)
      text += (text.empty() ? "" : ", ") + std::string(name) + "=" +
              (value == format::kEpilogue ? "end" : std::to_string(*value));
  return text;
}

/// Whether the link asks for requests like those of `site`.
bool fits(const format::Site& site, const Link& link) {
  return (!link.line || site.line == *link.line) && (!link.site || site.name == *link.site);
}

/// A warp of the block that has a request at a site that fits.
std::optional<std::uint32_t> warp_that_fits(const format::Recording& recording, std::uint32_t block, const Link& link) {
  for (std::uint32_t warp = 0; warp < recording.warps(); ++warp) {
    if (warp_requests(recording, block, warp) == 0) continue;
    const WarpWalk walk(recording, block, warp);
    for (std::optional<Stop> stop = walk.at(0); stop; stop = walk.next(*stop, +1))
      if (fits(recording.sites[stop->site], link)) return warp;
  }
  return std::nullopt;
}

/// "; its sites are A_load, As_store", each name once.
std::string sites_of(const format::Recording& recording) {
  std::set<std::string> names;
  for (const format::Site& site : recording.sites) names.insert(site.name);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "; its sites are " : ", ") + name;
  return text;
}

/// Why warp `cursor.warp` has no request that fits, and what to ask for instead.
std::string no_request(const format::Recording& recording, const Cursor& cursor, const Link& link) {
  const std::string warp = "warp " + std::to_string(cursor.warp);
  if ((link.line || link.site) && !link.k_tile && !link.step) {
    const std::string place = (link.site ? "at " + *link.site : "") + (link.site && link.line ? " " : "") +
                              (link.line ? "on line " + std::to_string(*link.line) : "");
    if (std::ranges::none_of(recording.sites, [&](const format::Site& site) { return fits(site, link); }))
      return "the kernel accesses no memory " + place + (link.site ? sites_of(recording) : "");
    const auto other = warp_that_fits(recording, cursor.block, link);
    if (!other) return "no recorded warp of this block makes a request " + place;
    if (*other != cursor.warp)
      return "no request of " + warp + " is " + place + "; warp " + std::to_string(*other) +
             " makes one: add warp=" + std::to_string(*other);
  }
  return "no recorded request of " + warp + " fits " + asked_for(link) + "; leave one of them out";
}

/// The first request that fits k_tile, site, line and step; without a k_tile, of the cursor's k-tile if that has one.
Result<std::uint32_t> search(const format::Recording& recording, const Cursor& cursor, const Link& link) {
  const WarpWalk walk(recording, cursor.block, cursor.warp);
  const std::uint32_t k_tile = link.k_tile.value_or(walk.at(cursor.request).k_tile);
  std::optional<std::uint32_t> elsewhere;
  for (std::optional<Stop> stop = walk.at(0); stop; stop = walk.next(*stop, +1)) {
    if (!fits(recording.sites[stop->site], link) || (link.step && stop->step != *link.step)) continue;
    if (stop->k_tile == k_tile) return stop->request;
    if (!elsewhere) elsewhere = stop->request;
  }
  if (elsewhere && !link.k_tile) return *elsewhere;
  return fail(ErrorKind::kUsage, no_request(recording, cursor, link));
}

/// "A, B, C, As and Bs: write A[ROW][COLUMN]".
std::string arrays_of(const format::Recording& recording) {
  std::string text;
  for (const format::Tensor& each : recording.tensors) text += (text.empty() ? "" : ", ") + each.name;
  return recording.tensors.empty()
             ? "no array"
             : text + "; write " + recording.tensors[0].name + "[ROW][COLUMN], with rows and columns that it has";
}

bool names(const Link& link, std::string_view key) {
  return std::ranges::any_of(link.views, [&](const auto& entry) { return entry.first == key; });
}

void show_stage(Panels& panels, const std::string& stage) { panels.stage = panels.focus_view = stage; }

/// Follows what the link names.
Result<void> follow_what(Look& look, const std::string& text) {
  const auto what = followed_from(look.loaded->recording, text);
  if (!what) return tl::unexpected(what.error());
  look.followed = *what;
  return {};
}

/// What the finding that the link names asks for: to be there, and, without another place, to be opened.
Result<void> follow_finding(Session& session, const Link& link) {
  if (chosen_finding(session.look) == nullptr) {
    session.look.views.check.chosen.reset();
    const std::size_t findings = session.look.loaded->check.findings.size();
    return no_such("finding of that number", findings == 0 ? "none" : "findings 0 to " + std::to_string(findings - 1));
  }
  const ViewState views = session.look.views;
  if (names_place(link)) return {};
  open_finding(session, *session.look.views.check.chosen);
  if (link.stage) show_stage(session.desk.panels, *link.stage);
  if (names(link, "tile") || names(link, "whole_tile")) session.look.views.shared = views.shared;
  return {};
}

}  // namespace

Result<void> follow(Session& session, const Link& link) {
  if (!session.look.loaded) return fail(ErrorKind::kUsage, "there is no recording; record or open one first");
  const format::Recording& recording = session.look.loaded->recording;
  if (recording.blocks.empty()) {  // views say so themselves
    if (!names_place(link) && link.views.empty() && !link.stage) return {};
    return fail(ErrorKind::kUsage, "the recording has no blocks; record at least one");
  }
  Result<Cursor> cursor = cursor_of(recording, session.look.cursor, link);
  if (!cursor) return tl::unexpected(cursor.error());
  if (!link.request_index && (link.k_tile || link.site || link.line || link.step)) {
    const Result<std::uint32_t> request = search(recording, *cursor, link);
    if (!request) return tl::unexpected(request.error());
    cursor->request = *request;
  }
  if (link.lane) session.look.selected.lane = link.lane, session.look.selected.anchor = Anchor::kLane;
  for (const auto& [text, slot, anchor] :
       {std::tuple(&link.cell, &session.look.selected.cell, Anchor::kCell),
        std::tuple(&link.element, &session.look.selected.element, Anchor::kElement)}) {
    if (!*text) continue;
    *slot = element_from(recording, **text);
    if (!*slot) return no_such("element '" + **text + "'", arrays_of(recording));
    session.look.selected.anchor = anchor;
  }
  if (link.follow)
    if (auto followed = follow_what(session.look, *link.follow); !followed) return followed;
  if (link.bank) session.look.selected.bank = link.bank;
  if (link.rule) session.look.rule = *link.rule;
  if (link.scope) session.look.scope = *link.scope;
  if (link.theme) session.desk.theme = *link.theme;
  if (link.scale) session.desk.scale = *link.scale;
  if (link.stage) show_stage(session.desk.panels, *link.stage);
  for (const auto& [key, value] : link.views)
    for (const auto& entry : view_entries())
      if (entry.key == key) entry.read(value, session.look.views);
  go_to(session.look, *cursor);
  if (link.follow && !names_place(link)) go_to_first_use(session.look);
  if (names(link, "finding")) return follow_finding(session, link);
  return {};
}

}  // namespace gemmscope::session
