// SPDX-License-Identifier: MIT
#include "app/session/source_lines.h"

#include <algorithm>
#include <limits>
#include <set>

#include "app/session/index_lines.h"
#include "tracing/format/text.h"

namespace gemmscope::session {
namespace {

/// With blanks up to every fourth column for its tabs, as most editors show them, and without the rest of a line end as
/// Windows writes it.
std::string untabbed(std::string_view line) {
  constexpr std::size_t kTab = 4;
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::string text;
  std::size_t column = 0;
  for (const char c : line) {
    const std::size_t columns = c == '\t' ? kTab - column % kTab : (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
    if (c == '\t')
      text.append(columns, ' ');
    else
      text += c;
    column += columns;
  }
  return text;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(untabbed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t indentation(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

bool contains(std::string_view line, std::string_view part) { return line.find(part) != std::string_view::npos; }

/// Its first word, behind a brace that ends what was before: "for", "else".
std::string_view first_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" }"), line.size()));
  return line.substr(0, line.find_first_of(" ({"));
}

bool is_else(std::string_view line) { return first_word(line) == "else"; }

bool opens_scope(std::string_view line) {
  const std::string_view word = first_word(line);
  return word == "for" || word == "if" || word == "while" || word == "switch" || word == "else";
}

bool is_milestone(std::string_view line) {
  return contains(line, "__syncthreads") || contains(line, "__syncwarp") ||
         (contains(line, "acc[") && contains(line, "fmaf"));
}

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// For each line, the line that opens the scope it is in; kNone outside of all scopes. That is the nearest earlier line
/// with a smaller indentation. `open`: the earlier lines that begin further left than every line after them.
std::vector<std::size_t> enclosing(const std::vector<std::string>& lines) {
  std::vector<std::size_t> outer(lines.size(), kNone), open;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    while (!open.empty() && indentation(lines[open.back()]) >= indentation(lines[i])) open.pop_back();
    if (!open.empty() && opens_scope(lines[open.back()])) outer[i] = open.back();
    open.push_back(i);
  }
  return outer;
}

/// For each line, the nearest line before it with the same indentation, if all lines between them are indented more;
/// else kNone.
std::vector<std::size_t> peers(const std::vector<std::string>& lines) {
  std::vector<std::size_t> peer(lines.size(), kNone), open;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    while (!open.empty() && indentation(lines[open.back()]) > indentation(lines[i])) open.pop_back();
    if (!open.empty() && indentation(lines[open.back()]) == indentation(lines[i]))
      peer[i] = open.back(), open.pop_back();
    open.push_back(i);
  }
  return peer;
}

/// The scopes around the lines kept so far, but for those that hold nothing but one other scope: of the loops over the
/// elements of a fragment, the innermost is enough. An else comes with its if.
void keep_scopes(const std::vector<std::string>& lines, const std::vector<std::size_t>& outer,
                 std::vector<bool>& keep) {
  const std::vector<std::size_t> peer = peers(lines);
  std::vector<int> children(lines.size(), 0);  // kept statements and scopes directly inside
  for (std::size_t i = lines.size(); i-- > 0;) {
    const bool scope = opens_scope(lines[i]);
    if (!keep[i] && children[i] == 0) continue;
    if (outer[i] != kNone) children[outer[i]] += scope ? 1 : 2;
    if (scope && children[i] > 1) keep[i] = true;
    if (!keep[i] || !is_else(lines[i])) continue;
    std::size_t before = peer[i];
    if (before != kNone && !opens_scope(lines[before])) before = peer[before];  // a brace, on a line of its own
    if (before != kNone && opens_scope(lines[before])) keep[before] = true;
  }
}

/// For each line, the line where its function begins: the nearest earlier line that begins at the left and is not for
/// the preprocessor. kNone: the line is at the left, or in a namespace, whose functions are further in.
std::vector<std::size_t> functions(const std::vector<std::string>& lines) {
  std::vector<std::size_t> all(lines.size(), kNone);
  std::size_t function = kNone;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || lines[i].starts_with('#')) continue;
    if (indentation(lines[i]) != 0)
      all[i] = function;
    else
      function = contains(lines[i], "namespace") || lines[i].starts_with("extern") ? kNone : i;
  }
  return all;
}

/// Lines of one of the recording's files that matter although no request is made there: where the launch ended, and, in
/// the kernel's own file, where blocks have passed barriers and where threads have not met.
std::set<std::uint32_t> lines_without_sites(const format::Recording& recording, std::uint16_t file) {
  std::set<std::uint32_t> lines;
  if (file != 0) {
    if (recording.fault)
      for (const format::Place& place : recording.fault->called)
        if (place.file == file) lines.insert(place.line);
    return lines;
  }
  for (const format::Pattern& pattern : recording.patterns)
    lines.insert(pattern.barrier_lines.begin(), pattern.barrier_lines.end());
  const std::vector<format::Divergence> none, &absent = recording.absent_lanes ? *recording.absent_lanes : none;
  for (const auto* all : {&recording.divergences, &recording.branch_barriers, &absent})
    for (const format::Divergence& each : *all) lines.insert({each.line, each.other_line});
  if (recording.fault) {
    lines.insert(recording.fault->line);
    for (const format::LaunchFault::Waiting& each : recording.fault->others) lines.insert(each.line);
  }
  if (recording.undefined)
    for (const format::Undefined& each : *recording.undefined) lines.insert({each.line, each.use_line});
  return lines;
}

