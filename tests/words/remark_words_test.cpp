// SPDX-License-Identifier: MIT
// Which k's of a product are not multiplied: all of them, or how many more there are.
#include "app/words/remark_words.h"

#include <gtest/gtest.h>

#include "app/words/number.h"

namespace gemmscope::words {
namespace {

using analysis::Remark;

std::string words_of(Remark::Kind kind, const analysis::Ranges& ks, bool and_more = false) {
  format::Recording r;
  for (const char* name : {"A", "B"}) r.tensors.emplace_back().name = name;
  return sentence(r, {.kind = kind,
                      .count = analysis::numbers_in(ks),
                      .ks = ks,
                      .and_more = and_more,
                      .product = {.A = {0, false, 8}, .B = {1, false, 8}, .C = {}}});
}

bool begins(const std::string& text, const std::string& with) { return text.starts_with(with); }

TEST(RemarkWords, NameAllSkippedKsOrSayHowManyMore) {
  const auto skipped = [](const analysis::Ranges& ks, bool and_more = false) {
    return words_of(Remark::Kind::kSkipped, ks, and_more);
  };
  EXPECT_TRUE(begins(skipped({{15, 16}}), "k = 15 of A and B is "));
  EXPECT_TRUE(begins(skipped({{15, 16}, {31, 32}, {47, 48}, {63, 64}}), "k = 15, 31, 47 and 63 of A and B are "));
  const analysis::Ranges five{{6, 8}, {14, 16}, {22, 24}, {30, 32}, {38, 40}};
  EXPECT_TRUE(begins(skipped(five), "k = 6 to 7, 14 to 15, 22 to 23 and 4 more of A and B are "));
  EXPECT_TRUE(begins(skipped(five, true), "k = 6 to 7, 14 to 15, 22 to 23 and at least 4 more of "));
  EXPECT_TRUE(begins(skipped({{15, 16}}, true), "k = 15 and more of A and B "));
}

TEST(RemarkWords, NameTheKsThatAreLeftOut) {
  EXPECT_TRUE(begins(words_of(Remark::Kind::kLeftOut, {{48, 64}}), "k from 48 to 63 of A and B is never loaded"));
  EXPECT_TRUE(begins(words_of(Remark::Kind::kLeftOut, {{63, 64}}), "k = 63 of A and B is never loaded"));
}

TEST(RemarkWords, SayWhatIsCountedIfKsAreLeftOut) {
  format::Recording r;
  for (const char* name : {"A", "B"}) r.tensors.emplace_back().name = name;
  Remark left_out{
      .kind = Remark::Kind::kLeftOut, .ks = {{48, 64}}, .product = {.A = {0, false, 8}, .B = {1, false, 8}, .C = {}}};
  left_out.product.M = 1024, left_out.product.N = 32, left_out.product.K = 48;
  Remark other = left_out;
  other.kind = Remark::Kind::kSkipped;
  EXPECT_EQ(counted_product(r, {other}), "");
  const std::string said = counted_product(r, {other, left_out});
  EXPECT_TRUE(begins(said, "k from 48 to 63 of A and B is never loaded")) << said;
  EXPECT_NE(said.find(thousands(1024) + " × 32 × 48"), std::string::npos) << said;
}

}  // namespace
}  // namespace gemmscope::words
