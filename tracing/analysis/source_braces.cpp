// SPDX-License-Identifier: MIT
#include "tracing/analysis/source_braces.h"

#include <algorithm>
#include <vector>

namespace gemmscope::analysis {
namespace {

/// The rest of a line without comments and literals.
struct CodeLine {
  int open = 0;              ///< braces, at its end
  int least = 0;             ///< at any place of it, including its beginning
  int least_in_code = 0;     ///< the same up to its last semicolon
  char last = 0;             ///< its last character of code; 0: it has none
  bool leaves = false;       ///< it begins with return, break or continue
  bool loops = false;        ///< or with for, while or do
  bool begins_else = false;  ///< maybe behind braces that end
  bool is_case = false;      ///< so are case and default
  bool is_kernel = false;    ///< it has __global__
};

std::vector<CodeLine> code_lines(std::string_view text) {
  std::vector<CodeLine> lines{{}};  // counted from 1
  CodeLine line;
  bool in_comment = false;
  std::string_view word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    const std::string_view two = text.substr(std::min(i, text.size()), 2);
    if (c == '\n') {
      line.begins_else = word.starts_with("else");
      line.leaves = word.starts_with("return") || word.starts_with("break") || word.starts_with("continue");
      line.is_case = word.starts_with("case") || word.starts_with("default");
      line.loops = word.starts_with("for") || word.starts_with("while") || word.starts_with("do ");
      lines.push_back(line);
      line.last = 0, line.least = line.least_in_code = line.open, line.is_kernel = false, word = {};
    } else if (in_comment) {
      if (two == "*/") in_comment = false, ++i;
    } else if (two == "/*") {
      in_comment = true, ++i;
    } else if (two == "//") {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '"' || (c == '\'' && (i == 0 || !(text[i - 1] >= '0' && text[i - 1] <= '9')))) {
      for (++i; i < text.size() && text[i] != c && text[i] != '\n'; ++i)
        if (text[i] == '\\') ++i;
      if (i < text.size() && text[i] == '\n') --i;
      line.last = c;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      const bool begins = line.last == 0 || (line.last == '}' && word.empty());
      if (begins && c != '}') word = text.substr(i, 8);
      line.open += c == '{' ? 1 : c == '}' ? -1 : 0;
      line.least = std::min(line.least, line.open);
      if (c == ';') line.least_in_code = line.least;
      line.is_kernel = line.is_kernel || text.substr(i).starts_with("__global__");
      line.last = c;
    }
  }
  return lines;
}

bool ends_statement(const CodeLine& line) { return line.last == ';' || line.last == '}' || line.last == '{'; }

/// The last line of the statement that has line `line`.
std::uint32_t end_of_statement(const std::vector<CodeLine>& lines, std::uint32_t line) {
  while (line + 1 < lines.size() && !ends_statement(lines[line])) ++line;
  return line;
}

bool is_before_else(const std::vector<CodeLine>& lines, std::uint32_t line) {
  for (++line; line < lines.size(); ++line)
    if (lines[line].last != 0 || lines[line].begins_else) return lines[line].begins_else;
  return false;
}

}  // namespace

std::uint32_t line_for_barrier(std::string_view text, std::uint32_t after, std::uint32_t before, bool next_pass) {
  const std::vector<CodeLine> lines = code_lines(text);
  if (after == 0 || before == 0 || after >= lines.size() || before >= lines.size()) return 0;
  if (!next_pass) {
    std::uint32_t best = 0;
    for (std::uint32_t l = end_of_statement(lines, after); l < before; ++l)
      if (ends_statement(lines[l]) && !is_before_else(lines, l) && (best == 0 || lines[l].open < lines[best].open))
        best = l;
    return best;
  }
  int body = lines[after].open;
  for (std::uint32_t l = lines[before].loops ? before : before - 1; l < after; ++l)
    body = std::min(body, lines[l].open);
  for (std::uint32_t l = end_of_statement(lines, after); l < lines.size(); ++l) {
    if (lines[l].open < body) return 0;
    if (lines[l].open == body && ends_statement(lines[l]) && !is_before_else(lines, l)) return l;
  }
  return 0;
}

