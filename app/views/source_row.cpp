// SPDX-License-Identifier: MIT
#include "app/views/source_row.h"

#include <algorithm>

#include "app/draw/shorten.h"
#include "app/draw/widgets.h"
#include "app/session/selecting.h"
#include "app/views/finding_marks.h"
#include "app/views/source_cost.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Session;
using session::SourceLine;
using words::thousands;

constexpr float kFolded = 560;  ///< points: narrower panels have one column of costs, for more of the code

/// The columns of one row. Folded, `requests` is empty, and the wavefronts', or of a line without any the requests,
/// stand in one column.
struct Columns {
  Rect line, requests, wavefronts, nway, code;
  bool folded;

  /// `tag`: points at the right end for a finding's tag.
  explicit Columns(Rect row, float tag = 0) {
    folded = row.width < kFolded;
    row.cut_right(tag);
    row.cut_left(4);
    line = row.cut_left(22, 4);
    if (!folded) requests = row.cut_left(40, 4);
    wavefronts = row.cut_left(38, folded ? 4 : 8);
    nway = row.cut_left(28, 6);
    code = row;
  }
};

const format::Site* site_of_line(const format::Recording& recording, std::uint32_t line) {
  for (const format::Site& site : recording.sites)
    if (site.line == line) return &site;
  return nullptr;
}

draw::TextStyle code_style(draw::Colour colour) {
  draw::TextStyle style{colour, draw::Face::kMono, 11.5f};
  style.keep_start = true;
  return style;
}

/// The line in as many lines as it takes; without its comment where that is more than one.
std::vector<std::string> wrapped(const Canvas& canvas, const SourceLine& line, float width) {
  const draw::TextStyle style = code_style(canvas.colours.text);
  const std::size_t comment = line.text.find(" //");
  const auto width_of = [&](std::string_view text) { return canvas.text_width(text, style); };
  const std::vector<std::string> code = draw::wrap_code(line.text.substr(0, comment), width, width_of);
  return code.size() == 1 ? std::vector{line.text} : code;
}

