// SPDX-License-Identifier: MIT
#include "tracing/simt/tile_cache.h"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace gemmscope::simt {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class TileCache : public ::testing::Test {
 protected:
  /// Used so many hours ago.
  fs::path add(const std::string& name, std::size_t bytes, int hours) const {
    const fs::path file = folder_.path() / name;
    std::ofstream(file) << std::string(bytes, 'x');
    fs::last_write_time(file, fs::file_time_type::clock::now() - hours * 1h);
    return file;
  }
  bool has(const char* name) const { return fs::exists(folder_.path() / name); }

  TemporaryFolder folder_;
};

TEST_F(TileCache, LosesWhatWasNotUsedForTheLongestTime) {
  add("middle.so", 300, 2), add("old.so", 100, 3), add("new.so", 200, 1);
  trim(folder_.path(), 600, "");
  EXPECT_TRUE(has("old.so"));
  trim(folder_.path(), 599, "");
  EXPECT_TRUE(!has("old.so") && has("middle.so") && has("new.so"));
  trim(folder_.path(), 200, "");
  EXPECT_TRUE(!has("middle.so") && has("new.so"));
}

TEST_F(TileCache, KeepsWhatIsUsedAgain) {
  const fs::path first = add("first.so", 100, 3);
  add("second.so", 100, 2);
  note_use(first);
  trim(folder_.path(), 100, "");
  EXPECT_TRUE(has("first.so") && !has("second.so"));
}

TEST_F(TileCache, KeepsTheNewOneAndWhatIsNoLibrary) {
  const fs::path made = add("made.so", 500, 9);
  add("other.so", 100, 1), add("notes.txt", 900, 9), add("made.so.part", 900, 9);
  trim(folder_.path(), 50, made);
  EXPECT_TRUE(has("made.so") && has("notes.txt") && has("made.so.part"));
  EXPECT_FALSE(has("other.so"));
}

TEST_F(TileCache, KnowsWhatIsWhole) {
  const std::string whole = sealed("a library");
  EXPECT_TRUE(whole.starts_with("a library"));
  EXPECT_TRUE(is_whole(whole));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    ++changed[i];
    EXPECT_FALSE(is_whole(whole.substr(0, i)) || is_whole(whole.substr(i + 1)) || is_whole(changed)) << i;
  }
}

TEST_F(TileCache, IsQuietWhereNothingIs) {
  trim(folder_.path() / "gone", 0, "");
  note_use(folder_.path() / "gone.so");
  EXPECT_FALSE(has("gone.so"));
}

}  // namespace
}  // namespace gemmscope::simt
