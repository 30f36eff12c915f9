// SPDX-License-Identifier: MIT
/// @file docs.h
/// The documentation, as it is compiled in: the glossary's words, and the pages of docs/.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gemmscope::words {

struct DocText {
  std::string title;  ///< of a word, the word as the glossary has it: "request"; of a page, its heading
  std::string text;   ///< what the word means; the page without its heading, as Markdown
};

std::span<const DocText> glossary();
std::span<const DocText> doc_pages();
/// A word or a page of that title; nullptr if there is none.
const DocText* find_doc(std::string_view title);

}  // namespace gemmscope::words
