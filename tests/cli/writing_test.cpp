// SPDX-License-Identifier: MIT
// Where files are written: the old one or the whole new one, and a sentence where neither is possible.
#include <csignal>
#include <fstream>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

namespace fs = std::filesystem;

/// A command that writes a file, a.gst being a recording.
struct Writer {
  std::string command, extension;
};

void PrintTo(const Writer& w, std::ostream* out) { *out << w.command; }

class Writing : public ProgramTest, public ::testing::WithParamInterface<Writer> {
 protected:
  void SetUp() override { step_recording("warp_tile --preset tm1_small --size 64x64x8 -o a.gst"); }

  Ran write_to(const std::string& name, const RunOptions& options = {}) const {
    std::vector<std::string> arguments;
    std::istringstream words(GetParam().command);
    for (std::string word; words >> word;) arguments.push_back(word);
    arguments.insert(arguments.end(), {"-o", name});
    return run(arguments, options);
  }
  std::string named(const std::string& stem) const { return stem + GetParam().extension; }
  void expect_refused(const std::string& name, const std::string& says, const RunOptions& options = {}) const {
    const std::vector<std::string> before = files();
    const Ran ran = write_to(name, options);
    expect_error(ran, 2);
    EXPECT_NE(ran.err.find(says), std::string::npos) << ran.err;
    EXPECT_EQ(files(), before);
  }
};

TEST_P(Writing, OntoAFullDiskIsExitCodeFiveAndKeepsTheOldFile) {
  if (GetParam().extension == ".gst")
    GTEST_SKIP() << "the limit would stop the compiler first; see format::write_file's tests";
  write(named("old"), "old");
  const std::vector<std::string> before = files();
  RunOptions full;
  full.prepare = [] {
    const rlimit limit{100, 100};  // bytes of a file
    setrlimit(RLIMIT_FSIZE, &limit);
  };
  const Ran ran = write_to(named("old"), full);
  expect_error(ran, 5);
  EXPECT_NE(ran.err.find("make room on the disk"), std::string::npos) << ran.err;
  EXPECT_EQ(contents(named("old")), "old");
  EXPECT_EQ(files(), before);
}

TEST_P(Writing, LeavesFilesOfOtherNamesAlone) {
  write(named("b") + ".part", "mine");
  ASSERT_EQ(write_to(named("b")).code, 0);
  EXPECT_EQ(contents(named("b") + ".part"), "mine");
  EXPECT_GT(contents(named("b")).size(), 100u);
}

TEST_P(Writing, ThroughASymbolicLinkReplacesWhatItPointsTo) {
  write(named("target"), "old");
  fs::create_symlink(named("target"), file(named("link")));
  ASSERT_EQ(write_to(named("link")).code, 0);
  EXPECT_TRUE(fs::is_symlink(file(named("link"))));
  EXPECT_GT(contents(named("target")).size(), 100u);
}

TEST_P(Writing, ToWhatIsNoFileIsRefused) {
  ASSERT_EQ(mkfifo(file(named("pipe")).c_str(), 0600), 0);
  fs::create_directory(file(named("folder")));
  expect_refused(named("pipe"), "is a pipe");
  expect_refused(named("folder"), "is a folder");
  expect_refused("none/" + named("b"), "there is no folder none");
  expect_refused(named(std::string(300, 'x')), "File name too long");
}

TEST_P(Writing, IntoAFolderThatMayNotBeSearchedOrWrittenToIsRefused) {
  for (const mode_t mode : {0644, 0555}) {
    const fs::path folder = file("closed");
    fs::create_directory(folder);
    chmod(folder.c_str(), mode);
    RunOptions somebody;
    somebody.prepare = [] {
      if (geteuid() == 0 && setuid(65534) != 0) _exit(99);  // root may do anything
      if (access(GEMMSCOPE_PROGRAM, X_OK) != 0) _exit(98);
    };
    if (run("--version", somebody).code == 98) GTEST_SKIP() << "the program is in a folder that only root may enter";
    chmod(file(".").c_str(), 0755);
    expect_refused("closed/" + named("b"), "Permission denied", somebody);
    chmod(folder.c_str(), 0755);
    EXPECT_TRUE(fs::is_empty(folder));
    fs::remove(folder);
  }
}

std::string writer_name(const ::testing::TestParamInfo<Writer>& info) { return info.param.extension.substr(1); }

const Writer kWriters[] = {
#ifdef GEMMSCOPE_GUI
    {"render a.gst --view banks --pixels 400x300", ".png"},
    {"render a.gst --view banks --pixels 400x300", ".svg"},
#endif
    {"record naive --size 32x32x32", ".gst"}};

INSTANTIATE_TEST_SUITE_P(Of, Writing, ::testing::ValuesIn(kWriters), writer_name);

using RecordTo = ProgramTest;

TEST_F(RecordTo, StandardOutputIsRefused) {
  const Ran ran = run("record naive --size 32x32x32 -o /dev/stdout");
  expect_error(ran, 2);
  EXPECT_NE(ran.err.find("/dev/stdout: is a pipe"), std::string::npos) << ran.err;
  write("said", "");
  RunOptions to_file;
  to_file.out_path = file("said");
  const Ran over = run("record naive --size 32x32x32 -o said", to_file);
  expect_error(over, 2);
  EXPECT_EQ(contents("said"), "");
}

TEST_F(RecordTo, TheSameFileAtOnceLeavesOneOfTheTwo) {
  RunOptions beside;
  beside.while_running = [&](pid_t) { EXPECT_EQ(run("record naive --size 48x48x48 -o a.gst").code, 0); };
  EXPECT_EQ(run("record naive --size 64x64x64 -o a.gst", beside).code, 0);
  EXPECT_EQ(run("report a.gst").code, 0);
  EXPECT_EQ(files(), std::vector<std::string>{"a.gst"});
}

}  // namespace
}  // namespace gemmscope::cli::testing
