// SPDX-License-Identifier: MIT
// How often elements and values are read, and FLOP per byte, as three tables.
#include "app/draw/table.h"
#include "app/views/reuse/draw.h"
#include "app/views/reuse/picture.h"
#include "app/words/number.h"
#include "app/words/reuse_words.h"

namespace gemmscope::views {
namespace {

using analysis::Missing;
using analysis::Times;
using draw::Canvas;
using draw::Rect;
using draw::TableRow;

constexpr float kRow = 18, kGap = 5;

/// "32", "1 to 3".
std::string times(const Times& of) {
  if (of.same()) return words::thousands(of.least);
  return words::thousands(of.least) + " to " + words::thousands(of.most);
}

std::vector<draw::Column> columns(const char* first, const std::vector<const char*>& others) {
  std::vector<draw::Column> all{{.title = first, .width = 1.3f, .align = draw::Align::kLeft, .words = true}};
  for (const char* title : others) all.push_back({.title = title, .width = 1, .text_size = 13});
  return all;
}

void draw_table(Canvas& canvas, Rect& rect, const char* id, std::vector<draw::Column> titles,
                std::vector<TableRow> rows) {
  const Rect place = rect.cut_top(draw::kTableTitles + kRow * static_cast<float>(rows.size()), kGap);
  draw::make_room(canvas, place.width, titles, rows);
  draw::table(canvas, place, id, titles, rows, 0, kRow);
}

std::vector<TableRow> global_rows(const Canvas& canvas, const format::Recording& recording,
                                  const analysis::Reuse& reuse) {
  std::vector<TableRow> rows;
  for (const analysis::MatrixReuse& each : reuse.matrices) {
    const format::Tensor& tensor = recording.tensors[each.of.tensor];
    const bool block = each.missing == Missing::kNothing, launch = block && each.launch_missing == Missing::kNothing;
    const auto cell = [](bool there, const Times& of) { return there ? times(of) : std::string("-"); };
    rows.push_back({.cells = {tensor.name + (each.of.op == format::Op::kLoad ? " loads" : " stores"),
                              cell(launch, each.launch.lanes), cell(launch, each.launch.blocks),
                              cell(block, each.block_lanes), cell(block, each.block_requests)},
                    .colours = {theme::operand_colour(canvas.colours, tensor)}});
  }
  return rows;
}

std::vector<TableRow> shared_rows(const Canvas& canvas, const format::Recording& recording,
                                  const analysis::Reuse& reuse) {
  std::vector<TableRow> rows;
  for (const analysis::TileReuse& each : reuse.tiles) {
    const format::Tensor& tensor = recording.tensors[each.tensor];
    const bool there = each.missing == Missing::kNothing && each.lanes.of != 0;
    const auto cell = [&](const Times& of) { return there ? times(of) : std::string("-"); };
    rows.push_back({.cells = {tensor.name + " reads", cell(each.lanes), cell(each.requests), cell(each.wavefronts)},
                    .colours = {theme::operand_colour(canvas.colours, tensor)}});
  }
  return rows;
}

std::vector<TableRow> flop_rows(const analysis::Reuse& reuse) {
  const auto row = [](const char* name, const analysis::FlopPerByte& of, const char* moved) {
    const auto cell = [](const std::optional<double>& value) { return value ? words::decimals(*value, 2) : "-"; };
    return TableRow{.cells = {name, cell(of.requested), cell(of.moved), moved}, .colours = {}};
  };
  return {row("global memory", reuse.global, "sectors"), row("shared memory", reuse.shared, "wavefronts")};
}

}  // namespace

void draw_reuse_tables(Canvas& canvas, Rect rect, const session::Look& look, const analysis::Reuse& reuse) {
  const format::Recording& recording = *look.recording();
  draw_table(canvas, rect, "global", columns("an element's", {"launch", "blocks", "per block", "requests"}),
             global_rows(canvas, recording, reuse));
  if (!reuse.tiles.empty())
    draw_table(canvas, rect, "tiles", columns("a stored value's", {"lanes", "requests", "wavefronts"}),
               shared_rows(canvas, recording, reuse));
  if (reuse.missing == Missing::kNothing)
    draw_table(canvas, rect, "flop", columns("FLOP per byte", {"requested", "moved", "in"}), flop_rows(reuse));
  std::string reasons;
  for (const Missing reason : missing_of(reuse))
    reasons += "Figures are missing: " + words::missing_in_words(reason) + ". ";
  if (!reasons.empty()) canvas.paragraph(rect, reasons, canvas.small());
}

}  // namespace gemmscope::views
