// SPDX-License-Identifier: MIT
#include "app/views/source/file.h"

#include "app/session/selecting.h"
#include "app/views/source/choose.h"
#include "app/words/line_words.h"
#include "app/words/number.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::chosen_file;
using session::file_of_request;
using session::has_text;
using session::Look;

constexpr float kFileGap = 4;  // points

/// A choice holds for the request that one looks at when it is made.
void keep_choice(const Look& look, session::Actions& actions) {
  const SourceState& state = look.views.source;
  if (!state.file) return;
  if (!chosen_file(look))
    actions.add([](Look& s) { s.views.source.show_file(std::nullopt); });
  else if (state.file_at == 0 && look.current)
    actions.add([at = look.current->request.site + 1u](Look& s) { s.views.source.file_at = at; });
}

std::string tip_of(const Look& look, std::uint16_t file) {
  const format::Recording& recording = *look.recording();
  const session::InSource here = session::in_source(look);
  const bool is_here = here.line != 0 && file == file_of_request(look);
  return "Lines of " + format::shown(recording.source_of(file).path) +
         (!is_here ? ""
                   : (look.current ? "\nThe request is of " : "\nThe launch ended on ") +
                         words::line_in_words(recording, here.line, here.called));
}

/// Which lines call what the request does, where there is room for it.
void draw_callers(Canvas& canvas, Rect rest, const Look& look) {
  const session::InSource here = session::in_source(look);
  if (here.called.empty()) return;
  const std::string text = words::capital(words::line_in_words(*look.recording(), here.line, here.called));
  if (canvas.text_width(text, canvas.small()) <= rest.width) canvas.text_in(rest, text, canvas.small());
}

void show(session::Actions& actions, std::uint16_t file) {
  actions.add([file](Look& s) { s.views.source.show_file(file); });
}

}  // namespace

std::uint32_t current_line(const Look& look) {
  const std::uint16_t file = shown_file(look);
  if (file == 0 && look.current) return look.selected.line.value_or(0);
  return session::in_source(look).line_in(file);
}

format::Place place_of_request(const Look& look) {
  const session::InSource here = session::in_source(look);
  for (const std::uint16_t file : {shown_file(look), file_of_request(look)})
    if (const std::uint32_t line = here.line_in(file); line != 0) return {file, line};
  return {0, here.line};
}

std::string request_line_in_words(const Look& look) {
  const auto [file, line] = place_of_request(look);
  return "Line " + std::to_string(line) + (file == shown_file(look) ? "" : " of " + look.loaded->files[file].name);
}

void select_in_file(const Look& look, format::Place line, session::Actions& actions) {
  actions.add(session::select_place, line);
  if (look.loaded->files.size() > 1) show(actions, line.file);
}

Rect draw_files(Canvas& canvas, Rect panel, const Look& look, session::Actions& actions) {
  keep_choice(look, actions);
  std::vector<std::uint16_t> files;
  std::vector<Item> choices;
  std::size_t shown = 0;
  for (std::uint16_t file = 0; file < look.loaded->files.size(); ++file) {
    if (!has_text(look, file)) continue;
    if (file == shown_file(look)) shown = files.size();
    files.push_back(file), choices.push_back({look.loaded->files[file].name, tip_of(look, file)});
  }
  if (files.size() < 2) return panel;
  Rect row = panel.cut_top(kChooseRow, kFileGap);
  if (const auto chosen = choose(canvas, row, "file", choices, shown)) show(actions, files[*chosen]);
  draw_callers(canvas, row, look);
  return panel;
}

}  // namespace gemmscope::views
