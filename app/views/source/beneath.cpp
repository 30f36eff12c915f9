// SPDX-License-Identifier: MIT
#include "app/views/source/beneath.h"

#include <algorithm>

#include "app/draw/choice.h"
#include "app/session/study.h"
#include "app/views/source/choose.h"
#include "app/views/source/file.h"
#include "app/words/machine_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kCodeRow = 14, kIndent = 30, kCodeGap = 4;  // points
constexpr float kLeastCode = 4 * kCodeRow;                  // less of more is not worth a heading

draw::TextStyle code_style(const Canvas& canvas, bool accesses) {
  draw::TextStyle style = canvas.mono();
  style.size = 10.5f, style.keep_start = true;
  style.colour = accesses ? canvas.colours.text : canvas.colours.secondary;
  return style;
}

draw::TextStyle summary_style(const Canvas& canvas) {
  draw::TextStyle style = canvas.words();
  style.size = 12;
  return style;
}

/// Null: it is on its way, could not be made, or nothing comes of the line.
const machine::Beneath* beneath_of(const Look& look) {
  const session::CompiledPtx* const made = session::machine_code_of(look);
  return made == nullptr || !*made ? nullptr : (*made)->beneath(look.selected.line.value_or(0));
}

/// What is said instead of code; empty: there is code.
std::string sentence(const Look& look) {
  const session::CompiledPtx* const made = session::machine_code_of(look);
  if (made == nullptr) return "Compiling and disassembling \u2026";
  if (!*made) return words::error_sentence(made->error().message);
  if (shown_file(look) != 0)
    return "PTX and machine code stand beneath the kernel's own lines, here line " +
           std::to_string(look.selected.line.value_or(0)) + " of " + look.loaded->files[0].name;
  return beneath_of(look) == nullptr ? "No PTX and no machine code of this line" : "";
}

/// "shared loads: PTX 8 of 4 bytes; machine 2 of 16 bytes (LDS.128)", one for each kind.
std::vector<std::string> summary(const machine::Beneath& line) {
  std::vector<std::string> texts;
  for (const machine::Compared& row : compared(line))
    texts.push_back(words::capital(std::string(name_of(row.kind))) + ": PTX " + words::ptx_in_words(row) +
                    "; machine " + words::machine_in_words(row));
  return texts;
}

/// As many as `rows` has room for, in their order, those that access memory before others; the last row counts what is
/// left out.
std::vector<machine::Code> shortened(const std::vector<machine::Code>& all, std::size_t rows) {
  if (all.size() <= rows || rows == 0) return rows == 0 ? std::vector<machine::Code>{} : all;
  std::vector<bool> kept(all.size());
  std::size_t left = rows - 1;
  for (const bool accesses : {true, false})
    for (std::size_t i = 0; i < all.size() && left != 0; ++i)
      if (all[i].accesses == accesses) kept[i] = true, --left;
  std::vector<machine::Code> some;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (kept[i]) some.push_back(all[i]);
  some.push_back({"\u2026 " + words::thousands(all.size() - some.size()) + " more"});
  return some;
}

void draw_code(Canvas& canvas, Rect column, const char* title, const std::vector<machine::Code>& code) {
  canvas.text_in(column.cut_top(kCodeRow), title, canvas.small());
  for (const machine::Code& each : shortened(code, std::size_t{draw::count_in(column.height, kCodeRow)}))
    canvas.text_in(column.cut_top(kCodeRow), each.text, code_style(canvas, each.accesses));
}

/// A summary of the whole kernel's machine code.
std::string kernel_in_words(const Look& look) {
  const session::CompiledPtx* const made = session::machine_code_of(look);
  if (made == nullptr || !*made) return "";
  const machine::MachineCode& code = **made;
  return words::made_by(code) + ": " + words::needs_in_words(code) + "; " +
         words::occupancy_in_words(*look.recording(), code) + "; " + words::loop_in_words(code) + ".";
}

float summary_height(const Canvas& canvas, float width, const machine::Beneath& line) {
  float height = kCodeGap;
  for (const std::string& text : summary(line)) height += canvas.paragraph_height(width, text, summary_style(canvas));
  return height;
}

/// With its headings.
float code_height(const machine::Beneath& line) {
  return kCodeRow * static_cast<float>(1 + std::max(line.ptx.size(), line.machine.size()));
}
float least_code(const machine::Beneath& line) { return std::min(kLeastCode, code_height(line)); }

