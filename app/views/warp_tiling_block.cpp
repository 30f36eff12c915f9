// SPDX-License-Identifier: MIT
/// The block tile of C by warps, subtiles and lanes, with what the lane needs of As and Bs at its edges.
#include <algorithm>

#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/views/stage_draw.h"
#include "app/views/stage_words.h"
#include "app/views/warp_tiling_parts.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;

constexpr float kThin = 2, kWide = 15;  // points across a k that is not, and one that is, the current step
constexpr float kGap = 6;

float f(int value) { return static_cast<float>(value); }
float f(std::uint32_t value) { return static_cast<float>(value); }

/// Where k lies across the As or Bs strip: the current step is wide, so that its entries can be seen.
struct Steps {
  int count;
  std::optional<std::uint32_t> wide;

  float thin() const { return count > 32 ? kThin / 2 : kThin; }
  float begin(int k) const { return f(k) * thin() + (wide && k > static_cast<int>(*wide) ? kWide - thin() : 0); }
  float size(int k) const { return wide && k == static_cast<int>(*wide) ? kWide : thin(); }
  float all() const { return begin(count - 1) + size(count - 1); }
};

struct Places {
  Rect tile, as, bs;
  float scale = 1;

  Rect of(analysis::Rect part) const {
    return {tile.x + f(part.column) * scale, tile.y + f(part.row) * scale, f(part.columns) * scale,
            f(part.rows) * scale};
  }
};

Places place(Rect space, const WarpScene& scene, const Steps& steps) {
  const auto& s = scene.shape();
  const float margin = steps.all() + kGap;
  Places places;
  places.scale = std::min((space.width - margin) / f(s.BN), (space.height - margin) / f(s.BM));
  places.tile = {space.x + margin, space.y + margin, f(s.BN) * places.scale, f(s.BM) * places.scale};
  places.as = {space.x, places.tile.y, steps.all(), places.tile.height};
  places.bs = {places.tile.x, space.y, places.tile.width, steps.all()};
  return places;
}

/// As with k across and m down, Bs with k down and n across; the lane's entries of the current step.
void draw_strips(Canvas& canvas, const Places& places, const Steps& steps, const WarpScene& scene) {
  const Colour panel = canvas.colours.panel, a = canvas.colours.a, b = canvas.colours.b;
  for (int k = 0; k < steps.count; ++k) {
    const bool lit = scene.step && k == static_cast<int>(*scene.step);
    const float begin = steps.begin(k), size = steps.size(k) - (steps.thin() >= 2 ? 0.7f : 0);
    canvas.fill({places.as.x + begin, places.as.y, size, places.as.height}, theme::mixed(panel, a, lit ? 0.4f : 0.2f));
    canvas.fill({places.bs.x, places.bs.y + begin, places.bs.width, size}, theme::mixed(panel, b, lit ? 0.4f : 0.2f));
  }
  if (!scene.step) return;
  const auto& s = scene.shape();
  const float begin = steps.begin(static_cast<int>(*scene.step));
  const auto entry = [&](Rect rect, Entry state, Colour colour) {
    // A point of ground between entries, so that eight of them do not look like one.
    const float across = rect.width >= 2 ? 1.0f : 0.0f, down = rect.height >= 2 ? 1.0f : 0.0f;
    const Rect inner{rect.x, rect.y, rect.width - across, rect.height - down};
    if (state == Entry::kEmpty) return canvas.outline(inner, colour);
    canvas.fill(inner, state == Entry::kNow ? theme::mixed(colour, canvas.colours.text, 0.55f) : colour);
  };
  for (std::size_t e = 0; e < scene.fragments.regM.size(); ++e) {
    const auto i = static_cast<std::uint32_t>(e / static_cast<std::size_t>(s.TM)),
               m = static_cast<std::uint32_t>(e % static_cast<std::size_t>(s.TM));
    const analysis::Rect own =
        scene.tiling.thread_tile(scene.session.cursor.warp, static_cast<std::uint32_t>(scene.lane), i, 0);
    entry({places.as.x + begin, places.tile.y + f(own.row + m) * places.scale, kWide, places.scale},
          scene.fragments.regM[e], a);
  }
  for (std::size_t e = 0; e < scene.fragments.regN.size(); ++e) {
    const auto j = static_cast<std::uint32_t>(e / static_cast<std::size_t>(s.TN)),
               n = static_cast<std::uint32_t>(e % static_cast<std::size_t>(s.TN));
    const analysis::Rect own =
        scene.tiling.thread_tile(scene.session.cursor.warp, static_cast<std::uint32_t>(scene.lane), 0, j);
    entry({places.tile.x + f(own.column + n) * places.scale, places.bs.y + begin, places.scale, kWide},
          scene.fragments.regN[e], b);
  }
}

void draw_warps(Canvas& canvas, const Places& places, const WarpScene& scene) {
  for (std::uint32_t warp = 0; warp < scene.tiling.warps(); ++warp) {
    const Rect rect = places.of(scene.tiling.warp_tile(warp));
    const bool current = warp == scene.session.cursor.warp;
    canvas.fill(rect, current ? theme::mixed(canvas.colours.panel, canvas.colours.c, 0.22f)
                              : canvas.colours.warps[warp % canvas.colours.warps.size()]);
    canvas.outline(rect, canvas.colours.panel);
    if (current) continue;
    TextStyle style{canvas.colours.text, draw::Face::kBold, 13, Align::kRight};
    const std::string name = "warp " + std::to_string(warp), number = std::to_string(warp);
    const Rect inside = rect.inset(4);
    if (inside.height >= 12)
      canvas.text_in({inside.x, inside.bottom() - 16, inside.width, 16},
                     canvas.text_width(name, style) < inside.width ? name : number, style);
  }
}

