// SPDX-License-Identifier: MIT
#include "app/words/docs.h"

#include <vector>

#include "docs_texts.h"  // generated from docs/ by app/words/CMakeLists.txt

namespace gemmscope::words {
namespace {

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return line;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Without the marks of Markdown, which nothing here draws.
std::string plain(std::string_view text) {
  std::string letters(trimmed(text));
  std::erase_if(letters, [](char c) { return c == '`' || c == '*'; });
  return letters;
}

/// The rows of the glossary's table: "| word | meaning |". The first two are its head.
std::vector<DocText> words_of(std::string_view page) {
  std::vector<DocText> all;
  int rows = 0;
  while (!page.empty()) {
    const std::string_view line = next_line(page);
    if (!line.starts_with("| ") && !line.starts_with("|-")) continue;
    const std::size_t middle = line.find(" | ");
    if (++rows <= 2 || middle == std::string_view::npos || !line.ends_with("|")) continue;
    all.push_back({plain(line.substr(1, middle - 1)), plain(line.substr(middle + 3, line.size() - middle - 4))});
  }
  return all;
}

DocText page_of(std::string_view page) {
  const std::string_view heading = next_line(page);
  return {std::string(heading.starts_with("# ") ? heading.substr(2) : heading), std::string(trimmed(page))};
}

}  // namespace

std::span<const DocText> glossary() {
  static const std::vector<DocText> all = words_of(texts::kglossary_md);
  return all;
}

std::span<const DocText> doc_pages() {
  static const std::vector<DocText> all = [] {
    std::vector<DocText> pages;
    for (const auto& [name, text] : texts::kFiles) pages.push_back(page_of(text));
    return pages;
  }();
  return all;
}

const DocText* find_doc(std::string_view title) {
  for (const std::span<const DocText> all : {glossary(), doc_pages()})
    for (const DocText& doc : all)
      if (doc.title == title) return &doc;
  return nullptr;
}

}  // namespace gemmscope::words