/// Barriers and multiply-adds. A program's file has other kernels: of these only what is in a function with a kept
/// line, and what has been seen to happen.
void keep_milestones(const format::Recording& recording, std::uint16_t file, const std::vector<std::string>& lines,
                     const std::vector<std::size_t>& function, std::vector<bool>& keep) {
  std::set<std::size_t> recorded;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (keep[i] && function[i] != kNone) recorded.insert(function[i]);
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (indentation(lines[i]) > 0 && is_milestone(lines[i]) && recorded.contains(function[i])) keep[i] = true;
  for (const std::uint32_t line : lines_without_sites(recording, file))
    if (line >= 1 && line <= lines.size()) keep[line - 1] = true;
}

/// What is shown of a line. No line of a kernel is a quarter as long, and drawing goes through all of it.
std::string cut(std::string_view line) {
  constexpr std::size_t kMostBytes = 1000;
  if (line.size() <= kMostBytes) return std::string(line);
  std::size_t end = kMostBytes;
  while ((static_cast<unsigned char>(line[end]) & 0xc0u) == 0x80u) --end;  // between characters
  return std::string(line.substr(0, end)) + "\u2026";
}

/// With as many of its folders as it takes to tell it from the others, but at most two.
std::string telling_name(const std::vector<std::string>& paths, const std::string& path) {
  const auto tells = [&](std::string_view name) {
    return std::ranges::count_if(paths, [&](const std::string& its) {
             return its == name || its.ends_with("/" + std::string(name));
           }) == 1;
  };
  std::size_t slash = path.rfind('/');
  for (int folders = 0; folders < 2 && slash != path.npos && slash != 0 && !tells(path.substr(slash + 1)); ++folders)
    slash = path.rfind('/', slash - 1);
  return format::shown(slash == path.npos ? path : path.substr(slash + 1));
}

/// The lines kept, each two blanks further in than the kept scope around it.
std::vector<SourceLine> shown(const std::vector<std::string>& lines, const std::vector<std::size_t>& outer,
                              const std::vector<bool>& keep) {
  constexpr std::size_t kDeepest = 20;
  std::vector<SourceLine> result;
  std::vector<std::size_t> depth(lines.size(), 0);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (outer[i] != kNone) depth[i] = depth[outer[i]] + keep[outer[i]];
    if (keep[i])
      result.push_back(
          {static_cast<std::uint32_t>(i + 1), std::string(2 * std::min(depth[i], kDeepest), ' ') +
                                                  cut(std::string_view(lines[i]).substr(indentation(lines[i])))});
  }
  return result;
}

}  // namespace

std::vector<SourceLine> whole_source(std::string_view text) {
  std::vector<SourceLine> result;
  for (const std::string& line : split_lines(text))
    result.push_back({static_cast<std::uint32_t>(result.size() + 1), cut(line)});
  return result;
}

std::vector<SourceLine> memory_lines(const format::Recording& recording, std::uint16_t file) {
  const auto lines = split_lines(recording.source_of(file).text);
  std::vector<bool> keep(lines.size(), false);
  for (const format::Site& site : recording.sites)
    if (const std::uint32_t line = site.line_in(file); line >= 1 && line <= lines.size()) keep[line - 1] = true;
  const std::vector<std::size_t> function = functions(lines);
  const std::vector<bool> accesses = keep;
  keep_index_lines(lines, function, accesses, keep);
  keep_milestones(recording, file, lines, function, keep);
  std::vector<std::size_t> outer = enclosing(lines);
  if (file != 0)  // an included one has several functions
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (outer[i] == kNone) outer[i] = function[i];
  keep_scopes(lines, outer, keep);
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (keep[i] && outer[i] != kNone && !opens_scope(lines[outer[i]])) keep[outer[i]] = true;
  return shown(lines, outer, keep);
}

std::vector<std::string> telling_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(telling_name(paths, path));
  return names;
}

std::vector<SourceFile> source_files(const format::Recording& recording) {
  std::vector<std::string> paths;
  for (std::uint16_t file = 0; file <= recording.included.size(); ++file)
    paths.push_back(recording.source_of(file).path);
  const std::vector<std::string> names = telling_names(paths);
  std::vector<SourceFile> files;
  for (std::uint16_t file = 0; file <= recording.included.size(); ++file)
    files.push_back({names[file], whole_source(recording.source_of(file).text), memory_lines(recording, file)});
  return files;
}

}  // namespace gemmscope::session
