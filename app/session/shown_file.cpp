// SPDX-License-Identifier: MIT
#include "app/session/shown_file.h"

#include <algorithm>

#include "app/session/own_program.h"

namespace gemmscope::session {

bool has_text(const Look& look, std::uint16_t file) {
  const auto& files = look.loaded->files;
  return file < files.size() && !files[file].whole.empty();
}

std::uint32_t InSource::line_in(std::uint16_t file) const {
  if (file == 0) return line;
  const auto found = std::ranges::find(called, file, &format::Place::file);
  return found == called.end() ? 0 : found->line;
}

InSource in_source(const Look& look) {
  if (look.current) return {look.current->site.line, look.current->site.called};
  return look.loaded && look.recording()->fault ? in_source(*look.recording()->fault) : InSource{};
}

InSource in_source(const format::LaunchFault& fault) { return {fault.line, fault.called}; }

std::uint16_t file_of_request(const Look& look) {
  for (const format::Place& place : in_source(look).called)
    if (has_text(look, place.file)) return place.file;
  return 0;
}

std::optional<std::uint16_t> chosen_file(const Look& look) {
  const views::SourceState& state = look.views.source;
  const bool ended = state.file_at != 0 && (!look.current || state.file_at != look.current->request.site + 1u);
  return state.file && !ended && has_text(look, *state.file) ? state.file : std::nullopt;
}

std::uint16_t shown_file(const Look& look) { return chosen_file(look).value_or(file_of_request(look)); }

std::size_t shown_rejected(const Look& look) {
  const Rejected& rejected = *look.rejected;
  const auto chosen = std::ranges::find(rejected.files, look.views.source.program_file, &RejectedFile::path);
  if (chosen != rejected.files.end()) return static_cast<std::size_t>(chosen - rejected.files.begin());
  const auto first = std::ranges::find_if(rejected.messages, [](const Message& m) { return m.line != 0; });
  return first == rejected.messages.end() ? 0 : first->file;
}

std::string shown_path(const Look& look) {
  if (look.rejected) return look.rejected->files[shown_rejected(look)].path;
  return look.loaded ? look.recording()->source_of(shown_file(look)).path : "";
}

void show_recorded(Look& look, const std::string& path) {
  look.views.source.show_file(std::nullopt);
  if (!look.loaded) return;
  for (std::uint16_t file = 0; file < look.loaded->files.size(); ++file)
    if (has_text(look, file) && same_file(look.recording()->source_of(file).path, path))
      return look.views.source.show_file(file);
}

void show_path(Look& look, const std::string& path) {
  look.views.source.program_file = path;
  show_recorded(look, path);
}

}  // namespace gemmscope::session
