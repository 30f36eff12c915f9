// SPDX-License-Identifier: MIT
#include "app/words/glossary.h"

#include <gtest/gtest.h>

#include "app/words/docs.h"

namespace gemmscope::words {
namespace {

std::string word_at(std::string_view text, std::string_view part) {
  const Term term = term_at(text, text.find(part));
  return std::string(text.substr(term.begin, term.end - term.begin));
}

TEST(Glossary, FindsTheWordUnderThePointer) {
  constexpr std::string_view kText = "4 wavefronts, ideal 1: Fused phases of a load";
  EXPECT_EQ(word_at(kText, "avefr"), "wavefronts");
  EXPECT_EQ(word_at(kText, "s, ideal"), "wavefronts");
  EXPECT_EQ(word_at(kText, "ideal"), "ideal");
  EXPECT_EQ(word_at(kText, "Fused"), "Fused");
  EXPECT_EQ(word_at(kText, "phases"), "phases");
  EXPECT_EQ(word_at(kText, "load"), "");
  EXPECT_EQ(word_at(kText, "4 "), "");
  EXPECT_EQ(word_at("subphases", "phase"), "");
  EXPECT_EQ(word_at("", ""), "");
}

TEST(Glossary, HasNotTheHeadOfItsOwnTable) { EXPECT_EQ(word_at("four words of 4 bytes", "word"), ""); }

/// Tooltips and lists show it as it is.
TEST(Glossary, HasNoMarksOfMarkdown) {
  for (const DocText& word : glossary())
    EXPECT_EQ((word.title + word.text).find_first_of("`*"), std::string::npos) << word.title;
}

TEST(Glossary, TakesTheLongestWord) {
  EXPECT_EQ(word_at("the next barrier interval", "barrier"), "barrier interval");
  EXPECT_EQ(word_at("the next barrier interval", "val"), "barrier interval");
  EXPECT_EQ(word_at("a register bank", "bank"), "register bank");
}

/// Names of code are written in one way only.
TEST(Glossary, KeepsCapitalsOfNames) {
  EXPECT_EQ(word_at("As is a tile", "As"), "As");
  EXPECT_EQ(word_at("as a tile", "as"), "");
}

TEST(Glossary, ExplainsWhatTheWindowIsFullOf) {
  for (const char* word :
       {"wavefront", "sector", "phase", "fused", "request", "bank", "lane", "warp", "excess", "n-way"})
    EXPECT_GT(term_at(word, 1).meaning.size(), 20u) << word;
  EXPECT_TRUE(term_at("sector", 0).meaning.starts_with("32 and 128 bytes"));
}

}  // namespace
}  // namespace gemmscope::words
