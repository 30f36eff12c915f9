// SPDX-License-Identifier: MIT
#include "app/shell/line_notes.h"

#include <algorithm>
#include <optional>

#include "app/session/own_program.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"

namespace gemmscope::shell {
namespace {

std::optional<std::uint16_t> file_of(const format::Recording& recording, const std::string& path) {
  for (std::uint16_t file = 0; file <= recording.included.size(); ++file)
    if (session::same_file(recording.source_of(file).path, path)) return file;
  return std::nullopt;
}

LineNote note_of(const analysis::Count& count, analysis::ConflictModel rule) {
  LineNote note;
  const analysis::SharedCount& shared = count.by(rule);
  if (count.sectors != 0)
    note.factor =
        static_cast<double>(count.sectors) / static_cast<double>(std::max<std::uint64_t>(1, count.ideal_sectors));
  if (shared.wavefronts != 0) note.factor = std::max(note.factor, static_cast<double>(shared.max_nway));
  note.text = words::count_of(count.requests, "request");
  if (shared.wavefronts != 0)
    note.text +=
        ", " + words::count_of(shared.wavefronts, "wavefront") + ", ideal " + words::thousands(shared.ideal_wavefronts);
  if (count.sectors != 0)
    note.text += ", " + words::count_of(count.sectors, "sector") + ", ideal " + words::thousands(count.ideal_sectors);
  return note;
}

}  // namespace

std::map<std::uint32_t, LineNote> line_notes(const session::Loaded& loaded, const std::string& path,
                                             analysis::ConflictModel rule) {
  const format::Recording& recording = loaded.recording;
  const std::optional<std::uint16_t> file = file_of(recording, path);
  std::map<std::uint32_t, LineNote> notes;
  if (!file) return notes;
  for (const analysis::LineCount& line : loaded.summary.lines_of(*file))
    if (line.count.requests != 0) notes[line.line] = note_of(line.count, rule);
  for (const analysis::Finding& finding : loaded.check.findings)
    for (const auto* access : {&finding.at, &finding.other}) {
      if (!*access) continue;
      const std::uint32_t line = recording.sites[(*access)->site].line_in(*file);
      if (line == 0) continue;
      LineNote& note = notes[line];
      const std::string sentence = words::sentence(recording, finding);
      if (note.text.find(sentence) != std::string::npos) continue;
      note.is_found = true;
      note.text += (note.text.empty() ? "" : "\n") + sentence;
    }
  return notes;
}

const std::vector<session::SourceLine>& recorded_lines(const session::Loaded& loaded, const std::string& path) {
  static const std::vector<session::SourceLine> kNone;
  const std::optional<std::uint16_t> file = file_of(loaded.recording, path);
  return file && *file < loaded.files.size() ? loaded.files[*file].whole : kNone;
}

}  // namespace gemmscope::shell
