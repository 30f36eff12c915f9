// SPDX-License-Identifier: MIT
#include "app/views/source/row.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/draw/shorten.h"
#include "app/draw/widgets.h"
#include "app/session/selecting.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/source/cost.h"
#include "app/views/source/file.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;
using session::SourceLine;
using words::thousands;

constexpr float kFolded = 560;  ///< points: narrower panels have one column of costs, for more of the code

/// The columns of one row. `passes` and `factor` are those of LineCost; `unit` marks sectors. Folded, there are no
/// requests.
struct SourceColumns {
  Rect line, requests, passes, unit, change, factor, code;
  bool folded;

  /// `tag`: points at the right end for a finding's tag.
  SourceColumns(Rect row, bool with_change, float tag = 0) {
    folded = row.width < kFolded;
    row.cut_right(tag);
    row.cut_left(4);
    line = row.cut_left(22, 4);
    if (!folded) requests = row.cut_left(40, 4);
    passes = row.cut_left(folded ? 36 : 62), unit = row.cut_left(12, 5);
    if (with_change) change = row.cut_left(folded ? 40 : 44, 6);
    factor = row.cut_left(30, 10);
    code = row;
  }
};

/// The first of the line; nullptr: none.
const format::Site* site_of_line(const format::Recording& recording, format::Place line) {
  for (const format::Site& site : recording.sites)
    if (site.line_in(line.file) == line.line) return &site;
  return nullptr;
}

draw::TextStyle code_style(draw::Colour colour) {
  draw::TextStyle style{colour, draw::Face::kMono, 11.5f};
  style.keep_start = true;
  return style;
}

/// The line in as many lines as it takes, each as far in as the first. A comment begins anew in each of its lines.
std::vector<std::string> wrapped(const Canvas& canvas, const SourceLine& line, float width) {
  const draw::TextStyle style = code_style(canvas.colours.text);
  const std::size_t start = std::min(line.text.find_first_not_of(' '), line.text.size());
  const std::string indent = line.text.substr(0, start), slashes = "// ";
  const auto width_of = [&](std::string_view text) { return canvas.text_width(text, style); };
  std::string code = line.text.substr(start);
  const std::size_t comment = code.find(" //");
  const float room = width - width_of(indent), all = width_of(code);
  if (all > room && comment != std::string::npos && width_of(code.substr(0, comment)) > room) code.resize(comment);
  if (all > room && code.ends_with(" {")) code.resize(code.size() - 2);  // or it would stand in a line of its own
  const bool long_comment = all > room && code.find(" //") != std::string::npos;
  std::vector<std::string> lines = draw::wrap_code(code, long_comment ? room - width_of(slashes) : room, width_of);
  bool inside = false;
  for (std::string& each : lines) {
    each = indent + (inside ? slashes + each.substr(std::min(each.find_first_not_of(' '), each.size())) : each);
    inside = inside || (long_comment && each.find("//") != std::string::npos);
  }
  return lines;
}

