// SPDX-License-Identifier: MIT
#include "app/views/write_back/stores.h"

#include <algorithm>

#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/views/parts/block_part.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_words.h"
#include "app/views/write_back/request.h"
#include "app/words/line_words.h"
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

bool stores_to(const format::Site& site, std::uint16_t tensor) {
  return site.tensor == tensor && site.op != format::Op::kLoad;
}

/// To the block's first request that stores to the array, of the cursor's warp if it makes one.
void go_to_store(Look& look, std::uint16_t tensor) {
  const format::Recording& recording = *look.recording();
  const session::Cursor here = look.cursor;
  std::optional<session::Cursor> found;
  for (const format::Segment& segment : session::pattern_of(recording, here.block).segments) {
    if (found && (found->warp == here.warp || segment.warp != here.warp)) continue;
    const auto& rows = recording.templates[segment.template_id].rows;
    const auto row = std::ranges::find_if(
        rows, [&](const format::Row& each) { return stores_to(recording.sites[each.site], tensor); });
    if (row == rows.end()) continue;
    found = {here.block, segment.warp, segment.first_request + static_cast<std::uint32_t>(row - rows.begin())};
  }
  if (found) session::go_to(look, *found);
}

/// Beside it while the cursor is elsewhere; `is_here`: the block makes such a request.
void draw_way_there(Canvas& canvas, Rect space, const Look& look, std::uint16_t tensor, bool is_here,
                    session::Actions& actions) {
  const format::Recording& recording = *look.recording();
  const auto store =
      std::ranges::find_if(recording.sites, [&](const format::Site& site) { return stores_to(site, tensor); });
  if (store == recording.sites.end()) return;
  const std::string line =
      words::line_in_words(recording, *store) + (store->op == format::Op::kAtomic ? " changes " : " stores to ") +
      recording.tensors[tensor].name + (store->op == format::Op::kAtomic ? " by atomic operations" : "");
  const std::string text = is_here ? "This request stores nothing to an array. " + words::capital(line) + "."
                                   : "This block stores nothing to an array. In other blocks, " + line + ".";
  Rect middle{space.x, space.y + std::max(0.0f, space.height / 2 - 50), space.width, 100};
  middle.cut_top(canvas.paragraph({middle.x, middle.y, middle.width, 60}, text, canvas.words()), 10);
  if (!is_here) return;
  const Rect button{middle.x, middle.y, 130, 28};
  canvas.fill(button, canvas.colours.button, 5);
  canvas.text_in(button, "Go to the store", {canvas.colours.on_button, draw::Face::kBold, 14, draw::Align::kCentre});
  const draw::Hit hit = canvas.hit("go to the store", button);
  if (hit.hovered) canvas.hand(), canvas.tooltip("Go to the block's first request that stores to this array");
  if (hit.clicked) actions.add(go_to_store, tensor);
}

}  // namespace

void draw_stores(const Look& look, session::Actions& actions, Canvas& canvas) {
  const auto arrays = arrays_of(*look.recording(), true);
  if (arrays.empty())
    return draw::empty_state(canvas, "This kernel stores to no array in global memory", "Arrays shows what it loads.");
  const bool store = is_store(look);
  const auto stored = std::ranges::find_if(arrays, [&](std::uint16_t array) { return stores_to_array(look, array); });
  const bool is_here = stored != arrays.end();
  const std::uint16_t tensor = store ? look.current->site.tensor : is_here ? *stored : arrays.front();
  const auto rows = store ? request_rows(look) : std::vector<RequestRow>();
  Rect rest = draw::header(canvas, "Stores", store ? sectors_in_words(look) : part_sentence(look, arrays),
                           request_in_words(look));
  const Rect note = finding_note(look).empty() ? Rect{} : rest.cut_top(kFindingNote, 4);
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
  draw_finding_note(canvas, note, look, actions, mark_in_array(canvas, so_far.slot, look));
  canvas.text_in({below.x, so_far.slot.cells.bottom() + 4, below.width, 18}, progress(so_far, in_the_end),
                 canvas.small());
  if (store)
    draw_request(canvas, rest, rows, {}, look, actions);
  else
    draw_way_there(canvas, rest, look, tensor, is_here, actions);
}

}  // namespace gemmscope::views
