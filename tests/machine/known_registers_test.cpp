// SPDX-License-Identifier: MIT
// What ptxas has said before, in the user's cache.
#include "tracing/machine/known_registers.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.h"

namespace gemmscope::machine {
namespace {

class KnownRegisters : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("GEMMSCOPE_CACHE", folder_.path().c_str(), 1);
    std::filesystem::create_directory(file().parent_path());
  }
  void TearDown() override { ::unsetenv("GEMMSCOPE_CACHE"); }
  std::filesystem::path file() const { return folder_.path() / "registers" / "known"; }

 private:
  TemporaryFolder folder_;
};

TEST_F(KnownRegisters, AreOfTheQuestionAlone) {
  const std::string first = name_of_question("/bin/sh", "ptx", "kernel", "sm_90");
  const std::string second = name_of_question("/bin/sh", "ptx", "kernel", "sm_80");
  EXPECT_EQ(known_registers(first), std::nullopt);
  note_registers(first, {40, 8, 16});
  note_registers(second, {41, 0, 0});
  EXPECT_EQ(known_registers(first), (Registers{40, 8, 16}));
  EXPECT_EQ(known_registers(second), (Registers{41, 0, 0}));
  for (const std::string& other :
       {name_of_question("/bin/ls", "ptx", "kernel", "sm_90"), name_of_question("/bin/sh", "ptx2", "kernel", "sm_90"),
        name_of_question("/bin/sh", "ptx", "kernel2", "sm_90")})
    EXPECT_EQ(known_registers(other), std::nullopt);
}

TEST_F(KnownRegisters, AreNotReadFromALineWithoutItsEnd) {
  std::ofstream(file()) << "a 40 8 1";
  EXPECT_EQ(known_registers("a"), std::nullopt);
  std::ofstream(file(), std::ios::app) << "6\nb 40\n";
  EXPECT_EQ(known_registers("a"), (Registers{40, 8, 16}));
  EXPECT_EQ(known_registers("b"), std::nullopt);
}

TEST_F(KnownRegisters, BeginAnewWhereTheFileIsLong) {
  std::ofstream(file()) << std::string(1 << 20, '\n');
  note_registers("a", {40, 8, 16});
  EXPECT_EQ(known_registers("a"), (Registers{40, 8, 16}));
  EXPECT_LT(std::filesystem::file_size(file()), 100u);
}

/// A line for the question would answer it.
TEST_F(KnownRegisters, AreNotOfAFileThatAnotherUserMayChange) {
  note_registers("a", {40, 8, 16});
  ASSERT_NE(known_registers("a"), std::nullopt);
  std::filesystem::permissions(file(), std::filesystem::perms::others_write, std::filesystem::perm_options::add);
  EXPECT_EQ(known_registers("a"), std::nullopt);
}

TEST_F(KnownRegisters, AreNotWrittenThroughALink) {
  const std::filesystem::path elsewhere = file().parent_path() / "elsewhere";
  std::ofstream(elsewhere) << "of another program\n";
  std::filesystem::create_symlink(elsewhere, file());
  note_registers("a", {40, 8, 16});
  EXPECT_EQ(std::filesystem::file_size(elsewhere), 19u);
}

}  // namespace
}  // namespace gemmscope::machine
