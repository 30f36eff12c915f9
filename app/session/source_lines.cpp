// SPDX-License-Identifier: MIT
#include "app/session/source_lines.h"

#include <algorithm>
#include <limits>

namespace gemmscope::session {
namespace {

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t indentation(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

bool contains(std::string_view line, std::string_view part) { return line.find(part) != std::string_view::npos; }

bool opens_scope(std::string_view line) {
  const std::string_view code = line.substr(indentation(line));
  return code.starts_with("for (") || code.starts_with("if (") || code.starts_with("while (");
}

bool is_milestone(std::string_view line) {
  return contains(line, "__syncthreads") || contains(line, "__syncwarp") ||
         (contains(line, "acc[") && contains(line, "fmaf"));
}

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// Of each line, the one that opens the scope it is in; kNone outside of all. That is the nearest one before it that
/// begins further left, so of the lines before, those alone count that no later one reaches under.
std::vector<std::size_t> enclosing(const std::vector<std::string_view>& lines) {
  std::vector<std::size_t> outer(lines.size(), kNone), open;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    while (!open.empty() && indentation(lines[open.back()]) >= indentation(lines[i])) open.pop_back();
    if (!open.empty() && opens_scope(lines[open.back()])) outer[i] = open.back();
    open.push_back(i);
  }
  return outer;
}

/// The scopes around the lines kept so far, but for those that hold nothing but one other scope: of the loops over the
/// elements of a fragment, the innermost is enough.
void keep_scopes(const std::vector<std::string_view>& lines, const std::vector<std::size_t>& outer,
                 std::vector<bool>& keep) {
  std::vector<int> children(lines.size(), 0);  // kept statements and scopes directly inside
  for (std::size_t i = lines.size(); i-- > 0;) {
    const bool scope = opens_scope(lines[i]);
    if (!keep[i] && children[i] == 0) continue;
    if (outer[i] != kNone) children[outer[i]] += scope ? 1 : 2;
    if (scope && children[i] > 1) keep[i] = true;
  }
}

/// What a line shows: no kernel has one a quarter as long, and whoever draws one goes through all of it.
std::string cut(std::string_view line) {
  constexpr std::size_t kMostBytes = 1000;
  if (line.size() <= kMostBytes) return std::string(line);
  std::size_t end = kMostBytes;
  while ((static_cast<unsigned char>(line[end]) & 0xc0u) == 0x80u) --end;  // between characters
  return std::string(line.substr(0, end)) + "\u2026";
}

/// The lines kept, each two blanks further in than the kept scope around it.
std::vector<SourceLine> shown(const std::vector<std::string_view>& lines, const std::vector<std::size_t>& outer,
                              const std::vector<bool>& keep) {
  constexpr std::size_t kDeepest = 20;
  std::vector<SourceLine> result;
  std::vector<std::size_t> depth(lines.size(), 0);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (outer[i] != kNone) depth[i] = depth[outer[i]] + keep[outer[i]];
    if (keep[i])
      result.push_back({static_cast<std::uint32_t>(i + 1), std::string(2 * std::min(depth[i], kDeepest), ' ') +
                                                               cut(lines[i].substr(indentation(lines[i])))});
  }
  return result;
}

}  // namespace

std::vector<SourceLine> whole_source(std::string_view text) {
  std::vector<SourceLine> result;
  for (const std::string_view line : split_lines(text))
    result.push_back({static_cast<std::uint32_t>(result.size() + 1), cut(line)});
  return result;
}

std::vector<SourceLine> memory_lines(const format::Recording& recording) {
  const auto lines = split_lines(recording.source.text);
  std::vector<bool> keep(lines.size(), false);
  for (const format::Site& site : recording.sites)
    if (site.line >= 1 && site.line <= lines.size()) keep[site.line - 1] = true;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (indentation(lines[i]) > 0 && is_milestone(lines[i])) keep[i] = true;
  const std::vector<std::size_t> outer = enclosing(lines);
  keep_scopes(lines, outer, keep);
  return shown(lines, outer, keep);
}

}  // namespace gemmscope::session