bool are_in_two_branches(std::string_view text, std::uint32_t one, std::uint32_t other) {
  const std::vector<CodeLine> lines = code_lines(text);
  if (one == 0 || one >= other || other >= lines.size()) return false;
  const auto least = [&](std::uint32_t from, std::uint32_t to) {  // open between them, including the lines themselves
    int open = lines[from].open;
    for (std::uint32_t l = from; l <= to; ++l) open = std::min(open, lines[l].open);
    return open;
  };
  const auto code_before = [&](std::uint32_t line) {
    do --line;
    while (line > one && lines[line].last == 0);
    return line;
  };
  for (std::uint32_t at = one + 1; at <= other; ++at) {
    if (lines[at].leaves && lines[at].open >= lines[one].open && least(one, at) >= lines[one].open &&
        least(at, other) < lines[one].open)
      return true;
    if (!lines[at].begins_else) continue;
    const bool braced = lines[at].last == '{';
    const int outside = lines[at].open - (braced ? 1 : 0);
    const std::uint32_t before = code_before(at);
    const bool in_if = lines[before].open > outside ? least(one, before) > outside
                       : lines[before].last == '}'  ? before > one && least(one, code_before(before)) > outside
                                                    : end_of_statement(lines, one) == before;
    const bool in_else =
        braced ? other > at && least(at, other - 1) > outside : other <= end_of_statement(lines, at) + 1;
    if (in_if && in_else) return true;
  }
  return false;
}

bool are_in_a_loop(std::string_view text, std::uint32_t one, std::uint32_t other) {
  const std::vector<CodeLine> lines = code_lines(text);
  const std::uint32_t first = std::min(one, other), last = std::max(one, other);
  if (first == 0 || last >= lines.size()) return false;
  for (std::uint32_t head = 1; head <= first; ++head) {
    if (!lines[head].loops) continue;
    std::uint32_t end = end_of_statement(lines, head);  // the end of the whole statement if it has no braces
    if (lines[end].last == '{')
      while (end + 1 < lines.size() && lines[end].open > lines[head - 1].open) ++end;
    else if (lines[head].last == ')')
      end = end_of_statement(lines, head + 1);
    if (last <= end) return true;
  }
  return false;
}

bool is_inside(std::string_view text, std::uint32_t from, std::uint32_t to) {
  const std::vector<CodeLine> lines = code_lines(text);
  if (from == 0 || from > to || to >= lines.size()) return false;
  for (std::uint32_t l = from; l <= to; ++l)
    if (lines[l].open <= lines[from - 1].open) return false;
  return true;
}

bool comes_past(std::string_view text, std::uint32_t one, std::uint32_t other) {
  const std::vector<CodeLine> lines = code_lines(text);
  if (one == 0 || one >= other || other >= lines.size()) return false;
  for (std::uint32_t l = one + 1; l <= other; ++l)
    if ((l < other ? lines[l].least : lines[l].least_in_code) < lines[one].open || lines[l].is_case) return false;
  return true;
}

bool is_in_kernel_body(std::string_view text, std::uint32_t line) {
  const std::vector<CodeLine> lines = code_lines(text);
  if (line == 0 || line >= lines.size()) return false;
  std::uint32_t head = line;  // the line that opens the innermost braces
  while (head > 0 && lines[head].least >= lines[line].open) --head;
  if (lines[head].least + 1 != lines[line].open) return false;  // it opens several
  for (; head > 0; --head) {
    if (lines[head].is_kernel) return true;
    if (ends_statement(lines[head - 1])) return false;
  }
  return false;
}

}  // namespace gemmscope::analysis
