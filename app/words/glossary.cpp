// SPDX-License-Identifier: MIT
#include "app/words/glossary.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <vector>

#include "app/words/docs.h"

namespace gemmscope::words {
namespace {

struct Entry {
  std::string_view name;           ///< one of the row's words
  std::string_view word, meaning;  ///< the row
};

std::string_view without_marks(std::string_view text) {
  constexpr std::string_view kAround = " `*";
  const std::size_t first = text.find_first_not_of(kAround);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kAround) - first + 1);
}

/// "sector, line" and "counting rule: fused, textbook, sub-op" are several words of one meaning each.
void add_names(std::string_view word, std::string_view meaning, std::vector<Entry>& entries) {
  for (std::string_view rest = word; !rest.empty();) {
    const std::size_t end = rest.find_first_of(",;:");
    const std::string_view name = without_marks(rest.substr(0, end));
    if (name.size() > 1) entries.push_back({name, word, meaning});  // A, B, C, M, N and K stand everywhere
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
}

/// Long names first, so that of names that begin alike the longer one is found.
std::vector<Entry> names_of(std::span<const DocText> words) {
  std::vector<Entry> entries;
  for (const DocText& word : words) add_names(without_marks(word.title), without_marks(word.text), entries);
  std::ranges::stable_sort(entries, std::ranges::greater{}, [](const Entry& e) { return e.name.size(); });
  return entries;
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool same(std::string_view name, std::string_view text) {
  const bool capitals = std::ranges::any_of(name, [](char c) { return 'A' <= c && c <= 'Z'; });
  return std::ranges::equal(name, text, [&](char a, char b) { return a == b || (!capitals && a == lower(b)); });
}

/// The end of `name`, perhaps with an s behind it, where it stands as a word of its own at `begin`; 0 if it does not.
std::size_t end_of(std::string_view name, std::string_view text, std::size_t begin) {
  if (begin > 0 && is_letter(text[begin - 1])) return 0;
  if (begin + name.size() > text.size() || !same(name, text.substr(begin, name.size()))) return 0;
  std::size_t end = begin + name.size();
  if (end < text.size() && text[end] == 's') ++end;
  return end < text.size() && is_letter(text[end]) ? 0 : end;
}

}  // namespace

Term term_at(std::string_view text, std::size_t at) {
  static const std::vector<Entry> entries = names_of(glossary());
  for (const Entry& entry : entries) {
    const std::size_t first = at >= entry.name.size() ? at - entry.name.size() : 0;
    for (std::size_t begin = first; begin <= at && begin < text.size(); ++begin)
      if (const std::size_t end = end_of(entry.name, text, begin); end > at)
        return {begin, end, entry.word, entry.meaning};
  }
  return {};
}

}  // namespace gemmscope::words
