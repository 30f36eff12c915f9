// SPDX-License-Identifier: MIT
#include "app/views/parts/path.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "app/session/followed.h"
#include "app/session/following.h"
#include "app/session/study.h"
#include "app/views/parts/lane_set.h"
#include "app/words/life_words.h"
#include "app/words/number.h"
#include "tracing/format/limits.h"

namespace gemmscope::views {
namespace {

using analysis::Life;
using analysis::UseKind;
using draw::Canvas;
using draw::Point;
using draw::Rect;
using session::Look;

constexpr float kSmallMark = 3.5f, kMark = 6, kLargeMark = 8.5f;  // points; half of the mark's width
constexpr float kSolid = 9;                                       // points of a dashed arrow that are not dashed
constexpr std::size_t kMostBack = 64;                             // uses that are looked at for one with a place

void diamond(Canvas& canvas, Point middle, float half, draw::Colour colour) {
  const Point left{middle.x - half, middle.y}, right{middle.x + half, middle.y};
  canvas.triangle(left, {middle.x, middle.y - half}, right, colour);
  canvas.triangle(left, {middle.x, middle.y + half}, right, colour);
}

void mark(Canvas& canvas, Point middle, float half) {
  diamond(canvas, middle, half + 1.5f, canvas.colours.ground);
  diamond(canvas, middle, half, canvas.colours.selected);
}

/// "8 lanes of warps 0 and 2": a lane that reads it more than once counts once.
std::string readers_text(const Life& life) {
  std::array<std::uint32_t, format::kMaxThreads / format::kLanes> lanes_of_warp{};
  for (const analysis::Use& use : life.uses)
    if (use.kind == UseKind::kSharedLoad) lanes_of_warp[use.when.warp] |= use.lanes;
  std::uint64_t lanes = 0;
  std::uint32_t warps = 0;
  for (std::size_t w = 0; w < lanes_of_warp.size(); ++w)
    if (lanes_of_warp[w] != 0) warps |= 1u << w, lanes += static_cast<std::uint64_t>(std::popcount(lanes_of_warp[w]));
  std::string which = lane_ranges(warps);
  if (const std::size_t comma = which.rfind(", "); std::popcount(warps) == 2) which.replace(comma, 2, " and ");
  return words::count_of(lanes, "lane") + (std::has_single_bit(warps) ? " of warp " : " of warps ") + which;
}

std::string text_of_station(const format::Recording& recording, const Life& life, const analysis::UsesOfKind& uses) {
  const analysis::Use& use = life.uses[uses.first];
  const std::string& tensor = recording.tensors[recording.sites[use.site].tensor].name;
  switch (use.kind) {
    case UseKind::kGlobalLoad: return session::text_of(recording, *life.element);
    case UseKind::kSharedStore:
      return use.cell ? session::text_of(recording, {use.cell->tensor, use.cell->row, use.cell->column}) : tensor;
    case UseKind::kStagedStore:
    case UseKind::kStagedLoad: return tensor;
    case UseKind::kSharedLoad: return readers_text(life);
    case UseKind::kMultiplyAdd: return words::count_of(uses.tally.products, "multiply-add");
    case UseKind::kGlobalStore:
      return life.ends.size() == 1 ? words::elements_text(recording.name_of(format::Matrix::kC), life.ends)
                                   : words::count_of(analysis::elements_in(life.ends), "element") + " of " +
                                         recording.name_of(format::Matrix::kC);
  }
  return "";
}

/// The place of `use`, or of the nearest use before it that has one.
std::optional<Rect> place_before(const Life& life, std::size_t use, const PlaceOf& place_of) {
  for (std::size_t back = 0; back <= std::min(use, kMostBack); ++back)
    if (const auto place = place_of(life.uses[use - back])) return place;
  return std::nullopt;
}

/// Begins and ends slowly.
float eased(float motion) { return motion * motion * (3 - 2 * motion); }

}  // namespace

bool other_blocks_use(const format::Recording& recording, const Life& life) {
  if (!life.element) return false;
  const auto shape = analysis::block_shape(recording);
  if (!shape) return false;
  const auto [rows, columns] = analysis::tile_grid(recording, *shape);
  const format::Matrix matrix = recording.tensors[life.element->tensor].matrix;
  return (matrix == format::Matrix::kA && columns > 1) || (matrix == format::Matrix::kB && rows > 1);
}

std::vector<Station> stations_of(const format::Recording& recording, const Life& life) {
  std::vector<Station> stations;
  for (const analysis::UsesOfKind& uses : life.kinds)
    stations.push_back({uses.kind, uses.first, text_of_station(recording, life, uses)});
  return stations;
}

const char* stage_of(UseKind kind) {
  switch (kind) {
    case UseKind::kGlobalLoad: return "arrays";
    case UseKind::kSharedStore:
    case UseKind::kSharedLoad:
    case UseKind::kStagedStore:
    case UseKind::kStagedLoad: return "shared";
    case UseKind::kMultiplyAdd: return "writers";
    case UseKind::kGlobalStore: return "stores";
  }
  return "";
}

bool reached(const Look& look, UseKind kind) {
  const Life* life = session::life_of(look);
  if (life == nullptr || !look.current) return false;
  const auto uses = std::ranges::find(life->kinds, kind, &analysis::UsesOfKind::kind);
  return uses != life->kinds.end() && life->uses[uses->first].when <= look.now();
}

bool uses_now(const Look& look, int lane) {
  const auto use = session::use_here(look);
  if (!use) return false;
  const std::vector<analysis::Use>& uses = session::life_of(look)->uses;
  std::uint32_t lanes = 0;
  for (std::size_t i = *use; i < uses.size() && uses[i].when == uses[*use].when; ++i) lanes |= uses[i].lanes;
  return (lanes >> lane & 1u) != 0;
}

void mark_lane(Canvas& canvas, Rect chip) {
  mark(canvas, {chip.right() - kSmallMark, chip.y + kSmallMark}, kSmallMark);
}

void mark_followed(Canvas& canvas, Rect place) { mark(canvas, place.centre(), kMark); }

void mark_sums(Canvas& canvas, Rect place, bool reached) {
  const Rect around{place.x - 1, place.y - 1, std::max(3.0f, place.width + 2), std::max(3.0f, place.height + 2)};
  canvas.outline(around, canvas.colours.ground, 3);
  if (reached)
    canvas.outline(around, canvas.colours.selected, 1.5f);
  else
    canvas.dashed(around, canvas.colours.selected);
}

void draw_way(Canvas& canvas, Rect from, Rect to, bool reached) {
  const Point a = from.centre(), b = to.centre();
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  if (reached || length < 2 * kSolid) return canvas.arrow(a, b, canvas.colours.selected, 0, 1.4f);
  const Point head{b.x - (b.x - a.x) * kSolid / length, b.y - (b.y - a.y) * kSolid / length};
  canvas.dashed_line(a, head, canvas.colours.selected, 1.4f);
  canvas.arrow(head, b, canvas.colours.selected, 0, 1.4f);
}

void draw_use(Canvas& canvas, const Look& look, const PlaceOf& place_of) {
  const Life* life = session::life_of(look);
  const auto here = session::use_here(look);
  if (!here) return;
  auto to = place_of(life->uses[*here]);
  for (std::size_t i = *here + 1; !to && i < life->uses.size() && life->uses[i].when == look.now(); ++i)
    to = place_of(life->uses[i]);  // a request that reads it may be the last before the multiply-adds
  if (!to) return;
  Point at = to->centre();
  if (look.motion < 1 && look.use_before && *look.use_before < life->uses.size())
    if (const auto from = place_before(*life, *look.use_before, place_of)) {
      const float left = 1 - eased(look.motion);
      at = {at.x + (from->centre().x - at.x) * left, at.y + (from->centre().y - at.y) * left};
    }
  mark(canvas, at, kLargeMark);
}

}  // namespace gemmscope::views
