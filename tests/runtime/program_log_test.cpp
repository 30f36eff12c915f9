// SPDX-License-Identifier: MIT
#include "tracing/runtime/program_log.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

using Kind = format::ProgramFinding::Kind;

ProgramNote example(std::uint64_t id) {
  return {.kind = Kind::kUnwrittenCopy,
          .id = id,
          .count = 2,
          .text = "cudaMemcpy{0} copies 8 bytes of c",
          .places = {{{"/tmp/a b", 17}, {"libx.so", 4000}}, {}, {{"c", 1}}},
          .array = "c",
          .bytes = 400,
          .unwritten = {0, 8, 100, 104}};
}

TEST(ProgramLog, GivesBackWhatWasNoted) {
  const TemporaryFolder folder;
  add_note(folder.path().string(), example(1));
  std::vector<ProgramNote> read = read_program_log(folder.path());
  ASSERT_EQ(read.size(), 1u);
  read[0].id = 1;  // also says which process it was
  EXPECT_EQ(read[0], example(1));
}

TEST(ProgramLog, CountsWhatIsNotedAgain) {
  const TemporaryFolder folder;
  ProgramNote note = example(7);
  for (const std::uint64_t count : {1, 2, 64}) note.count = count, add_note(folder.path().string(), note);
  add_note(folder.path().string(), example(8));
  const std::vector<ProgramNote> read = read_program_log(folder.path());
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].count, 64u);
}

TEST(ProgramLog, ChangesANoteWhereItIs) {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  const NotePlace first = add_note(path, example(1)), second = add_note(path, example(2));
  const auto bytes = std::filesystem::file_size(folder.path() / kProgramLogFile);
  change_note(path, first, 70'000, false);
  change_note(path, second, 3, true);
  EXPECT_EQ(std::filesystem::file_size(folder.path() / kProgramLogFile), bytes);
  std::vector<ProgramNote> read = read_program_log(folder.path());
  ASSERT_EQ(read.size(), 1u);
  ProgramNote expected = example(1);
  read[0].id = 1, expected.count = 70'000;
  EXPECT_EQ(read[0], expected);
  change_note(path, second, 1, false);  // and again
  EXPECT_EQ(read_program_log(folder.path()).size(), 2u);
  change_note(path, add_note("/none", example(3)), 2, false);
}

TEST(ProgramLog, LeavesOutWhatIsOver) {
  const TemporaryFolder folder;
  ProgramNote note = example(7);
  add_note(folder.path().string(), note);
  note.is_over = true;
  add_note(folder.path().string(), note);
  EXPECT_TRUE(read_program_log(folder.path()).empty());
}

TEST(ProgramLog, PassesOverLinesThatAreNone) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / kProgramLogFile) << "\n1\t2\nx\t99\t1\t1\t0\ttext\t\t\t0\n\t\t\t\t\t\t\t\t\t\n";
  for (const ProgramNote& note : read_program_log(folder.path())) EXPECT_LT(static_cast<int>(note.kind), 6);
}

/// A kernel's name may have anything in it.
TEST(ProgramLog, KeepsFieldsApart) {
  const TemporaryFolder folder;
  ProgramNote note = example(1);
  note.text = "a\tb\nc\x1f";
  add_note(folder.path().string(), note);
  const std::vector<ProgramNote> read = read_program_log(folder.path());
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].text, "a b c ");
}

}  // namespace
}  // namespace gemmscope::runtime