/// The selected warp: subtiles, thread tiles, numbers in the first subtile, and the lane's tiles everywhere.
void draw_own_warp(Canvas& canvas, const Places& places, const WarpScene& scene) {
  const auto& s = scene.shape();
  const std::uint32_t warp = scene.session.cursor.warp;
  const Colour panel = canvas.colours.panel, c = canvas.colours.c;
  const float tall = f(s.TM) * places.scale, wide = f(s.TN) * places.scale;
  TextStyle number{canvas.colours.text, draw::Face::kMonoBold, std::min(tall * 0.62f, 12.0f), Align::kCentre};
  const bool numbered =
      tall >= 11 && canvas.text_width("00", number) <= wide - 3;  // else the enlarged subtile has them
  const float gap = tall >= 6 ? 1.0f : 0.0f;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(s.WMITER()); ++i)
    for (std::uint32_t j = 0; j < static_cast<std::uint32_t>(s.WNITER); ++j) {
      const bool first = i == 0 && j == 0;
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const bool own = static_cast<int>(lane) == scene.lane;
        if (!first && !own && gap == 0) continue;
        const Rect rect = places.of(scene.tiling.thread_tile(warp, lane, i, j));
        const Rect inner{rect.x + gap, rect.y + gap, rect.width - gap, rect.height - gap};
        const Colour fill =
            own ? (first ? c : theme::mixed(panel, c, 0.75f)) : theme::mixed(panel, c, first ? 0.5f : 0.3f);
        canvas.fill(inner, fill, 2 * gap);
        if (!first || !numbered) continue;
        number.colour = theme::text_on(fill);
        canvas.text_in(inner, std::to_string(lane), number);
        if (own) draw::mark(canvas, inner, draw::Emphasis::kSelected);
      }
      canvas.outline(places.of(scene.tiling.subtile(warp, i, j)),
                     theme::mixed(panel, canvas.colours.text, first ? 0.8f : 0.4f));
    }
  canvas.outline(places.of(scene.tiling.warp_tile(warp)).inset(-1), canvas.colours.selected, 2);
}

void point_at(Canvas& canvas, const Places& places, const WarpScene& scene, session::Actions& actions) {
  const auto& s = scene.shape();
  const draw::Hit hit = canvas.hit("C tile", places.tile);
  const auto under = draw::cell_at(places.tile, s.BM, s.BN, hit.at);
  if (!hit.hovered || !under) return;
  const analysis::Owner owner =
      scene.tiling.owner_of(static_cast<std::uint32_t>(under->row), static_cast<std::uint32_t>(under->column));
  canvas.hand();
  canvas.tooltip("warp " + std::to_string(owner.warp) + ", lane " + std::to_string(owner.lane) + ", subtile " +
                 std::to_string(owner.i) + "," + std::to_string(owner.j) + "\nrow " + std::to_string(under->row) +
                 ", column " + std::to_string(under->column) + " of the block tile");
  if (owner.warp != scene.session.cursor.warp) {
    if (hit.clicked) actions.add(session::go_to_warp, owner.warp);
    return;
  }
  canvas.dashed(places.of(scene.tiling.thread_tile(owner.warp, owner.lane, owner.i, owner.j)), canvas.colours.selected);
  actions.add(session::hover_lane, static_cast<int>(owner.lane));
  if (hit.clicked) actions.add(session::select_lane, static_cast<int>(owner.lane));
}

}  // namespace

Rect draw_block_tile(Canvas& canvas, Rect space, const WarpScene& scene, session::Actions& actions) {
  const auto& s = scene.shape();
  const Rect above = space.cut_top(18, 2), below = space.cut_bottom(18, 2);
  const Steps steps{s.BK, scene.step};
  const Places places = place(space, scene, steps);
  draw_strips(canvas, places, steps, scene);
  draw_warps(canvas, places, scene);
  draw_own_warp(canvas, places, scene);
  const format::Recording& recording = *scene.session.recording();
  if (const auto C = analysis::tensor_named(recording, "C")) {
    const format::Block& block = scene.session.block();
    draw_outside(canvas, places.tile, recording.tensors[*C],
                 {block.y * static_cast<std::uint32_t>(s.BM), block.x * static_cast<std::uint32_t>(s.BN),
                  static_cast<std::uint32_t>(s.BM), static_cast<std::uint32_t>(s.BN)});
  }
  point_at(canvas, places, scene, actions);

  TextStyle style = canvas.small();
  style.colour = canvas.colours.b, style.face = draw::Face::kBold;
  const std::string k = scene.step ? "[" + std::to_string(*scene.step) + "]" : "";
  const auto need = [](std::size_t count, const char* name) { return std::to_string(count) + " values for " + name; };
  canvas.text_in({places.tile.x, above.y, above.right() - places.tile.x, above.height},
                 "Bs" + k + ": " + need(scene.fragments.regN.size(), "regN"), style);
  style.colour = canvas.colours.a;
  canvas.text_in({places.as.x, places.tile.bottom() + 3, below.width, below.height},
                 "As" + k + ": " + need(scene.fragments.regM.size(), "regM"), style);
  style = canvas.small();
  style.align = Align::kRight;
  canvas.text_in({places.tile.x + places.tile.width / 2, places.tile.bottom() + 3, places.tile.width / 2, below.height},
                 "C tile " + std::to_string(s.BM) + " \u00d7 " + std::to_string(s.BN), style);
  return places.of(scene.tiling.subtile(scene.session.cursor.warp, 0, 0));
}

}  // namespace gemmscope::views
