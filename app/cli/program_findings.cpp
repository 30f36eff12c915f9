// SPDX-License-Identifier: MIT
#include "app/cli/program_findings.h"

#include <algorithm>
#include <charconv>
#include <ostream>

#include "app/cli/code_lines.h"
#include "app/cli/run_folder.h"
#include "app/cli/unwritten_copies.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "tracing/format/file.h"
#include "tracing/format/limits.h"
#include "tracing/format/text.h"
#include "tracing/runtime/program_log.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;
using format::ProgramFinding;
using runtime::ProgramNote;

long number(std::string_view text) {
  long value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// For "#1234", the number in readable form; for "0", " at my.cu:12"; for "1.0|pinned memory", the first argument of
/// the call there. See ProgramNote.
std::string words_of(std::string_view place, const std::vector<CodeLine>& lines) {
  if (place.starts_with('#'))
    return words::thousands(static_cast<std::uint64_t>(std::max(0L, number(place.substr(1)))));
  const std::size_t bar = place.find('|'), dot = place.substr(0, bar).find('.');
  const auto n = static_cast<std::size_t>(number(place));
  const CodeLine line = n < lines.size() ? lines[n] : CodeLine{};
  if (bar == std::string_view::npos) {
    if (line.line != 0) return " at " + fs::path(line.path).filename().string() + ":" + std::to_string(line.line);
    return line.function.empty() ? "" : " in " + line.function;
  }
  const long which = dot == std::string_view::npos ? 0 : number(place.substr(dot + 1));
  const std::string argument = argument_of_call(line, static_cast<std::size_t>(which));
  return argument.empty() ? std::string(place.substr(bar + 1)) : argument;
}

std::string filled(std::string_view text, const std::vector<CodeLine>& lines) {
  std::string whole;
  for (std::size_t open; (open = text.find('{')) != std::string_view::npos;) {
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    whole += text.substr(0, open);
    whole += words_of(text.substr(open + 1, close - open - 1), lines);
    text.remove_prefix(close + 1);
  }
  return whole.append(text);
}

ProgramFinding finding_of(const ProgramNote& note, const std::vector<format::Recording>& recordings) {
  std::vector<CodeLine> lines;
  for (const std::vector<runtime::CodeByte>& place : note.places) lines.push_back(line_of(place));
  std::string text = filled(note.text, lines);
  if (note.kind == ProgramFinding::Kind::kUnwrittenCopy) text += unwritten_in_words(note, recordings);
  ProgramFinding finding{note.kind, note.count, format::shown(text)};
  if (finding.text.size() > format::kMaxSentenceBytes) finding.text.resize(format::kMaxSentenceBytes);
  // With two streams, the wait is missing at the later work.
  const bool later = note.kind == ProgramFinding::Kind::kUnordered || note.kind == ProgramFinding::Kind::kFreed;
  if (const std::size_t at = later ? 1 : 0; at < lines.size() && lines[at].line != 0)
    finding.path = format::shown(lines[at].path), finding.line = lines[at].line;
  if (finding.path.size() > format::kMaxNameBytes) finding.path.clear(), finding.line = 0;
  return finding;
}

}  // namespace

GivenFindings give_program_findings(const fs::path& folder) {
  const std::vector<ProgramNote> notes = runtime::read_program_log(folder);
  GivenFindings given;
  if (notes.empty()) return given;
  std::vector<fs::path> files;
  std::vector<format::Recording> recordings;
  for (const fs::path& file : recordings_in(folder)) {
    auto recording = format::read_file(file);
    if (recording)
      files.push_back(file), recordings.push_back(std::move(*recording));
    else if (!given.error)
      given.error = recording.error();
  }
  for (const ProgramNote& note : notes)
    if (given.all.size() < format::kMaxProgramFindings) given.all.push_back(finding_of(note, recordings));
  std::ranges::stable_sort(given.all, {}, &ProgramFinding::kind);
  std::error_code error;
  for (std::size_t i = 0; i < files.size(); ++i) {
    recordings[i].of_program = given.all;
    const auto recorded = fs::last_write_time(files[i], error);
    const auto written = format::write_file(recordings[i], files[i]);
    if (!written && !given.error) given.error = written.error();
    fs::last_write_time(files[i], recorded, error);  // which says in what order the launches ran
  }
  return given;
}

void say_program_findings(const std::vector<ProgramFinding>& findings, std::ostream& out) {
  if (findings.empty()) return;
  out << "of the program, not of one kernel: " << words::count_of(findings.size(), "finding") << "\n";
  for (const ProgramFinding& finding : findings)
    out << "  " << words::name_of(finding.kind) << ": " << words::sentence(finding) << "\n";
}

}  // namespace gemmscope::cli