/// As many digits as the gutter has room for.
std::string number(std::uint64_t n) { return n < 10'000 ? thousands(n) : words::compact(n); }

/// "8\u00d7" of the ideal, in the colour of conflicts as many ways.
void draw_factor(Canvas& canvas, Rect column, double factor) {
  const float height = std::min(17.0f, column.height - 3);
  const bool whole = factor == std::floor(factor) || factor >= 10;
  draw::flat_chip(canvas, {column.x, column.centre().y - height / 2, column.width, height},
                  words::decimals(factor, whole ? 0 : 1) + "\u00d7",
                  theme::conflict_colour(canvas.colours, static_cast<int>(factor)));
}

/// Wavefronts and n-way, or sectors, with an s where the kernel has both, and how many times the ideal they are.
void draw_cost(Canvas& canvas, const SourceColumns& columns, const analysis::Count& count, const Look& look) {
  draw::TextStyle style = canvas.mono();
  style.size = 11.5f, style.colour = canvas.colours.secondary, style.align = draw::Align::kRight;
  if (!columns.folded) canvas.text_in(columns.requests, number(count.requests), style);
  const analysis::SharedCount& cost = count.by(look.rule);
  if (cost.wavefronts == 0 && count.sectors == 0) return;  // all fault: nothing is counted
  const LineCost shown = cost_of_line(look, count);
  if (shown.in_sectors ? count.sectors != count.ideal_sectors : cost.excess() != 0) style.colour = canvas.colours.text;
  canvas.text_in(columns.passes, number(shown.passes), style);
  style.colour = canvas.colours.secondary;
  if (shown.in_sectors && look.recording()->shared_bytes != 0) canvas.text_in(columns.unit, "s", style);
  draw_factor(canvas, columns.factor, shown.factor);
}

/// How much more the line costs than in the baseline.
void draw_change(Canvas& canvas, Rect column, const analysis::Count& count, const Look& look, const Look& baseline,
                 format::Place line) {
  const analysis::Count* before = count_in_baseline(look, baseline, line);
  if (count.misaligned + count.faulted != 0) return;
  if (before != nullptr && before->misaligned + before->faulted != 0) return;
  const LineCost cost = cost_of_line(look, count);
  const auto now = static_cast<std::int64_t>(cost.passes),
             was = static_cast<std::int64_t>(before == nullptr ? 0 : passes_of(baseline, *before, cost.in_sectors));
  draw::TextStyle style = canvas.mono();
  style.size = 11.5f, style.align = draw::Align::kRight;
  if (now == was) style.colour = canvas.colours.secondary;
  const auto size = static_cast<std::uint64_t>(std::abs(now - was));
  const std::string text = size < 10'000 ? words::with_sign(now - was) : (now < was ? "\u2212" : "+") + number(size);
  canvas.text_in(column, text, style);
}

bool uses_shared(const Look& look) { return look.recording()->shared_bytes != 0; }

/// Behind the code, as wide as the line's share of all that conflicts, or sectors beyond the ideal, cost.
void draw_heat(Canvas& canvas, const SourceColumns& columns, const analysis::Count& count, const Look& look) {
  const int step = uses_shared(look) ? count.by(look.rule).max_nway : 2;  // 2: as dashed sectors elsewhere
  const Rect strip{columns.code.x, columns.code.y + 1, columns.code.width, columns.code.height - 2};
  draw::bar(canvas, strip, static_cast<double>(excess_of(look, count)),
            static_cast<double>(excess_of(look, look.summary.total)),
            theme::faded(theme::conflict_colour(canvas.colours, step), 0.28f));
}

std::string cost_in_words(const analysis::Count& count, const Look& look) {
  std::string text = words::count_of(count.requests, "request");
  if (count.sectors != 0)
    text += ", " + words::count_of(count.sectors, "sector") + " of 32 bytes, ideal " + thousands(count.ideal_sectors);
  const analysis::SharedCount& cost = count.by(look.rule);
  if (cost.wavefronts != 0)
    text += ", " + words::count_of(cost.wavefronts, "wavefront") + ": ideal " + thousands(cost.ideal_wavefronts) +
            ", excess " + thousands(cost.excess());
  return text;
}

/// Code, then its comment in a quiet colour if there is room for some of it.
void draw_code(Canvas& canvas, Rect rect, const std::string& text, draw::Colour colour) {
  draw::TextStyle style = code_style(colour);
  const std::size_t comment = std::min(text.find("//"), text.size());
  const std::string code = text.substr(0, comment);
  const float width = canvas.text_width(code, style);
  if (comment != 0) canvas.text_in(rect, code, style);
  style.colour = canvas.colours.secondary;
  if (comment != text.size() && width + 40 < rect.width)
    canvas.text_in({rect.x + width, rect.y, rect.width - width, rect.height}, text.substr(comment), style);
}

}  // namespace

int source_row_lines(const Canvas& canvas, const SourceLine& line, float width, const Look& look,
                     const Look* baseline) {
  const float tag = line_tag_width(canvas, line_tag(look, {shown_file(look), line.number}));
  return static_cast<int>(
      wrapped(canvas, line, SourceColumns({0, 0, width, 0}, baseline != nullptr, tag).code.width).size());
}

