// SPDX-License-Identifier: MIT
#include "app/cli/cache_files.h"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class CacheFiles : public ::testing::Test {
 protected:
  /// A file that was last used so many hours ago.
  fs::path add(const std::string& name, std::size_t bytes, int hours) const {
    const fs::path file = folder_.path() / name;
    std::ofstream(file) << std::string(bytes, 'x');
    fs::last_write_time(file, fs::file_time_type::clock::now() - hours * 1h);
    return file;
  }
  bool has(const char* name) const { return fs::exists(folder_.path() / name); }

  TemporaryFolder folder_;
};

TEST_F(CacheFiles, LosesWhatWasNotUsedForTheLongestTime) {
  add("middle.program", 300, 2), add("old.program", 100, 3), add("new.program", 200, 1);
  trim(folder_.path(), 600, "", ".program");
  EXPECT_TRUE(has("old.program"));
  trim(folder_.path(), 599, "", ".program");
  EXPECT_TRUE(!has("old.program") && has("middle.program") && has("new.program"));
  trim(folder_.path(), 200, "", ".program");
  EXPECT_TRUE(!has("middle.program") && has("new.program"));
}

TEST_F(CacheFiles, KeepsWhatIsUsedAgain) {
  const fs::path first = add("first.program", 100, 3);
  add("second.program", 100, 2);
  note_use(first);
  trim(folder_.path(), 100, "", ".program");
  EXPECT_TRUE(has("first.program") && !has("second.program"));
}

TEST_F(CacheFiles, KeepsTheNewOneAndWhatIsOfAnotherKind) {
  const fs::path made = add("made.program", 500, 9);
  add("other.program", 100, 1), add("notes.txt", 900, 9), add("made.program.part", 900, 9);
  trim(folder_.path(), 50, made, ".program");
  EXPECT_TRUE(has("made.program") && has("notes.txt") && has("made.program.part"));
  EXPECT_FALSE(has("other.program"));
}

TEST_F(CacheFiles, KnowsWhatIsWhole) {
  const std::string whole = sealed("a program");
  EXPECT_TRUE(whole.starts_with("a program"));
  EXPECT_TRUE(is_whole(whole));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    ++changed[i];
    EXPECT_FALSE(is_whole(whole.substr(0, i)) || is_whole(whole.substr(i + 1)) || is_whole(changed)) << i;
  }
}

TEST_F(CacheFiles, IsQuietWhereNothingIs) {
  trim(folder_.path() / "gone", 0, "", ".program");
  note_use(folder_.path() / "gone.program");
  EXPECT_FALSE(has("gone.program"));
}

}  // namespace
}  // namespace gemmscope::cli
