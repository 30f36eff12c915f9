// SPDX-License-Identifier: MIT
// Folders that no other user reads or writes, and what killed processes leave of them.
#include "tracing/process/work_folder.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace gemmscope::process {
namespace {

namespace fs = std::filesystem;

unsigned mode_of(const fs::path& path) {
  struct stat found {};
  EXPECT_EQ(::lstat(path.c_str(), &found), 0);
  return found.st_mode & 07777;
}

/// A folder whose process has been killed, with a file in it.
fs::path abandoned(const fs::path& where) {
  if (const pid_t child = ::fork(); child == 0) {
    auto* const folder = new WorkFolder(where, "work");
    std::ofstream(folder->path / "half.gst") << "half";
    ::_exit(0);
  } else {
    ::waitpid(child, nullptr, 0);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(where))
    if (fs::exists(entry.path() / "half.gst")) return entry.path();
  return {};
}

TEST(WorkFolder, IsPrivateAndNewAndGoneAtTheEnd) {
  const TemporaryFolder where;
  const mode_t mask = ::umask(0);
  fs::path path;
  {
    const WorkFolder one(where.path(), "work"), two(where.path(), "work");
    path = one.path;
    EXPECT_NE(one.path, two.path);
    EXPECT_EQ(mode_of(one.path), 0700u);
    EXPECT_TRUE(one.is_ours());
    std::ofstream(one.path / "file") << "text";
  }
  ::umask(mask);
  EXPECT_FALSE(fs::exists(path));
}

TEST(WorkFolder, KnowsWhenAnotherFolderHasItsName) {
  const TemporaryFolder where;
  const WorkFolder one(where.path(), "work");
  fs::rename(one.path, where.path() / "elsewhere");
  EXPECT_FALSE(one.is_ours());
  fs::create_directory(one.path);
  std::ofstream(one.path / "file") << "somebody else's";
  EXPECT_FALSE(one.is_ours());
}

TEST(WorkFolder, SaysWhyThereIsNone) {
  const TemporaryFolder where;
  EXPECT_EQ(WorkFolder(where.path() / "none", "work").error, ENOENT);
  EXPECT_EQ(WorkFolder({}, "work").error, ENOENT);
}

TEST(RemoveAbandoned, TakesWhatAKilledProcessHasLeftAndNothingElse) {
  const TemporaryFolder where;
  const WorkFolder held(where.path(), "work");
  const fs::path left = abandoned(where.path()), open_to_all = where.path() / "work_others",
                 users = where.path() / "work_of_mine", link = where.path() / "work_link",
                 target = where.path() / "target";
  ASSERT_FALSE(left.empty());
  fs::create_directory(open_to_all), fs::permissions(open_to_all, fs::perms::all);
  fs::create_directory(users), fs::permissions(users, fs::perms::owner_all);
  std::ofstream(users / "thesis") << "the work of years";
  fs::create_directory(target), fs::permissions(target, fs::perms::owner_all);
  fs::create_directory_symlink(target, link);
  EXPECT_EQ(remove_abandoned(where.path(), "work"), std::vector<fs::path>{left});
  for (const fs::path& path : {held.path, open_to_all, target, users / ""}) EXPECT_TRUE(fs::is_directory(path)) << path;
  EXPECT_TRUE(fs::is_symlink(link));
  if (::geteuid() != 0) return;
  const fs::path other = abandoned(where.path());
  ASSERT_EQ(::chown(other.c_str(), 4321, 4321), 0);
  EXPECT_TRUE(remove_abandoned(where.path(), "work").empty());
  EXPECT_TRUE(fs::exists(other));
}

}  // namespace
}  // namespace gemmscope::process
