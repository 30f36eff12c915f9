// SPDX-License-Identifier: MIT
#include "app/cli/code_lines.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

#include "app/cli/program_files.h"
#include "tracing/format/input_file.h"
#include "tracing/process/programs.h"
#include "tracing/process/run.h"
#include "tracing/process/work_folder.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

/// Two lines of addr2line: the function's name, and "path:12", "path:12 (discriminator 3)", "path:?", "??:0".
std::optional<CodeLine> code_line(const std::string& function, const std::string& place) {
  CodeLine line;
  if (function != "??") line.function = function.substr(0, function.find('('));
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  std::from_chars(place.data() + colon + 1, place.data() + place.size(), line.line);
  if (line.line != 0 && !place.starts_with("??")) line.path = place.substr(0, colon);
  if (line.path.empty()) line.line = 0;
  return line;
}

/// Functions inlined there, the innermost first. Empty: not known.
std::vector<CodeLine> lines_at(const runtime::CodeByte& byte) {
  const fs::path reader = process::found("addr2line");
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  const process::WorkFolder work(error ? "/tmp" : temporary, "gemmscope-lines");
  if (reader.empty() || work.path.empty()) return {};
  std::ostringstream at;
  at << "0x" << std::hex << byte.offset;
  const fs::path output = work.path / "lines";
  if (process::run({reader.string(), "-e", byte.file, "-f", "-C", "-i", at.str()}, output, {}) != 0) return {};
  std::vector<CodeLine> lines;
  std::istringstream in(format::text_in(output));
  for (std::string function, place; std::getline(in, function) && std::getline(in, place);)
    if (auto line = code_line(function, place)) lines.push_back(std::move(*line));
  return lines;
}

bool is_of_system(const std::string& file) { return file.starts_with("/usr/") || file.starts_with("/lib"); }
bool is_of_launch(const CodeLine& line) {
  return line.path.find(".stub.c") != std::string::npos || line.function.find("__device_stub") != std::string::npos ||
         line.path.find("crt/host_runtime.h") != std::string::npos;
}

/// "my.cu" of "/tmp/tmpxft_0000_my.cudafe1.cpp", which nvcc has made from it, with the source's lines. That file does
/// not name the source everywhere. Empty: it is not a file of this kind.
std::string made_of(const std::string& path) {
  constexpr std::string_view kMade = ".cudafe1.cpp", kBefore = "/tmpxft_";
  const std::size_t begin = path.rfind(kBefore);
  if (begin == std::string::npos || !path.ends_with(kMade)) return "";
  const std::size_t number = path.find('-', begin), name = path.find('_', number);
  if (name == std::string::npos) return "";
  return path.substr(name + 1, path.size() - kMade.size() - name - 1) + ".cu";
}

/// The lines of the calls in the program's own files, the innermost first. The two functions that nvcc makes for a
/// launch are left out; the outer one has the kernel's name and line.
std::vector<CodeLine> own_lines(const std::vector<runtime::CodeByte>& calls) {
  std::vector<CodeLine> own;
  bool in_launch = false;
  for (const runtime::CodeByte& byte : calls) {
    if (is_of_system(byte.file)) continue;
    for (CodeLine& line : lines_at(byte)) {
      if (is_of_launch(line))
        in_launch = true;
      else if (!std::exchange(in_launch, false) && !is_of_system(line.path))
        own.push_back(std::move(line));
    }
  }
  return own;
}

}  // namespace

CodeLine line_of(const std::vector<runtime::CodeByte>& calls) {
  const std::vector<CodeLine> own = own_lines(calls);
  for (CodeLine line : own) {
    if (line.line == 0) continue;
    const std::string source = made_of(line.path);
    if (source.empty()) return line;
    line.path = source;
    for (const CodeLine& other : own)
      if (fs::path(other.path).filename() == source) line.path = other.path;
    return line;
  }
  return own.empty() ? CodeLine{} : own.front();
}

std::string argument_in(std::string_view text, std::size_t which) {
  std::size_t begin = std::string_view::npos;
  for (std::size_t at = 0; (at = text.find("cudaMem", at)) != std::string_view::npos; ++at) {
    const std::size_t end =
        std::ranges::find_if_not(text.substr(at), [](unsigned char c) { return std::isalnum(c) != 0; }) - text.begin();
    if (end >= text.size() || text[end] != '(') continue;
    if (begin != std::string_view::npos) return "";  // two calls: it is unknown which one
    begin = end + 1;
  }
  if (begin == std::string_view::npos) return "";
  int depth = 1;
  std::string argument;
  std::size_t at = begin;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') return "";
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 || (depth == 1 && c == ',')) {
      if (which == 0) break;
      if (depth == 0) return "";
      --which, argument.clear();
      continue;
    }
    if (argument.empty() && (c == ' ' || c == '\n' || c == '\t')) continue;
    argument += c;
  }
  constexpr std::size_t kMost = 60;  // a longer text is not a name
  if (at >= text.size() || argument.size() > kMost || argument.find('\n') != std::string::npos) return "";
  return argument;
}

std::string argument_of_call(const CodeLine& line, std::size_t which) {
  if (line.line == 0) return "";
  std::istringstream in(format::text_in(line.path));
  std::string text, some;
  constexpr std::uint32_t kLines = 4;  // of one call
  for (std::uint32_t n = 1; n < line.line + kLines && std::getline(in, text); ++n) {
    if (n < line.line) continue;
    some += text + "\n";
    if (text.find(';') != std::string::npos) break;
  }
  // A compiler may name the line in which the call ends; then the call does not begin in it.
  return argument_in(some, which);
}

}  // namespace gemmscope::cli
