// SPDX-License-Identifier: MIT
/// @file glossary.h
/// What the program's words mean: docs/glossary.md, carried in the program.
#pragma once

#include <string>
#include <string_view>

namespace gemmscope::words {

/// A word of the glossary inside a text, and what it means.
struct Term {
  std::size_t begin = 0, end = 0;  ///< bytes of the text
  std::string_view word, meaning;  ///< as the glossary writes them; valid for the program's life
};

/// The longest word of the glossary that covers byte `at` of `text`; also in the plural, and with other capitals unless
/// it is written with capitals itself (As). An empty `word` if there is none.
Term term_at(std::string_view text, std::size_t at);

}  // namespace gemmscope::words
