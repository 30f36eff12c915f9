// SPDX-License-Identifier: MIT
#include "app/words/life_words.h"

#include <gtest/gtest.h>

namespace gemmscope::words {
namespace {

/// Three blocks of the launch use the element, two of which are recorded.
analysis::Life of_three_blocks() {
  analysis::Life life;
  life.element = analysis::Element{0, 3, 5};
  life.all_blocks = 3, life.blocks = 2;
  return life;
}

TEST(LifeWords, CountTheBlocksBesideThisOne) {
  analysis::Life life = of_three_blocks();
  EXPECT_EQ(other_blocks_in_words(life), "2 other blocks use it, too; 1 of them is recorded.");
  life.absent = {analysis::Absent::kOtherBlock};  // this one does not
  EXPECT_EQ(other_blocks_in_words(life), "3 other blocks use it, too; 2 of them are recorded.");
}

TEST(LifeWords, SayNothingOfOthersWhereThereAreNone) {
  analysis::Life life = of_three_blocks();
  life.all_blocks = life.blocks = 1;
  EXPECT_EQ(other_blocks_in_words(life), "");
}

}  // namespace
}  // namespace gemmscope::words