/// In two lines, because the columns are narrower than their titles.
void draw_source_titles(Canvas& canvas, Rect row, const Look& look, const Look* baseline) {
  const SourceColumns columns(row, baseline != nullptr);
  draw::TextStyle style = canvas.small();
  style.size = 10.5f;
  const auto title = [&](Rect column, const std::string& text, bool lower, draw::Align align) {
    style.align = align;
    const float more =
        align == draw::Align::kLeft ? 0 : std::max(0.0f, canvas.text_width(text, style) + 1 - column.width);
    const float left = align == draw::Align::kCentre ? more / 2 : more;
    const Rect half{column.x - left, column.y + (lower ? row.height / 2 : 1), column.width + more, row.height / 2};
    canvas.text_in(half, text, style);
  };
  if (!columns.folded) title(columns.requests, "requests", false, draw::Align::kRight);
  const bool shared = uses_shared(look);
  // Folded, the titles need the room over the numbers of the lines.
  if (!columns.folded || !shared) title(columns.line, "line", true, draw::Align::kRight);
  title(columns.passes, shared ? "wavefronts" : "sectors", !shared, draw::Align::kRight);
  if (shared)
    title({columns.passes.x, columns.passes.y, columns.passes.width + columns.unit.width, columns.passes.height},
          "s: sectors", true, draw::Align::kRight);
  if (baseline != nullptr) title(columns.change, "change", true, draw::Align::kRight);
  if (shared) title(columns.factor, "n-way", false, draw::Align::kCentre);
  title(columns.factor, "\u00d7 ideal", true, draw::Align::kCentre);
  const std::string code = shown_file(look) == 0 ? "kernel" : "code";
  const std::string bar = code + (shared ? "; bar: share of all excess" : "; bar: share of all excess sectors");
  title(columns.code, canvas.text_width(bar, style) <= columns.code.width ? bar : code, true, draw::Align::kLeft);
}

void draw_source_row(Canvas& canvas, Rect row, const SourceLine& line, bool in_full, const Look& look,
                     const Look* baseline, session::Actions& actions) {
  const format::Recording& recording = *look.recording();
  const format::Place place{shown_file(look), line.number};
  const format::Site* site = site_of_line(recording, place);
  const std::string tag = line_tag(look, place);
  const SourceColumns columns(row, baseline != nullptr, line_tag_width(canvas, tag));
  const bool current = current_line(look) == line.number;
  const draw::Colour colour =
      site == nullptr ? canvas.colours.text : theme::operand_colour(canvas.colours, recording.tensors[site->tensor]);
  if (current) {
    canvas.fill(row, canvas.colours.row, 3);
    canvas.fill({row.x, row.y, 3, row.height}, colour, 1);
  }
  draw::TextStyle number{canvas.colours.secondary, draw::Face::kMono, 11.5f, draw::Align::kRight};
  if (current) number.colour = canvas.colours.text;
  canvas.text_in(columns.line, std::to_string(line.number), number);
  const analysis::Count* count = site == nullptr ? nullptr : count_of_line(look, place);
  if (count != nullptr && count->requests != 0) {
    draw_cost(canvas, columns, *count, look);
    if (baseline != nullptr) draw_change(canvas, columns.change, *count, look, *baseline, place);
    draw_heat(canvas, columns, *count, look);
  }
  const std::vector<std::string> lines = in_full ? wrapped(canvas, line, columns.code.width) : std::vector{line.text};
  Rect code = columns.code;
  for (const std::string& each : lines)
    draw_code(canvas, code.cut_top(row.height / static_cast<float>(lines.size())), each, colour);
  draw_line_tag(canvas, row, tag);

  if (site == nullptr || !look.current) return;  // there is no request to go on from
  const draw::Hit hit = canvas.hit("line " + std::to_string(line.number), row);
  if (hit.hovered) {
    canvas.hand();
    if (place.file == 0)
      actions.add(session::hover_line, line.number);
    else
      actions.add(session::hover_site, static_cast<std::uint16_t>(site - recording.sites.data()));
    const analysis::Count* before = baseline == nullptr ? nullptr : count_in_baseline(look, *baseline, place);
    if (count == nullptr)
      canvas.tooltip("Go to line " + std::to_string(line.number));
    else
      canvas.tooltip(line.text.substr(std::min(line.text.find_first_not_of(' '), line.text.size())) + "\n" +
                     cost_in_words(*count, look) +
                     (before == nullptr ? "" : "\nBaseline: " + cost_in_words(*before, *baseline)));
  }
  if (hit.clicked) select_in_file(look, place, actions);
  const bool hovered = place.file == 0
                           ? look.hover.line == line.number
                           : look.hover.site && recording.sites[*look.hover.site].line_in(place.file) == line.number;
  if (hovered) draw::mark(canvas, row, draw::Emphasis::kHovered);
}

}  // namespace gemmscope::views
