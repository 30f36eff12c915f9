// SPDX-License-Identifier: MIT
#include "tests/fuzz/mutate_ptx.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <random>
#include <vector>

namespace gemmscope::fuzz {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text) {
  Lines lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

struct Part {
  std::size_t begin = 0, size = 0;
};

/// Names, registers, opcodes with their modifiers, numbers.
std::vector<Part> words_of(const std::string& line) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%' || c == '$';
  };
  std::vector<Part> words;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && is_word(line[end])) ++end;
    if (end != at) words.push_back({at, end - at});
    at = end + 1;
  }
  return words;
}

class Mutator {
 public:
  Mutator(Lines& lines, unsigned seed) : lines_(lines), random_(seed) {}

  void change() {
    for (std::size_t left = 1 + below(4); left > 0 && !lines_.empty(); --left) change_once();
  }

 private:
  std::size_t below(std::size_t end) { return random_() % std::max<std::size_t>(end, 1); }
  std::size_t line() { return below(lines_.size()); }
  auto at(std::size_t number) { return lines_.begin() + static_cast<std::ptrdiff_t>(number); }

  std::string any_word() {
    constexpr std::array kOthers{
        "0",   "1",   "-1",  "4",       "32",      "65536",    "2147483647", "0xffffffffffffffff",
        "u32", "f64", "b8",  "shared",  "global",  "local",    "param",      "pred",
        "v4",  "ret", "bar", "%laneid", "%nosuch", "$L__BB0_1"};
    if (below(3) == 0) return kOthers[below(kOthers.size())];
    const std::string& from = lines_[line()];
    const std::vector<Part> words = words_of(from);
    if (words.empty()) return "%r1";
    const Part word = words[below(words.size())];
    return from.substr(word.begin, word.size);
  }
  void change_once() {
    const std::size_t one = line(), other = line();
    switch (below(7)) {
      case 0: lines_.erase(at(one)); return;
      case 1: lines_.insert(at(one), std::string(lines_[other])); return;
      case 2: std::swap(lines_[one], lines_[other]); return;
      case 3: {  // a run of lines, as a loop or a function is
        const std::size_t count = std::min(1 + below(12), lines_.size() - one);
        const Lines copied(at(one), at(one + count));
        lines_.insert(at(other), copied.begin(), copied.end());
        return;
      }
      default: {
        std::string& changed = lines_[one];
        const std::vector<Part> words = words_of(changed);
        if (words.empty()) return;
        const Part word = words[below(words.size())];
        changed.replace(word.begin, word.size, any_word());
      }
    }
  }

  Lines& lines_;
  std::mt19937 random_;
};

}  // namespace

std::string mutated_ptx(std::string_view ptx, unsigned seed) {
  Lines lines = lines_of(ptx);
  Mutator(lines, seed).change();
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace gemmscope::fuzz
