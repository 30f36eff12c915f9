// SPDX-License-Identifier: MIT
#include "app/views/write_back/stores.h"

#include <algorithm>

#include "app/session/selecting.h"
#include "app/views/parts/block_part.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_words.h"
#include "app/views/write_back/request.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;
using session::Look;

bool is_store(const Look& look) { return !look.current->shared() && look.current->site.op != format::Op::kLoad; }

struct Colours {
  Colour none, done, now;
  explicit Colours(const Canvas& canvas)
      : none(theme::mixed(canvas.colours.panel, canvas.colours.c, 0.12f)),
        done(theme::mixed(canvas.colours.panel, canvas.colours.c, 0.5f)),
        now(theme::mixed(canvas.colours.c, canvas.colours.text, 0.35f)) {}
};

/// Elements of the part that the block stores in the end, and how many of them are stored before the request.
std::string progress(const BlockPart& so_far, const BlockPart& in_the_end) {
  const auto written = [](const BlockPart& part) {
    return std::ranges::count_if(part.writes, [](const analysis::CellWrite& each) { return each.write.written; });
  };
  const std::string unit =
      so_far.slot.grid.across * so_far.slot.grid.down == 1 ? " elements written" : " cells written";
  return words::thousands(static_cast<std::uint64_t>(written(so_far))) + " of " +
         words::thousands(static_cast<std::uint64_t>(written(in_the_end))) + unit;
}

void draw_part(Canvas& canvas, const BlockPart& so_far, const BlockPart& in_the_end, const Look& look,
               session::Actions& actions) {
  const Colours colours(canvas);
  draw_part_caption(canvas, so_far, look);
  auto image = array_image(canvas, so_far.slot, canvas.colours.ground);
  for (std::size_t cell = 0; cell < so_far.writes.size(); ++cell)
    if (in_the_end.writes[cell].write.written)
      image.cells[cell][0] =
          draw::palette_index(image, so_far.writes[cell].write.written ? colours.done : colours.none);
  if (is_store(look) && look.current->site.tensor == so_far.slot.tensor)
    for (const std::uint32_t element : elements_asked_for(look))
      if (so_far.slot.grid.has(element))
        image.cells[so_far.slot.grid.cell(element)][0] = draw::palette_index(image, colours.now);
  canvas.matrix("stores", so_far.slot.cells, std::move(image));
  draw::Hit hit;
  const auto under = cell_under(canvas, so_far.slot, "stores", hit);
  if (!under) return;
  canvas.tooltip(write_story(look, so_far, *under));
  const std::uint32_t bytes = look.recording()->tensors[so_far.slot.tensor].element_bytes;
  if (const auto element =
          analysis::element_at(*look.recording(), so_far.slot.tensor, so_far.slot.grid.first(*under) * bytes)) {
    actions.add(session::hover_element, *element);
    if (hit.clicked) actions.add(session::select_element, *element);
  }
}

/// Beside it while the cursor is elsewhere.
void draw_way_there(Canvas& canvas, Rect space, const Look& look, std::uint16_t tensor, session::Actions& actions) {
  const auto& sites = look.recording()->sites;
  const auto store = std::ranges::find_if(
      sites, [&](const format::Site& site) { return site.tensor == tensor && site.op != format::Op::kLoad; });
  if (store == sites.end()) return;
  Rect middle{space.x, space.y + std::max(0.0f, space.height / 2 - 50), space.width, 100};
  middle.cut_top(canvas.paragraph({middle.x, middle.y, middle.width, 60},
                                  "This request stores nothing to an array. " + look.recording()->tensors[tensor].name +
                                      " is stored to in line " + std::to_string(store->line) + ".",
                                  canvas.words()),
                 10);
  const Rect button{middle.x, middle.y, 130, 28};
  canvas.fill(button, canvas.colours.button, 5);
  canvas.text_in(button, "Go to the store", {canvas.colours.on_button, draw::Face::kBold, 14, draw::Align::kCentre});
  const draw::Hit hit = canvas.hit("go to the store", button);
  if (hit.hovered) canvas.hand(), canvas.tooltip("Go to the nearest request of that line in this warp");
  if (hit.clicked) actions.add(session::select_line, store->line);
}

}  // namespace

void draw_stores(const Look& look, session::Actions& actions, Canvas& canvas) {
  const auto arrays = arrays_of(*look.recording(), true);
  if (arrays.empty())
    return draw::empty_state(canvas, "This kernel stores to no array in global memory", "Arrays shows what it loads.");
  const bool store = is_store(look);
  const std::uint16_t tensor = store ? look.current->site.tensor : arrays.front();
  const auto rows = store ? request_rows(look) : std::vector<RequestRow>();
  Rect rest =
      draw::header(canvas, "Write-back", store ? sectors_in_words(look.current->global) : part_sentence(look, {tensor}),
                   request_in_words(look));
  if (!finding_note(look).empty()) draw_finding_note(canvas, rest.cut_top(kFindingNote, 4), look, actions);
  const Colours colours(canvas);
  std::vector<Key> keys{{Key::Swatch::kFill, colours.none, "not written yet"},
                        {Key::Swatch::kFill, colours.done, "written"}};
  if (store) {
    keys.push_back({Key::Swatch::kFill, colours.now, "by this request"});
    keys.push_back({Key::Swatch::kLine, canvas.colours.text, "bracket: a 32-byte sector, full"});
    keys.push_back({Key::Swatch::kLine, theme::conflict_colour(canvas.colours, 2), "dashed: partly used"});
  }
  draw::legend(canvas, rest.cut_bottom(draw::legend_height(canvas, keys, rest.width), 4), keys);
  Rect left = rest.cut_left(rest.width * 0.48f, 24);
  const Rect below = left.cut_bottom(18, 4);
  const BlockPart so_far = block_part(left, look, tensor, moment_of(look)),
                  in_the_end = block_part(left, look, tensor, {look.cursor.block, 0, analysis::kEnd});
  draw_part(canvas, so_far, in_the_end, look, actions);
  canvas.text_in({below.x, so_far.slot.cells.bottom() + 4, below.width, 18}, progress(so_far, in_the_end),
                 canvas.small());
  if (store)
    draw_request(canvas, rest, rows, {}, look, actions);
  else
    draw_way_there(canvas, rest, look, tensor, actions);
}

}  // namespace gemmscope::views
