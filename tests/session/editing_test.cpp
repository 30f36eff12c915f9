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
