// SPDX-License-Identifier: MIT
// How often elements and values are read, and FLOP per byte, as three tables.
#include "app/draw/table.h"
#include "app/views/reuse/draw.h"
#include "app/views/reuse/picture.h"
#include "app/words/reuse_words.h"

namespace gemmscope::views {
namespace {

using analysis::Missing;
using analysis::Times;
using draw::Canvas;
using draw::Rect;
using draw::TableRow;

constexpr float kTableRow = 18, kTableGap = 5;

/// A title and what the column counts.
struct Title {
  const char* text;
  const char* meaning;
};

std::vector<draw::Column> columns(const char* first, const std::vector<Title>& others) {
  std::vector<draw::Column> all{{.title = first, .width = 1.3f, .align = draw::Align::kLeft, .words = true}};
  for (const auto& [title, meaning] : others)
    all.push_back({.title = title, .width = 1, .text_size = 13, .meaning = meaning});
  return all;
}

void draw_table(Canvas& canvas, Rect& rect, const char* id, std::vector<draw::Column> titles,
                std::vector<TableRow> rows) {
  const Rect place = rect.cut_top(draw::kTableTitles + kTableRow * static_cast<float>(rows.size()), kTableGap);
  constexpr float kSmaller[] = {11.5f, 10};  // where changes need the room
  for (const float size : kSmaller)
    if (draw::needed_width(canvas, titles, rows) > place.width)
      for (draw::Column& column : titles)
        if (!column.words) column.text_size = std::min(column.text_size, size);
  draw::make_room(canvas, place.width, titles, rows);
  draw::table(canvas, place, id, titles, rows, 0, kTableRow);
}

std::vector<TableRow> global_rows(const Canvas& canvas, const ReuseOf& shown, const ReuseOf* pinned) {
  const format::Recording& recording = *shown.look.recording();
  std::vector<TableRow> rows;
  for (const analysis::MatrixReuse& each : shown.reuse.matrices) {
    const format::Tensor& tensor = recording.tensors[each.of.tensor];
    const bool block = each.missing == Missing::kNothing, launch = block && each.launch_missing == Missing::kNothing;
    const analysis::MatrixReuse* before = same_matrix(pinned, tensor, each.of.op);
    const bool launch_before = before != nullptr && before->launch_missing == Missing::kNothing;
    const auto of_launch = [&](Times analysis::ElementMap::Totals::*count) {
      return !launch ? "-" : times_and_change(each.launch.*count, launch_before ? &(before->launch.*count) : nullptr);
    };
    const auto of_block = [&](Times analysis::MatrixReuse::*count) {
      return !block ? "-" : times_and_change(each.*count, before != nullptr ? &(before->*count) : nullptr);
    };
    using Totals = analysis::ElementMap::Totals;
    using analysis::MatrixReuse;
    rows.push_back({.cells = {tensor.name + " " + words::several_of(each.of.op), of_launch(&Totals::lanes),
                              of_launch(&Totals::blocks), of_block(&MatrixReuse::block_lanes),
                              of_block(&MatrixReuse::block_requests)},
                    .colours = {theme::operand_colour(canvas.colours, tensor)}});
  }
  return rows;
}

std::vector<TableRow> shared_rows(const Canvas& canvas, const ReuseOf& shown, const ReuseOf* pinned) {
  const format::Recording& recording = *shown.look.recording();
  std::vector<TableRow> rows;
  for (const analysis::TileReuse& each : shown.reuse.tiles) {
    const format::Tensor& tensor = recording.tensors[each.tensor];
    const bool there = each.missing == Missing::kNothing && each.lanes.of != 0;
    const analysis::TileReuse* before = same_tile(pinned, tensor);
    using analysis::TileReuse;
    const auto cell = [&](Times TileReuse::*count) {
      return !there ? "-" : times_and_change(each.*count, before != nullptr ? &(before->*count) : nullptr);
    };
    rows.push_back({.cells = {tensor.name + " reads", cell(&TileReuse::lanes), cell(&TileReuse::requests),
                              cell(&TileReuse::wavefronts)},
                    .colours = {theme::operand_colour(canvas.colours, tensor)}});
  }
  return rows;
}

/// The changes have the room of what the bytes are moved in.
std::vector<TableRow> flop_rows(const ReuseOf& shown, const ReuseOf* pinned) {
  const analysis::Reuse none{}, &before = pinned == nullptr ? none : pinned->reuse;
  const auto row = [&](const char* name, const analysis::FlopPerByte& now, const analysis::FlopPerByte& was,
                       const char* moved) {
    TableRow cells{
        .cells = {name, ratio_and_change(now.requested, was.requested), ratio_and_change(now.moved, was.moved)},
        .colours = {}};
    if (pinned == nullptr) cells.cells.push_back(moved);
    return cells;
  };
  return {row("global memory", shown.reuse.global, before.global, "sectors"),
          row("shared memory", shown.reuse.shared, before.shared, "wavefronts")};
}

}  // namespace

void draw_reuse_tables(Canvas& canvas, Rect rect, const ReuseOf& shown, const ReuseOf* pinned) {
  const analysis::Reuse& reuse = shown.reuse;
  const std::vector<TableRow> global = global_rows(canvas, shown, pinned);
  std::vector<draw::Column> titles = columns(
      "per element", {{"launch", "Lanes of the whole launch that load an element, or store it"},
                      {"blocks", "Blocks that do"},
                      {"per block", "Lanes of one of these blocks that do: a broadcast to 32 lanes counts 32 times"},
                      {"requests per block", "Requests of one of these blocks that do: a broadcast counts once"}});
  if (draw::needed_width(canvas, titles, global) > rect.width) titles.back().title = "requests";
  draw_table(canvas, rect, "global", titles, global);
  if (!reuse.tiles.empty())
    draw_table(canvas, rect, "tiles",
               columns("per stored value", {{"lanes", "Lanes that read a value before the next store to its cell"},
                                            {"requests", "Requests that do: a broadcast counts once"},
                                            {"wavefronts", "Wavefronts that move it for them"}}),
               shared_rows(canvas, shown, pinned));
  if (reuse.missing == Missing::kNothing) {
    std::vector<Title> flop{{"requested", "FLOP per byte that lanes request"},
                            {"moved",
                             "FLOP per byte that memory moves for them: 32 for each sector of global memory, "
                             "128 for each wavefront of shared memory"}};
    if (pinned == nullptr) flop.push_back({"moved in", "What memory moves bytes in"});
    draw_table(canvas, rect, "flop", columns("FLOP per byte", flop), flop_rows(shown, pinned));
  }
  std::string reasons;
  for (const Missing reason : missing_of(reuse))
    reasons += "Figures are missing: " + words::missing_in_words(reason) + ". ";
  if (!reasons.empty()) canvas.paragraph(rect, reasons, canvas.small());
}

}  // namespace gemmscope::views
