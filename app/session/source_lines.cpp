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

/// The line that opens the scope line `at` is in; kNone outside of all.
std::size_t enclosing(const std::vector<std::string_view>& lines, std::size_t at) {
  for (std::size_t i = at; i-- > 0;)
    if (!lines[i].empty() && indentation(lines[i]) < indentation(lines[at])) return opens_scope(lines[i]) ? i : kNone;
  return kNone;
}

/// The scopes around the lines kept so far, but for those that hold nothing but one other scope: of the loops over the
/// elements of a fragment, the innermost is enough.
void keep_scopes(const std::vector<std::string_view>& lines, std::vector<bool>& keep) {
  std::vector<int> children(lines.size(), 0);  // kept statements and scopes directly inside
  for (std::size_t i = lines.size(); i-- > 0;) {
    const bool scope = opens_scope(lines[i]);
    if (!keep[i] && children[i] == 0) continue;
    const std::size_t outer = enclosing(lines, i);
    if (outer != kNone) children[outer] += scope ? 1 : 2;
    if (scope && children[i] > 1) keep[i] = true;
  }
}

/// The lines kept, each two blanks further in than the kept scope around it.
std::vector<SourceLine> shown(const std::vector<std::string_view>& lines, const std::vector<bool>& keep) {
  std::vector<SourceLine> result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!keep[i]) continue;
    std::size_t depth = 0;
    for (std::size_t outer = enclosing(lines, i); outer != kNone; outer = enclosing(lines, outer)) depth += keep[outer];
    result.push_back({static_cast<std::uint32_t>(i + 1),
                      std::string(2 * depth, ' ') + std::string(lines[i].substr(indentation(lines[i])))});
  }
  return result;
}

}  // namespace

std::vector<SourceLine> whole_source(const format::Recording& recording) {
  std::vector<SourceLine> result;
  for (const std::string_view line : split_lines(recording.source.text))
    result.push_back({static_cast<std::uint32_t>(result.size() + 1), std::string(line)});
  return result;
}

std::vector<SourceLine> memory_lines(const format::Recording& recording) {
  const auto lines = split_lines(recording.source.text);
  std::vector<bool> keep(lines.size(), false);
  for (const format::Site& site : recording.sites)
    if (site.line >= 1 && site.line <= lines.size()) keep[site.line - 1] = true;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (indentation(lines[i]) > 0 && is_milestone(lines[i])) keep[i] = true;
  keep_scopes(lines, keep);
  return shown(lines, keep);
}

}  // namespace gemmscope::session
