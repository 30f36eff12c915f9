// SPDX-License-Identifier: MIT
#include "tracing/runtime/program_log.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "tracing/format/input_file.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

constexpr char kField = '\t', kPlace = '\x1d', kFrame = '\x1e', kPart = '\x1f';

/// Without the characters that separate fields.
std::string plain(const std::string& text) {
  std::string clean = text;
  for (char& c : clean)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return clean;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(at), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// What changes later: always as long.
std::string state_in_text(std::uint64_t count, bool is_over) {
  constexpr std::size_t kDigits = 20;
  const std::string digits = std::to_string(count);
  return std::string(kDigits - digits.size(), '0') + digits + kField + (is_over ? "1" : "0");
}

/// What comes before the state.
std::string begin_of(const ProgramNote& note) {
  return std::to_string(getpid()) + kField + std::to_string(static_cast<int>(note.kind)) + kField +
         std::to_string(note.id) + kField;
}

std::string text_of(const ProgramNote& note) {
  std::string text = begin_of(note) + state_in_text(note.count, note.is_over) + kField + plain(note.text) + kField;
  for (const std::vector<CodeByte>& place : note.places) {
    for (const CodeByte& byte : place) text += plain(byte.file) + kPart + std::to_string(byte.offset) + kFrame;
    text += kPlace;
  }
  text += kField + plain(note.array) + kField + std::to_string(note.bytes) + kField;
  for (const std::uint64_t at : note.unwritten) text += std::to_string(at) + kPart;
  return text + "\n";
}

/// Nothing: the line is not a note.
std::optional<ProgramNote> note_of(const std::vector<std::string_view>& fields) {
  if (fields.size() < 9 || number(fields[1]) >= format::ProgramFinding::kKinds) return std::nullopt;
  ProgramNote note;
  note.kind = static_cast<format::ProgramFinding::Kind>(number(fields[1]));
  note.id = number(fields[0]) << 32 | number(fields[2]), note.count = number(fields[3]);
  note.is_over = fields[4] == "1", note.text = fields[5];
  for (const std::string_view place : split(fields[6], kPlace)) {
    note.places.emplace_back();
    for (const std::string_view frame : split(place, kFrame))
      if (const auto parts = split(frame, kPart); parts.size() == 2)
        note.places.back().push_back({std::string(parts[0]), number(parts[1])});
  }
  note.array = fields[7], note.bytes = number(fields[8]);
  if (fields.size() > 9)
    for (const std::string_view at : split(fields[9], kPart)) note.unwritten.push_back(number(at));
  return note;
}

}  // namespace

NotePlace add_note(const std::string& folder, const ProgramNote& note) {
  const int file = ::open((folder + "/" + kProgramLogFile).c_str(),
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, S_IRUSR | S_IWUSR);
  if (file < 0) return std::nullopt;
  const std::string text = text_of(note);
  const bool whole = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const off_t end = ::lseek(file, 0, SEEK_CUR);
  ::close(file);
  if (!whole || end < static_cast<off_t>(text.size())) return std::nullopt;
  return static_cast<std::uint64_t>(end) - text.size() + begin_of(note).size();
}

void change_note(const std::string& folder, NotePlace place, std::uint64_t count, bool is_over) {
  if (!place) return;
  const int file = ::open((folder + "/" + kProgramLogFile).c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return;
  const std::string text = state_in_text(count, is_over);
  static_cast<void>(::pwrite(file, text.data(), text.size(), static_cast<off_t>(*place)));
  ::close(file);
}

std::vector<ProgramNote> read_program_log(const std::filesystem::path& folder) {
  std::vector<ProgramNote> notes;
  std::istringstream in(format::text_in(folder / kProgramLogFile, kMostLogBytes));
  for (std::string line; std::getline(in, line);) {
    std::optional<ProgramNote> read = note_of(split(line, kField));
    if (!read) continue;
    const auto known = std::ranges::find(notes, read->id, &ProgramNote::id);
    if (known == notes.end())
      notes.push_back(std::move(*read));
    else if (read->is_over)
      known->is_over = true;
    else
      known->count = read->count;
  }
  std::erase_if(notes, [](const ProgramNote& note) { return note.is_over; });
  return notes;
}

}  // namespace gemmscope::runtime
