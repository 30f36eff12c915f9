// SPDX-License-Identifier: MIT
// Files and folders that somebody works in: what else writes them, and what can be opened.
#include "app/session/editing.h"

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "app/session/folder.h"
#include "tests/temporary_folder.h"

namespace gemmscope::session {
namespace {

static_assert(newer("one", "one", "one") == Newer::kNo);
static_assert(newer("one", "mine", "one") == Newer::kNo);     // changed here alone
static_assert(newer("one", "one", "other") == Newer::kTake);  // there alone
static_assert(newer("one", "both", "both") == Newer::kTake);  // the same change
static_assert(newer("one", "mine", "other") == Newer::kAsk);
static_assert(newer("one", "mine", "") == Newer::kNo);  // it is being written

std::vector<std::uint32_t> moved(std::string_view before, std::string_view now) {
  return lines_now(whole_source(before), now);
}
using Lines = std::vector<std::uint32_t>;

TEST(LinesNow, FollowWhatIsInsertedAndDeletedInSeveralPlaces) {
  EXPECT_EQ(moved("a\nb\nc\n", "a\nb\nc\n"), (Lines{1, 2, 3}));
  EXPECT_EQ(moved("a\nb\nc\nd\n", "new\na\nb\nd\n"), (Lines{2, 3, 0, 4}));
  EXPECT_EQ(moved("a\nb\nc\nd\ne\n", "b\nc\nx\ny\nd\nz\ne\n"), (Lines{0, 1, 2, 5, 7}));
  EXPECT_EQ(moved("a\nb\n", ""), (Lines{0, 0}));
  EXPECT_EQ(moved("", "a\n"), Lines{});
}

TEST(LinesNow, AChangedLineIsWhereItStoodBetweenTheOthers) {
  EXPECT_EQ(moved("a\nb\nc\n", "a\nb;\nc\n"), (Lines{1, 2, 3}));
  EXPECT_EQ(moved("a\nb\nc\nd\n", "new\na\nb;\nc;\nd\n"), (Lines{2, 3, 4, 5}));
  EXPECT_EQ(moved("a\nb\nc\nd\n", "a\nbc\nd\n"), (Lines{1, 2, 2, 3}));
}

TEST(LinesNow, AreTheSameAfterUndo) {
  const std::string text = "a\nb\nc\nd\n";
  EXPECT_EQ(moved(text, "a\nd\n"), (Lines{1, 0, 0, 2}));
  EXPECT_EQ(moved(text, text), (Lines{1, 2, 3, 4}));
}

/// Beyond that size only beginning and end are compared, in a time that typing does not feel.
TEST(LinesNow, OfLongTextsThatDifferThroughoutAreWhereTheyWere) {
  std::string before = "first\n", now = "first\n";
  for (int i = 0; i < 2000; ++i) before += std::to_string(i) + "\n", now += "x" + std::to_string(i) + "\n";
  const Lines found = moved(before + "last\n", now + "new\nlast\n");
  EXPECT_EQ(found[0], 1u);
  EXPECT_EQ(found[1000], 1001u);
  EXPECT_EQ(found[2001], 2003u);
}

TEST(Folder, NamesFoldersThenWhatCanBeOpened) {
  const TemporaryFolder folder;
  for (const char* name : {"b.cu", "a.gst", "c.cpp", ".hidden.cu"}) std::ofstream(folder.path() / name) << name;
  std::filesystem::create_directory(folder.path() / "z");
  std::filesystem::create_directory(folder.path() / ".git");
  EXPECT_EQ(entries_of(folder.path()), (std::vector<FolderEntry>{{"z", true}, {"a.gst", false}, {"b.cu", false}}));
  EXPECT_TRUE(entries_of(folder.path() / "gone").empty());
}

TEST(Folder, UnderstandsWhatIsTyped) {
  ASSERT_EQ(::setenv("HOME", "/home/me", 1), 0);
  EXPECT_EQ(typed_path("/work", "my.cu"), "/work/my.cu");
  EXPECT_EQ(typed_path("/work", "../my.cu"), "/my.cu");
  EXPECT_EQ(typed_path("/work", "/tmp/my.cu"), "/tmp/my.cu");
  EXPECT_EQ(typed_path("/work", "~/my.cu"), "/home/me/my.cu");
  EXPECT_EQ(typed_path("/work", "~"), "/home/me/");
}

}  // namespace
}  // namespace gemmscope::session
