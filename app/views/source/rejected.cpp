// SPDX-License-Identifier: MIT
#include "app/views/source/rejected.h"

#include <algorithm>
#include <iterator>

#include "app/draw/widgets.h"
#include "app/session/shown_file.h"
#include "app/views/source/choose.h"
#include "app/words/number.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;
using session::Message;
using session::Rejected;
using session::shown_rejected;

constexpr std::uint32_t kAround = 2;  ///< lines shown before and after one that something is said of
constexpr float kMessageRow = 19, kNumber = 34, kMessageGap = 4;  // points

/// A line of the source, a message under it, or, without a number, lines left out.
struct CodeRow {
  std::uint32_t number = 0;
  std::string text;
  bool message = false, wrong = false;  ///< wrong: a message follows
};

std::vector<Message> messages_of(const Rejected& rejected, std::size_t file) {
  std::vector<Message> messages;
  std::ranges::copy_if(rejected.messages, std::back_inserter(messages),
                       [&](const Message& m) { return m.file == file; });
  return messages;
}

std::vector<CodeRow> rows_of(const session::RejectedFile& file, const std::vector<Message>& messages) {
  std::vector<CodeRow> rows;
  const auto add_messages = [&](std::uint32_t line) {
    for (const Message& m : messages)
      if (m.line == line) rows.push_back({line, m.text, true, false});
  };
  const auto lines = static_cast<std::uint32_t>(file.text.size());
  add_messages(0);
  std::uint32_t last = 0;
  for (std::uint32_t line = 1; line <= lines; ++line) {
    const bool near = std::ranges::any_of(messages, [&](const Message& m) {
      return m.line != 0 && line + kAround >= m.line && line <= m.line + kAround;
    });
    if (!near) continue;
    if (last != 0 && line != last + 1) rows.push_back({0, "\u2026", false, false});
    const bool wrong = std::ranges::count(messages, line, &Message::line) != 0;
    rows.push_back({line, file.text[line - 1].text, false, wrong});
    add_messages(line);
    last = line;
  }
  for (const Message& m : messages)
    if (m.line > lines) rows.push_back({m.line, m.text, true, false});  // the file has been cut since
  return rows;
}

draw::TextStyle code_style(const Canvas& canvas, draw::Colour colour) {
  draw::TextStyle style = canvas.mono();
  style.size = 11.5f, style.colour = colour, style.keep_start = true;
  return style;
}

void draw_code(Canvas& canvas, Rect row, const CodeRow& line) {
  if (line.wrong) {
    canvas.fill(row, canvas.colours.row, 3);
    canvas.fill({row.x, row.y, 3, row.height}, canvas.colours.error, 1);
  }
  draw::TextStyle number = code_style(canvas, line.wrong ? canvas.colours.text : canvas.colours.secondary);
  number.align = draw::Align::kRight;
  const Rect left = row.cut_left(kNumber, 10);
  if (line.number != 0) canvas.text_in(left, std::to_string(line.number), number);
  canvas.text_in(row, line.text, code_style(canvas, line.wrong ? canvas.colours.text : canvas.colours.secondary));
}

/// The files that something is said of, and the program's first, to choose from. Returns what is left below.
Rect draw_file_names(Canvas& canvas, Rect panel, const Look& look, session::Actions& actions) {
  const Rejected& rejected = *look.rejected;
  std::vector<std::size_t> files;
  std::vector<Item> names;
  std::size_t shown = 0;
  for (std::size_t file = 0; file < rejected.files.size(); ++file) {
    const std::size_t count = messages_of(rejected, file).size();
    if (file != 0 && count == 0) continue;
    if (file == shown_rejected(look)) shown = files.size();
    files.push_back(file);
    names.push_back({rejected.files[file].name,
                     words::count_of(count, "message") + " in " + format::shown(rejected.files[file].path)});
  }
  if (files.size() < 2) return panel;
  Rect row = panel.cut_top(kChooseRow, kMessageGap);
  if (const auto chosen = choose(canvas, row, "file", names, shown))
    actions.add([path = rejected.files[files[*chosen]].path](Look& s) { s.views.source.program_file = path; });
  return panel;
}

}  // namespace

void draw_rejected(Canvas& canvas, const Look& look, session::Actions& actions) {
  const Rejected& rejected = *look.rejected;
  const session::RejectedFile& file = rejected.files[shown_rejected(look)];
  const std::vector<Message> messages = messages_of(rejected, shown_rejected(look));
  const std::size_t all = messages.size();
  Rect rest = draw::header(canvas, "Source",
                           file.name + " as it was saved: " + words::count_of(all, "message") + ", no recording",
                           look.loaded ? "The other panels show the run before" : "Fix it and save again");
  rest = draw_file_names(canvas, rest, look, actions);
  draw::TextStyle style = canvas.words();
  style.size = 13, style.colour = canvas.colours.error;
  std::size_t shown = 0;
  for (const CodeRow& row : rows_of(file, messages)) {
    const float indent = row.number == 0 ? 0 : kNumber + 10;
    const float height =
        row.message ? canvas.paragraph_height(rest.width - indent, row.text, style) + kMessageGap : kMessageRow;
    const float needed = height + (shown + row.message < all ? kMessageRow : 0);
    if (needed > rest.height) break;
    Rect place = rest.cut_top(height);
    if (!row.message) {
      draw_code(canvas, place, row);
      continue;
    }
    place.cut_left(indent);
    canvas.paragraph(place, row.text, style);
    ++shown;
  }
  if (shown < all && rest.height >= kMessageRow)
    canvas.text_in(rest.cut_top(kMessageRow), "\u2026 and " + words::count_of(all - shown, "more message"),
                   canvas.small());
}

}  // namespace gemmscope::views
