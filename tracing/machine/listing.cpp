// SPDX-License-Identifier: MIT
#include "tracing/machine/listing.h"

#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>

namespace gemmscope::machine {
namespace {

/// What stands between `open` and the next `close`; empty: nothing does.
std::string_view between(std::string_view text, std::string_view open, std::string_view close) {
  const std::size_t begin = text.find(open);
  if (begin == text.npos) return {};
  const std::size_t start = begin + open.size(), end = text.find(close, start);
  return end == text.npos ? std::string_view() : text.substr(start, end - start);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r;";
  const std::size_t begin = text.find_first_not_of(kBlank);
  return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

/// Reads the lines of one kernel: instructions, `/*0040*/ LDG.E R4, [R2.64] ;`; labels; and, where that changes, where
/// the next instruction stands, from the innermost function to the kernel:
///
///   //## File "a.h", line 2 inlined at "a.cu", line 9
///   //## File "a.cu", line 9
class Reader {
 public:
  void take(std::string_view text) {
    if (text.find("//## File") != text.npos) return take_place(text);
    const std::string_view word = trimmed(text);
    if (word.ends_with(':')) {
      labels_.emplace(word.substr(0, word.size() - 1), static_cast<std::uint32_t>(instructions_.size()));
      return;
    }
    if (!word.starts_with("/*")) return;
    const std::size_t end = word.find("*/");
    if (end == word.npos) return;
    const std::string_view rest = word.substr(end + 2);
    const std::string_view code = trimmed(rest.substr(0, rest.find("/*")));
    if (code.empty()) return;  // the second half of an instruction's bytes
    places_end_ = true;
    instructions_.push_back({.text = std::string(code), .line = line_});
    branches_.push_back(between(code, "`(", ")"));
  }

  std::vector<Instruction> all() {
    for (std::size_t i = 0; i < instructions_.size(); ++i)
      if (const auto label = labels_.find(branches_[i]); !branches_[i].empty() && label != labels_.end())
        if (instructions_[i].text.find("BRA") != std::string::npos) instructions_[i].target = label->second;
    while (!instructions_.empty() && is_padding(instructions_.back())) instructions_.pop_back();
    return std::move(instructions_);
  }

 private:
  /// Behind a kernel stand a branch to itself and NOPs.
  bool is_padding(const Instruction& last) const {
    return last.text == "NOP" || (last.text.starts_with("BRA") && last.target + 1 == instructions_.size());
  }

  void take_place(std::string_view text) {
    const std::string_view file = between(text, "File \"", "\"");
    const std::size_t number = text.find("line ");
    std::uint32_t line = 0;
    if (number == text.npos || file.empty()) return;
    std::from_chars(text.data() + number + 5, text.data() + text.size(), line);
    const bool inlined = text.find("inlined at") != text.npos;
    if (std::exchange(places_end_, false)) chain_.clear();
    chain_.emplace_back(file, line);
    if (inlined) return;
    if (own_file_.empty()) own_file_ = file;
    for (const auto& [in, at] : chain_)
      if (in == own_file_ && at != 0) {
        line_ = at;
        break;
      }
    chain_.clear();
  }

  std::vector<Instruction> instructions_;
  std::vector<std::string_view> branches_;  ///< the label each goes to; empty: none
  std::unordered_map<std::string_view, std::uint32_t> labels_;
  std::vector<std::pair<std::string_view, std::uint32_t>> chain_;
  std::string_view own_file_;
  std::uint32_t line_ = 0;
  bool places_end_ = false;
};

}  // namespace

std::vector<Instruction> read_listing(std::string_view text, std::string_view entry) {
  std::optional<Reader> reader;
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (trimmed(line).starts_with(".section\t")) {
      inside = between(line, ".text.", ",") == entry;
      if (inside && !reader) reader.emplace();
    } else if (inside) {
      reader->take(line);
    }
  }
  return reader ? reader->all() : std::vector<Instruction>{};
}

}  // namespace gemmscope::machine
