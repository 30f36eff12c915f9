// SPDX-License-Identifier: MIT
#include "app/session/visit.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/session/bring.h"
#include "app/session/own_arguments.h"
#include "app/session/own_launches.h"
#include "app/session/own_numbers.h"
#include "app/session/request_edits.h"
#include "app/session/stepping.h"
#include "tracing/format/block_name.h"
#include "tracing/record/plan.h"

namespace gemmscope::session {
namespace {

using format::Range;
using record::RecordRequest;

/// Multiply-adds that are recorded unasked, so that the next place is there too: a second or two (docs/performance.md).
constexpr double kQuick = 1024.0 * 1024 * 1024;

Range with(Range range, std::uint32_t index) { return {std::min(range.begin, index), std::max(range.end, index + 1)}; }

/// What the link names, for people: "block 7,7, warp 3".
std::string named(const Link& link) {
  std::string text;
  const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
  if (link.block) add("block " + text_of(*link.block));
  if (link.warp) add("warp " + std::to_string(*link.warp));
  if (link.k_tile) add(*link.k_tile == format::kEpilogue ? "the write-back" : "k-tile " + std::to_string(*link.k_tile));
  return text;
}

/// Three parts to choose from for each side of a launch: all of it, what lies between, the named alone.
using Parts = std::array<Range, 3>;

Parts parts_of(Range recorded, std::uint32_t all, const std::optional<std::uint32_t>& named) {
  const Range whole{0, all};
  if (!named) return {whole, recorded, recorded};
  return {whole, with(recorded, *named), {*named, *named + 1}};
}

bool lacks(const format::Selection& part, const Link& link) {
  if (link.block && !part.has_block(link.block->x, link.block->y, link.block->z.value_or(0))) return true;
  if (link.warp && !part.warps.contains(*link.warp)) return true;
  return link.k_tile && (*link.k_tile == format::kEpilogue ? !part.epilogue : !part.k_tiles.contains(*link.k_tile));
}

bool exists(const format::Grid& grid, std::uint32_t warps, std::uint32_t k_tiles, const Link& link) {
  return (!link.block || place_of(*link.block, grid)) && (!link.warp || *link.warp < warps) &&
         (!link.k_tile || *link.k_tile == format::kEpilogue || *link.k_tile < k_tiles);
}

/// Has `wanted` recorded, which differs from the session's by its part, and then goes where `link` says.
void record_and_go(Session& session, const RecordRequest& wanted, const Link& link, const std::string& text) {
  Choice choice = session.bench.chosen;
  choice.request.block_y = wanted.block_y, choice.request.block_x = wanted.block_x;
  choice.request.warps = wanted.warps, choice.request.k_tiles = wanted.k_tiles;
  choice.request.epilogue = wanted.epilogue;
  choice.own_part = true;
  choose(session, std::move(choice));
  session.bench.arrival = text;
  session.desk.error.clear();
  session.desk.notice = "Recording " + named(link) + " \u2026";
}

void go_or_record(Session& session, const std::string& text) {
  const Result<Link> link = parse_link(text, session.bench.wanted);
  if (!session.look.loaded || !link) return;
  const RecordRequest wanted = with_place(session.bench.wanted, *link);
  if (wanted != session.bench.wanted) record_and_go(session, wanted, *link, text);
}

/// What `request` and the place of `link` need: of what is loaded, if that will do.
Result<Recorded> needed(const Session& session, RecordRequest request, const Link& link) {
  if (auto there = find_loaded(session, request); there && !lacks_place(there->loaded->recording, link)) return *there;
  const auto plan = record::make_plan(request);
  if (!plan) return tl::unexpected(plan.error());
  request.kernel = plan->variant.kernel->name;  // of an alias
  const Choice choice{.request = with_place(request, link)};
  const RecordRequest wanted = adjusted(choice);
  return find_loaded(session, wanted).value_or(Recorded{nullptr, choice, wanted});
}

/// To a launch of the own program, which is run first if it is to have other numbers.
Result<void> go_in_program(Session& session, const Link& link, const std::string& text) {
  const Numbers numbers = numbers_in(link.request.overrides);
  for (const format::Parameter& number : numbers)
    if (number.name != kArguments && std::ranges::count(session.own.known, number.name, &OwnNumber::name) == 0)
      return fail(ErrorKind::kUsage, "the program has no number " + number.name + ", which the link sets");
  session.desk.error.clear();
  set_numbers(session, numbers);
  if (!session.own.due) return go_to_own(session, link);
  session.own.arrival = text;
  session.desk.notice = "Running the program with the numbers of the link \u2026";
  return {};
}

Result<void> go(Session& session, const std::string& text) {
  const Result<Link> link = parse_link(text, session.bench.wanted);
  if (!link) return tl::unexpected(link.error());
  if (is_of_own(session, link->request)) {
    const Result<void> there = go_in_program(session, *link, text);
    if (there && link->baseline && !session.baseline && !session.own.due)
      session.desk.notice = "The link's baseline is left out: pin a run of a program in the window (C).";
    return there;
  }
  const Result<Recorded> shown = needed(session, link->request, *link);
  if (!shown) return tl::unexpected(shown.error());
  std::optional<Recorded> baseline = link->whole ? std::nullopt : session.bench.to_pin;
  if (link->baseline) {
    const Result<Recorded> pinned = needed(session, *link->baseline, *link);
    if (!pinned) return tl::unexpected(pinned.error());
    baseline = *pinned;
  }
  session.desk.error.clear();
  if (bring(session, *shown, baseline, text)) return follow(session, *link);
  session.desk.notice = "Recording what the link needs \u2026";
  return {};
}

bool is_at_first_of_k_tile(const Look& look) {
  const auto [block, warp, request] = look.cursor;
  const analysis::KTileBand* here = look.loaded->timeline(look.rule).k_tile_band(block, warp, request);
  return here != nullptr && here->begin == request;
}

}  // namespace

bool lacks_place(const format::Recording& r, const Link& link) {
  return exists(grid_of(r), r.warps(), r.k_tiles, link) && lacks(r.selection, link);
}

RecordRequest with_place(const RecordRequest& request, const Link& link) {
  const auto plan = record::make_plan(request);
  if (!plan || !exists({plan->grid_x, plan->grid_y}, plan->warps, plan->k_tiles, link) || !lacks(plan->selection, link))
    return request;
  const format::Selection& has = plan->selection;
  const bool of_block = link.block.has_value(), main_loop = link.k_tile && *link.k_tile != format::kEpilogue;
  const auto index = [&](std::uint32_t i) { return of_block ? std::optional(i) : std::nullopt; };
  const Parts y = parts_of(has.block_y, plan->grid_y, index(of_block ? link.block->y : 0));
  const Parts x = parts_of(has.block_x, plan->grid_x, index(of_block ? link.block->x : 0));
  const Parts warps = parts_of(has.warps, plan->warps, link.warp);
  const Parts k_tiles = parts_of(has.k_tiles, plan->k_tiles, main_loop ? link.k_tile : std::nullopt);

  const kernels::BlockGeometry g = plan->variant.geometry();
  const auto quick = [&](std::size_t blocks, std::size_t rest) {
    return double(y[blocks].size()) * x[blocks].size() * g.BM * g.BN * k_tiles[rest].size() * g.BK *
               warps[rest].size() / plan->warps <=
           kQuick;
  };
  std::pair<std::size_t, std::size_t> chosen{2, 2};
  for (const auto& [blocks, rest] : {std::pair<std::size_t, std::size_t>{2, 1}, {2, 0}, {1, 1}, {1, 0}, {0, 0}})
    if (quick(blocks, rest)) chosen = {blocks, rest};
  const auto narrowed = [](Range range, std::uint32_t all) {
    return range == Range{0, all} ? std::nullopt : std::optional(range);
  };
  RecordRequest wanted = request;
  wanted.block_y = narrowed(y[chosen.first], plan->grid_y), wanted.block_x = narrowed(x[chosen.first], plan->grid_x);
  wanted.warps = narrowed(warps[chosen.second], plan->warps);
  wanted.k_tiles = narrowed(k_tiles[chosen.second], plan->k_tiles);
  wanted.epilogue = request.epilogue || chosen.second == 0 || link.k_tile == format::kEpilogue;
  return wanted;
}

void visit(Session& session, const std::string& text) {
  const Result<void> there = go(session, text);
  if (!there) session.desk.error = there.error().message;
}

void visit_block(Session& session, std::uint32_t y, std::uint32_t x) {
  if (!session.look.loaded) return;
  const format::Recording& recording = session.look.loaded->recording;
  const format::BlockName name = name_of_block(recording, y, x);
  if (const auto block = find_block(recording, name)) return go_to_block(session.look, *block);
  go_or_record(session, "block=" + text_of(name));
}

void visit_warp(Session& session, std::uint32_t warp) {
  if (!session.look.loaded) return;
  const format::Recording& recording = session.look.loaded->recording;
  if (recording.selection.warps.contains(warp)) {
    go_to_warp(session.look, warp);
    if (session.look.cursor.warp != warp)
      session.desk.notice = "Warp " + std::to_string(warp) + " makes no request in this block.";
    return;
  }
  go_or_record(session, "warp=" + std::to_string(warp));
}

void visit_k_tile(Session& session, std::uint32_t k_tile) {
  if (!session.look.loaded) return;
  const format::Selection& part = session.look.loaded->recording.selection;
  const bool write_back = k_tile == format::kEpilogue;
  if (write_back ? part.epilogue : part.k_tiles.contains(k_tile)) return go_to_k_tile(session.look, k_tile);
  go_or_record(session, "k_tile=" + (write_back ? "end" : std::to_string(k_tile)));
}

void visit_next_block(Session& session, int direction) {
  if (!session.look.current) return;
  const format::Recording& r = session.look.loaded->recording;
  const std::int64_t count = std::int64_t{r.grid_y} * r.grid_x;
  if (count == 0) return;
  if (!r.of_ladder()) {  // whose other blocks cannot be recorded from here
    const auto most = static_cast<std::int64_t>(r.blocks.size()) - 1;
    const std::int64_t next = std::int64_t{session.look.cursor.block} + direction;
    return go_to_block(session.look, static_cast<std::uint32_t>(std::clamp<std::int64_t>(next, 0, most)));
  }
  const std::int64_t now = std::int64_t{session.look.block().y} * r.grid_x + session.look.block().x;
  const auto next = static_cast<std::uint32_t>(std::clamp<std::int64_t>(now + direction, 0, count - 1));
  visit_block(session, next / r.grid_x, next % r.grid_x);
}

void visit_next_warp(Session& session, int direction) {
  if (!session.look.loaded) return;
  const format::Recording& r = session.look.loaded->recording;
  const auto silent = [&](std::int64_t warp) {
    const auto w = static_cast<std::uint32_t>(warp);
    return r.selection.warps.contains(w) && warp_requests(r, session.look.cursor.block, w) == 0;
  };
  std::int64_t next = std::int64_t{session.look.cursor.warp} + direction;
  while (next >= 0 && next < r.warps() && silent(next)) next += direction;
  if (next >= 0 && next < r.warps()) visit_warp(session, static_cast<std::uint32_t>(next));
}

void visit_next_k_tile(Session& session, int direction) {
  if (!session.look.current) return;
  const format::Recording& r = session.look.loaded->recording;
  const Range recorded = r.selection.k_tiles;
  const std::uint32_t now = session.look.k_tile();
  if (direction > 0 && now != format::kEpilogue && now + 1 == recorded.end) {
    if (recorded.end < r.k_tiles) return visit_k_tile(session, recorded.end);
    if (!r.selection.epilogue) return visit_k_tile(session, format::kEpilogue);
  }
  if (direction < 0 && is_at_first_of_k_tile(session.look)) {
    if (now == recorded.begin && now > 0) return visit_k_tile(session, now - 1);
    if (now == format::kEpilogue && recorded.end < r.k_tiles) return visit_k_tile(session, r.k_tiles - 1);
  }
  step_k_tile(session.look, direction);
}

}  // namespace gemmscope::session
