// SPDX-License-Identifier: MIT
#include "app/words/text_table.h"

#include <gtest/gtest.h>

namespace gemmscope::words {
namespace {

TEST(TextTable, ColumnsAreAsWideAsTheirWidestCell) {
  TextTable table({"name", ">count", "note"});
  table.add({"a", "1", "x"});
  table.add({"longer", "12345", "y"});
  EXPECT_EQ(table.text(2),
            "  name    count  note\n"
            "  a           1  x\n"
            "  longer  12345  y\n");
}

TEST(TextTable, MissingCellsAreEmptyAndLinesEndWithoutBlanks) {
  TextTable table({"a", "b"});
  table.add({"total"});
  EXPECT_EQ(table.text(), "a      b\ntotal\n");
}

TEST(TextTable, CharactersCountNotBytes) {
  EXPECT_EQ(width_of("1\u202f024"), 5u);
  TextTable table({">n"});
  table.add({"1\u202f024"});
  table.add({"7"});
  EXPECT_EQ(table.text(), "    n\n1\u202f024\n    7\n");
}

}  // namespace
}  // namespace gemmscope::words
