// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/session/stepping.h"
#include "app/views/timeline/draw.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using analysis::KTileBand;
using draw::Canvas;
using draw::Rect;
using session::Look;
using words::thousands;

using Bands = std::span<const KTileBand>;

constexpr float kTileChip = 18, kEpilogueChip = 74;

/// The worst conflict of a run of k-tiles, as a stripe.
void draw_stripe(Canvas& canvas, const Look& look, const KTileBand& first, const KTileBand& last, Rect rect) {
  const auto cost = timeline_of(look).stretch(look.cursor.block, look.cursor.warp, first.begin, last.end);
  canvas.fill(rect, column_colour(canvas, cost));
}

/// Where each k-tile is in a row: side by side, the write-back wider where it is written out.
struct TilePlaces {
  Rect row;
  std::size_t count;
  float last = 0;  ///< width of the write-back; 0 = like the others

  TilePlaces(Rect given, Bands bands) : row(given), count(bands.size()) {
    if (bands.back().k_tile == format::kEpilogue && chips()) last = kEpilogueChip;
  }
  bool chips() const { return row.width - kEpilogueChip >= kTileChip * static_cast<float>(count); }
  float width() const {
    return last == 0 ? row.width / static_cast<float>(count)
                     : (row.width - last) / static_cast<float>(std::max<std::size_t>(1, count - 1));
  }
  Rect of(std::size_t i) const {
    return {row.x + width() * static_cast<float>(i), row.y, i + 1 == count && last > 0 ? last : width(), row.height};
  }
  std::size_t at(float x) const {
    return static_cast<std::size_t>(std::clamp((x - row.x) / width(), 0.0f, static_cast<float>(count) - 1));
  }
};

void draw_chips(Canvas& canvas, const Look& look, Bands bands, const TilePlaces& places) {
  const KTileBand* const here = band_here(look);
  for (std::size_t i = 0; i < bands.size(); ++i) {
    Rect chip = places.of(i);
    chip.width -= 2;
    draw_stripe(canvas, look, bands[i], bands[i], chip.cut_bottom(4, 1));
    const bool current = &bands[i] == here, epilogue = bands[i].k_tile == format::kEpilogue;
    canvas.fill(chip, current ? canvas.colours.button : canvas.colours.ground, 3);
    const draw::TextStyle style{current ? canvas.colours.on_button : canvas.colours.secondary,
                                epilogue ? draw::Face::kWords : draw::Face::kMono, 11.5f, draw::Align::kCentre};
    canvas.text_in(chip, epilogue ? "write-back" : thousands(bands[i].k_tile), style);
  }
}

/// Too many for chips: a stripe per 2 points, and a mark where the cursor is.
void draw_bar(Canvas& canvas, const Look& look, Bands bands, Rect row) {
  const std::size_t count = bands.size();
  const std::size_t stripes = std::min(count, std::size_t{draw::count_in(row.width, 2)});
  const Rect bar = row.cut_bottom(8);
  for (std::size_t i = 0; i < stripes; ++i)
    draw_stripe(canvas, look, bands[i * count / stripes], bands[(i + 1) * count / stripes - 1],
                draw::cell_rect(bar, 1, static_cast<int>(stripes), 0, static_cast<int>(i)));
  const KTileBand* const here = band_here(look);
  if (here == nullptr) return;
  const float x = bar.x + bar.width * (static_cast<float>(here - bands.data()) + 0.5f) / static_cast<float>(count);
  canvas.fill({x - 1.5f, bar.y - 3, 3, bar.height + 3}, canvas.colours.selected);
  const std::string text = here->k_tile == format::kEpilogue
                               ? "write-back"
                               : thousands(here->k_tile) + " (0 to " + thousands(look.recording()->k_tiles - 1) + ")";
  const draw::TextStyle style = canvas.small();
  const float width = canvas.text_width(text, style);
  canvas.text_in({std::clamp(x - width / 2, row.x, row.right() - width), row.y - 2, width + 1, row.height - 2}, text,
                 style);
}

}  // namespace

void draw_k_tiles(Canvas& canvas, const Look& look, session::Actions& actions, Rect row) {
  if (!look.recording()->tiles_known()) return;  // no k-tiles
  draw::TextStyle label = canvas.small();
  label.align = draw::Align::kRight;
  Rect title = row.cut_left(kTimelineLabels - 8, 8);
  title.height -= 5;
  canvas.text_in(title, "k-tile", label);
  const Bands bands = timeline_of(look).k_tile_bands(look.cursor.block, look.cursor.warp);
  if (bands.empty()) return;
  const TilePlaces places(row, bands);
  if (places.chips())
    draw_chips(canvas, look, bands, places);
  else
    draw_bar(canvas, look, bands, row);

  const draw::Hit hit = canvas.hit("k-tiles", row);
  if (!hit.hovered && !hit.held) return;
  const std::uint32_t k_tile = bands[places.at(hit.at.x)].k_tile;
  canvas.hand();
  canvas.tooltip(k_tile == format::kEpilogue ? "write-back of C" : "k-tile " + thousands(k_tile));
  const KTileBand* const here = band_here(look);
  if (hit.held && here != nullptr && k_tile != here->k_tile) actions.add(session::go_to_k_tile, k_tile);
}

}  // namespace gemmscope::views