/// For which of them the machine code is.
void draw_architectures(Canvas& canvas, Rect row, const Look& look, session::Actions& actions) {
  const session::CompiledPtx* const made = session::machine_code_of(look);
  const std::string& chosen = look.views.source.architecture;
  std::vector<Item> items;
  if (made != nullptr && *made)
    for (const std::string& name : (*made)->architectures)
      items.push_back(
          {name, "Compile the PTX for " + name + (name == (*made)->architectures[0] ? ", its own target" : "")});
  else if (made != nullptr && !chosen.empty())
    items.push_back({"the usual one", "Compile the PTX for the GPU of Limits"});
  const std::string now = made != nullptr && *made ? (*made)->architecture : chosen;
  auto shown = std::ranges::find(items, now, &Item::name);
  if (shown == items.end() && !now.empty()) shown = items.insert(items.end(), {now, "Compile the PTX for " + now});
  if (items.empty()) return;
  canvas.text_in(row.cut_left(canvas.text_width("for", canvas.small()) + 6), "for", canvas.small());
  const auto index = static_cast<std::size_t>(shown - items.begin());
  if (const auto next = choose(canvas, row, "architecture", items, index); next && *next != index)
    actions.add([name = items[*next].name](Look& s) {
      s.views.source.architecture = name.starts_with("sm_") ? name : "";
      s.views.source.left_at = 0;
    });
}

}  // namespace

bool has_ptx(const Look& look) { return look.loaded && !look.recording()->code.ptx.empty(); }
bool shows_beneath(const Look& look) { return look.views.source.machine && has_ptx(look); }

Rect draw_machine_bottom(Canvas& canvas, Rect panel, const Look& look, session::Actions& actions) {
  if (!has_ptx(look)) return panel;
  const bool on = look.views.source.machine;
  const std::string text = on ? "hide PTX and machine code" : "show PTX and machine code";
  Rect row = panel.cut_bottom(18, 2);
  if (draw::link(canvas, row.cut_left(canvas.text_width(text, canvas.small()) + 8), "machine code", text,
                 draw::Align::kLeft, "Beneath the current line: its PTX, and what ptxas makes of it"))
    actions.add([](Look& s) { s.views.source.machine = !s.views.source.machine, s.views.source.left_at = 0; });
  if (!on) return panel;
  actions.add(session::want, session::StudyKind::kMachineCode);
  draw_architectures(canvas, panel.cut_bottom(kChooseRow, 2), look, actions);
  const std::string kernel = kernel_in_words(look);
  const float height = canvas.paragraph_height(panel.width, kernel, canvas.small());
  if (!kernel.empty() && height < panel.height / 3)
    canvas.paragraph(panel.cut_bottom(height, kCodeGap), kernel, canvas.small());
  return panel;
}

float beneath_height(const Canvas& canvas, float width, float room, const Look& look) {
  if (const std::string text = sentence(look); !text.empty())
    return std::min(room, canvas.paragraph_height(width - kIndent, text, canvas.small()) + kCodeGap);
  const machine::Beneath& line = *beneath_of(look);
  const float above = summary_height(canvas, width - kIndent, line);
  if (above + least_code(line) > room) return std::min(room, above);
  return std::min(room, above + code_height(line));
}

void draw_beneath(Canvas& canvas, Rect rect, const Look& look) {
  canvas.fill(rect, canvas.colours.row, 3);
  rect.cut_left(kIndent);
  if (const std::string text = sentence(look); !text.empty()) {
    canvas.paragraph(rect, text, canvas.small());
    return;
  }
  const machine::Beneath& line = *beneath_of(look);
  for (const std::string& text : summary(line)) {
    const float height = canvas.paragraph_height(rect.width, text, summary_style(canvas));
    if (height > rect.height) return canvas.text_in(rect, text, canvas.small());
    canvas.paragraph(rect.cut_top(height), text, summary_style(canvas));
  }
  if (rect.height < least_code(line) - kCodeGap) return;
  const Rect ptx = rect.cut_left(rect.width / 2 - kCodeGap, 2 * kCodeGap);
  draw_code(canvas, ptx, "PTX", line.ptx);
  draw_code(canvas, rect, "machine code", line.machine);
}

}  // namespace gemmscope::views
