// SPDX-License-Identifier: MIT
#include "app/words/line_words.h"

#include <algorithm>
#include <vector>

#include "tracing/format/text.h"

namespace gemmscope::words {
namespace {

/// Whether a line needs its file's name: the file is not the program's own .cu.
bool is_named(const format::Recording& r, std::uint16_t file) {
  return file != 0 || (!r.source.path.empty() && !r.source.path.ends_with(".cu"));
}

std::string file_of(const format::Recording& r, std::uint16_t file) {
  const std::string& path = r.source_of(file).path;
  return format::shown(path.substr(path.rfind('/') + 1));
}

std::string long_place(const format::Recording& r, const format::Place& place) {
  return "line " + std::to_string(place.line) + (is_named(r, place.file) ? " of " + file_of(r, place.file) : "");
}

std::string short_place(const format::Recording& r, const format::Place& place) {
  return (is_named(r, place.file) ? file_of(r, place.file) + ":" : "") + std::to_string(place.line);
}

/// "65-68, 70"
std::string runs_of(std::vector<std::uint32_t> lines) {
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::string text;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t last = i;
    while (last + 1 < lines.size() && lines[last + 1] == lines[last] + 1) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(lines[i]);
    if (last != i) text += "-" + std::to_string(lines[last]);
    i = last + 1;
  }
  return text;
}

/// Accesses of one place, and the places that call the function around it.
struct Called {
  format::Place at;
  std::vector<std::string> in;
};

std::vector<Called> called_of(const format::Recording& r, std::span<const std::uint16_t> sites) {
  std::vector<Called> all;
  for (const std::uint16_t s : sites) {
    const auto& places = r.sites[s].called;
    if (places.empty()) continue;
    auto known = std::ranges::find(all, places[0], &Called::at);
    if (known == all.end()) known = all.insert(all.end(), {places[0], {}});
    const std::string in = short_place(r, places[1]);
    if (std::ranges::find(known->in, in) == known->in.end()) known->in.push_back(in);
  }
  return all;
}

}  // namespace

std::string line_in_words(const format::Recording& r, const format::Site& site) {
  return line_in_words(r, site.line, site.called);
}

std::string line_in_words(const format::Recording& r, std::uint32_t line, std::span<const format::Place> called) {
  if (called.empty()) return long_place(r, {0, line});
  std::string text = long_place(r, called[0]);
  for (std::size_t i = 1; i < called.size(); ++i)
    text += (i == 1 ? ", called in " : ", in ") + long_place(r, called[i]);
  return text;
}

std::string lines_in_words(const format::Recording& r, std::span<const std::uint16_t> sites) {
  std::vector<std::uint32_t> plain;
  for (const std::uint16_t s : sites)
    if (r.sites[s].called.empty() && std::ranges::find(plain, r.sites[s].line) == plain.end())
      plain.push_back(r.sites[s].line);
  std::string text;
  if (!plain.empty())
    text = (is_named(r, 0) ? file_of(r, 0) + ":" : plain.size() == 1 ? "line " : "lines ") + runs_of(plain);
  for (const Called& called : called_of(r, sites)) {
    text += (text.empty() ? "" : ", ") + std::string(is_named(r, called.at.file) ? "" : "line ") +
            short_place(r, called.at);
    for (std::size_t i = 0; i < called.in.size(); ++i) text += (i == 0 ? " (called in " : ", ") + called.in[i];
    text += ")";
  }
  return text;
}

}  // namespace gemmscope::words