/// As many digits as the gutter has room for.
std::string number(std::uint64_t n) { return n < 10'000 ? thousands(n) : words::compact(n); }

/// Lines that touch shared memory, be it besides global memory: requests, wavefronts, n-way. Others: requests and,
/// where it is not all, how many of the bytes that they move are used.
void draw_cost(Canvas& canvas, const Columns& columns, const analysis::Count& count, const Session& session) {
  draw::TextStyle style = canvas.mono();
  style.size = 11.5f, style.colour = canvas.colours.secondary, style.align = draw::Align::kRight;
  if (!columns.folded) canvas.text_in(columns.requests, number(count.requests), style);
  if (count.by(session.rule).wavefronts == 0) {
    const Rect& both = columns.wavefronts;  // and the n-way's column, both empty here
    if (count.bytes_used() < 1)
      canvas.text_in({both.x, both.y, columns.nway.right() + 3 - both.x, both.height}, words::share(count.bytes_used()),
                     style);
    else if (columns.folded)
      canvas.text_in(columns.wavefronts, number(count.requests), style);
    return;
  }
  const analysis::SharedCount& cost = count.by(session.rule);
  if (cost.excess() != 0) style.colour = canvas.colours.text;
  canvas.text_in(columns.wavefronts, number(cost.wavefronts), style);
  const float height = std::min(17.0f, columns.nway.height - 3);
  draw::nway_chip(canvas, {columns.nway.x, columns.nway.centre().y - height / 2, columns.nway.width, height},
                  cost.max_nway);
}

bool uses_shared(const Session& session) { return session.recording()->shared_bytes != 0; }

/// Behind the code, as wide as the line's share of all that conflicts, or sectors beyond the ideal, cost.
void draw_heat(Canvas& canvas, const Columns& columns, const analysis::Count& count, const Session& session) {
  const int step = uses_shared(session) ? count.by(session.rule).max_nway : 2;  // 2: as dashed sectors elsewhere
  const Rect strip{columns.code.x, columns.code.y + 1, columns.code.width, columns.code.height - 2};
  draw::bar(canvas, strip, static_cast<double>(excess_of(session, count)),
            static_cast<double>(excess_of(session, session.summary.total)),
            theme::faded(theme::conflict_colour(canvas.colours, step), 0.28f));
}

std::string cost_in_words(const analysis::Count& count, const Session& session) {
  std::string text = words::count_of(count.requests, "request");
  if (count.sectors != 0)
    text += ", " + words::count_of(count.sectors, "sector") + " of 32 bytes, ideal " + thousands(count.ideal_sectors);
  const analysis::SharedCount& cost = count.by(session.rule);
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

int source_row_lines(const Canvas& canvas, const SourceLine& line, float width, const Session& session) {
  const float tag = line_tag_width(canvas, line_tag(session, line.number));
  return static_cast<int>(wrapped(canvas, line, Columns({0, 0, width, 0}, tag).code.width).size());
}

/// In two lines, because the columns are narrower than their titles.
void draw_source_titles(Canvas& canvas, Rect row, const Session& session) {
  const Columns columns(row);
  draw::TextStyle style = canvas.small();
  style.size = 11;
  const auto title = [&](Rect column, const char* text, bool lower, draw::Align align) {
    style.align = align;
    const float more =
        align == draw::Align::kLeft ? 0 : std::max(0.0f, canvas.text_width(text, style) + 1 - column.width);
    const float left = align == draw::Align::kCentre ? more / 2 : more;
    const Rect half{column.x - left, column.y + (lower ? row.height / 2 : 1), column.width + more, row.height / 2};
    canvas.text_in(half, text, style);
  };
  title(columns.line, "line", true, draw::Align::kRight);
  if (!columns.folded) title(columns.requests, "requests", false, draw::Align::kRight);
  if (uses_shared(session)) {
    title(columns.wavefronts, "wave-", false, draw::Align::kRight);
    title(columns.wavefronts, "fronts", true, draw::Align::kRight);
  } else if (columns.folded) {
    title(columns.wavefronts, "requests", false, draw::Align::kRight);
  }
  title(columns.nway, "n-way", false, draw::Align::kCentre);
  title(columns.code,
        uses_shared(session) ? "kernel; bar: share of all excess" : "kernel; bar: share of all excess sectors", true,
        draw::Align::kLeft);
}

void draw_source_row(Canvas& canvas, Rect row, const SourceLine& line, bool in_full, const Session& session,
                     session::Actions& actions) {
  const format::Recording& recording = *session.recording();
  const format::Site* site = site_of_line(recording, line.number);
  const std::string tag = line_tag(session, line.number);
  const Columns columns(row, line_tag_width(canvas, tag));
  const bool current = session.selected.line == line.number;
  const draw::Colour colour =
      site == nullptr ? canvas.colours.text : theme::operand_colour(canvas.colours, recording.tensors[site->tensor]);
  if (current) {
    canvas.fill(row, canvas.colours.row, 3);
    canvas.fill({row.x, row.y, 3, row.height}, colour, 1);
  }
  draw::TextStyle number{canvas.colours.secondary, draw::Face::kMono, 11.5f, draw::Align::kRight};
  if (current) number.colour = canvas.colours.text;
  canvas.text_in(columns.line, std::to_string(line.number), number);
  const analysis::Count* count = site == nullptr ? nullptr : count_of_line(session, line.number);
  if (count != nullptr && count->requests != 0) {
    draw_cost(canvas, columns, *count, session);
    draw_heat(canvas, columns, *count, session);
  }
  const std::vector<std::string> lines = in_full ? wrapped(canvas, line, columns.code.width) : std::vector{line.text};
  Rect code = columns.code;
  for (const std::string& each : lines)
    draw_code(canvas, code.cut_top(row.height / static_cast<float>(lines.size())), each, colour);
  draw_line_tag(canvas, row, tag);

  if (site == nullptr) return;
  const draw::Hit hit = canvas.hit("line " + std::to_string(line.number), row);
  if (hit.hovered) {
    canvas.hand();
    actions.add(session::hover_line, line.number);
    if (count == nullptr)
      canvas.tooltip("Go to line " + std::to_string(line.number));
    else
      canvas.tooltip(line.text.substr(line.text.find_first_not_of(' ')) + "\n" + cost_in_words(*count, session));
  }
  if (hit.clicked) actions.add(session::select_line, line.number);
  if (session.hover.line == line.number) draw::mark(canvas, row, draw::Emphasis::kHovered);
}

}  // namespace gemmscope::views
