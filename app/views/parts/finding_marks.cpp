// SPDX-License-Identifier: MIT
#include "app/views/parts/finding_marks.h"

#include "app/draw/choice.h"
#include "app/session/findings.h"
#include "app/session/shown_file.h"
#include "app/views/parts/finding_note.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kSwatch = 12, kTagSides = 6;

/// Returns the width it takes.
float draw_swatch(Canvas& canvas, Rect place, const Look& look) {
  switch (finding_mark(look)) {
    case FindingMark::kNone: return 0;
    case FindingMark::kElsewhere:
      canvas.fill(place.inset(2), canvas.colours.row);
      mark_elsewhere(canvas, place.inset(3));
      break;
    case FindingMark::kCross:
      canvas.outline(place, canvas.colours.line);
      canvas.cross(place, canvas.colours.text);
      break;
    case FindingMark::kOutside:
      canvas.fill(place, theme::operand_colour(canvas.colours, look.current->tensor), 2);
      mark_outside(canvas, place);
      break;
    case FindingMark::kFrame: canvas.outline(place, canvas.colours.selected, 2, 2); break;
  }
  return kSwatch + 6;
}

/// The tag that the chosen finding gives a line: "finding", "other access" or "both". Empty: it does not name the line.
std::string finding_tag(const Look& look, format::Place line) {
  const analysis::Finding* finding = session::chosen_finding(look);
  if (finding == nullptr) return {};
  if (const auto& d = finding->divergence)
    return line.file == 0 && (line.line == d->line || line.line == d->other_line) ? "finding" : "";
  if (!finding->at) return {};
  const auto is_here = [&](const analysis::Access& access) {
    return look.recording()->sites[access.site].line_in(line.file) == line.line;
  };
  const bool at = is_here(*finding->at);
  const bool other = finding->other && is_here(*finding->other);
  return at && other ? "both" : at ? "finding" : other ? "other access" : "";
}

draw::TextStyle tag_style(const Canvas& canvas) {
  draw::TextStyle style = canvas.small();
  style.size = 11, style.colour = canvas.colours.text, style.align = draw::Align::kCentre;
  return style;
}

}  // namespace

void mark_elsewhere(Canvas& canvas, Rect place) {
  const Rect frame = place.inset(-4);
  const draw::Colour ink = canvas.colours.selected;
  constexpr float kCorner = 7;
  for (const float y : {frame.y + 0.5f, frame.bottom() - 0.5f})  // no sides: they would cross numbers of lanes
    canvas.dashed_line({frame.x, y}, {frame.right(), y}, ink, 1.5f);
  canvas.triangle({frame.x, frame.y}, {frame.x + kCorner, frame.y}, {frame.x, frame.y + kCorner}, ink);
  canvas.triangle({frame.right(), frame.bottom()}, {frame.right() - kCorner, frame.bottom()},
                  {frame.right(), frame.bottom() - kCorner}, ink);
}

void mark_outside(Canvas& canvas, Rect place) {
  canvas.hatch(place, theme::faded(canvas.colours.ground, 0.6f), 5);
  canvas.outline(place.inset(0.5f), canvas.colours.error, 1.5f, 2);
}

void mark_finding(Canvas& canvas, Rect place, const Look& look) {
  if (finding_mark(look) == FindingMark::kElsewhere) return mark_elsewhere(canvas, place.inset(-1));
  canvas.outline(place.inset(-1), canvas.colours.ground, 2, 2);  // beside cells as bright as the frame
  canvas.outline(place.inset(-3), canvas.colours.selected, 2, 2);
}

bool mark_in_picture(Canvas& canvas, std::optional<Rect> place, const Look& look) {
  constexpr float kLeast = 6;  // points: in smaller cells no frame can be seen
  if (!place || finding_note(look).empty()) return false;
  const Rect& at = *place;
  const float width = std::max(kLeast, at.width), height = std::max(kLeast, at.height);
  const Rect cell{at.centre().x - width / 2, at.centre().y - height / 2, width, height};
  switch (finding_mark(look)) {
    case FindingMark::kNone: return false;
    case FindingMark::kOutside: mark_outside(canvas, cell); break;
    case FindingMark::kCross: canvas.outline(cell, canvas.colours.text), canvas.cross(cell, canvas.colours.text); break;
    case FindingMark::kElsewhere:
    case FindingMark::kFrame: mark_finding(canvas, cell, look); break;
  }
  return true;
}

bool mark_in_array(Canvas& canvas, const ArraySlot& slot, const Look& look) {
  const analysis::Finding* const finding = session::chosen_finding(look);
  const auto* element = finding == nullptr ? nullptr : std::get_if<session::Element>(&finding->place);
  if (element == nullptr || element->tensor != slot.tensor) return false;
  const std::uint32_t index = finding->byte / look.recording()->tensors[slot.tensor].element_bytes;
  if (!slot.grid.has(index)) return false;
  return mark_in_picture(canvas, cell_place(slot, slot.grid.cell(index)), look);
}

void draw_finding_note(Canvas& canvas, Rect row, const Look& look, session::Actions& actions, bool marked) {
  const bool is_place = !finding_note(look).empty() && finding_mark(look) != FindingMark::kNone;
  const std::string note = finding_note(look),
                    notes[] = {note + (marked || !is_place ? "" : "; not in this picture"), note};
  if (note.empty()) return;
  const Rect swatch{row.x + 3, row.centre().y - kSwatch / 2, kSwatch, kSwatch};
  row.cut_left(3 + (marked ? draw_swatch(canvas, swatch, look) : 0), 3);
  if (const analysis::Access* there = session::access_elsewhere(look)) {
    const format::Recording& recording = *look.recording();
    const std::string to = ", in block " + block_name(recording, recording.blocks[there->block]);
    const std::string link = "O: other access" + (there->block == look.cursor.block ? "" : to);
    const Rect at = row.cut_right(canvas.text_width(link, canvas.small()) + 4, 8);
    if (draw::link(canvas, at, "other access", link, draw::Align::kRight, "Show the other access of the finding (O)"))
      actions.add(session::go_to_other_access);
  }
  draw::TextStyle style = canvas.small();
  style.colour = canvas.colours.text;
  draw::text_that_fits(canvas, row, notes, style);
}

std::string line_tag(const Look& look, format::Place line) {
  const std::string tag = finding_tag(look, line);
  if (!tag.empty() && session::chosen_finding(look)->fault != analysis::Fault::kLaunchFault) return tag;
  const auto& fault = look.recording()->fault;
  if (fault && line.line != 0 && session::in_source(*fault).line_in(line.file) == line.line) return "fault";
  return tag.empty() ? "" : "others wait";
}

float line_tag_width(const Canvas& canvas, const std::string& tag) {
  return tag.empty() ? 0 : canvas.text_width(tag, tag_style(canvas)) + 2 * kTagSides + 8;
}

void draw_line_tag(Canvas& canvas, Rect row, const std::string& tag) {
  if (tag.empty()) return;
  const float height = std::min(16.0f, row.height - 2);
  Rect chip = row.cut_right(line_tag_width(canvas, tag) - 8, 4);
  chip = {chip.x, row.y + (row.height - height) / 2, chip.width, height};
  canvas.fill(chip, canvas.colours.panel, 3);
  if (tag == "other access")
    mark_elsewhere(canvas, chip.inset(3));
  else
    canvas.outline(chip, tag == "fault" ? canvas.colours.error : canvas.colours.selected, 1.5f, 3);
  canvas.text_in(chip, tag, tag_style(canvas));
}

}  // namespace gemmscope::views
