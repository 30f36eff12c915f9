// SPDX-License-Identifier: MIT
#include "tracing/process/programs.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace gemmscope::process {
namespace {

namespace fs = std::filesystem;

TEST(IsOwn, OfWhatNoOtherUserMayChange) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "file", link = folder.path() / "link";
  std::ofstream(file) << "text";
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(file, link);
  EXPECT_TRUE(is_own(file) && is_own(folder.path()));
  EXPECT_FALSE(is_own(link) || is_own(folder.path() / "none"));
  fs::permissions(file, fs::perms::group_write, fs::perm_options::add);
  EXPECT_FALSE(is_own(file));
}

}  // namespace
}  // namespace gemmscope::process
