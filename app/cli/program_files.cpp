// SPDX-License-Identifier: MIT
#include "app/cli/program_files.h"

#include <algorithm>
#include "tracing/runtime/cuda_headers.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

/// Takes a name from the front of `rule`; blanks in it have a backslash before them, and dollars stand twice.
std::string take_name(std::string_view& rule) {
  std::string name;
  std::size_t at = 0;
  for (; at < rule.size() && std::string_view(" \t\n").find(rule[at]) == std::string_view::npos; ++at) {
    const bool quotes = at + 1 < rule.size() && ((rule[at] == '\\' && (rule[at + 1] == ' ' || rule[at + 1] == '#')) ||
                                                 (rule[at] == '$' && rule[at + 1] == '$'));
    if (quotes) ++at;
    name += rule[at];
  }
  rule.remove_prefix(at);
  return name;
}

}  // namespace

fs::path files_read(const fs::path& program) { return program.string() + ".d"; }

fs::path kernels_of(const fs::path& program) { return program.string() + ".fatbin"; }

std::vector<std::string> own_files(std::string_view rule, const std::string& source) {
  std::vector<std::string> files;
  if (rule.empty()) return files;
  files.push_back(source);
  const auto whole = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  const fs::path own = whole(source);
  rule.remove_prefix(std::min(rule.find(" : "), rule.size() - 1) + 1);
  while (!rule.empty()) {
    if (std::string_view(" \t\n").find(rule.front()) != std::string_view::npos) {
      rule.remove_prefix(1);
      continue;
    }
    const std::string name = take_name(rule);
    const fs::path file = fs::path(name).lexically_normal();
    if (file.filename() == kChangedCopy) continue;
    if (name == ":" || name == "\\" || whole(file) == own || runtime::is_of_cuda(file)) continue;
    if (std::ranges::count(files, file.string()) == 0) files.push_back(file.string());
  }
  return files;
}

}  // namespace gemmscope::cli
