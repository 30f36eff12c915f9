// SPDX-License-Identifier: MIT
// Writing leaves the old file or the whole new one, and nothing else.
#include <csignal>
#include <cstdlib>
#include <fstream>

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tests/temporary_folder.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

namespace fs = std::filesystem;

class WriteFile : public ::testing::Test {
 protected:
  fs::path path(const char* name) const { return folder_.path() / name; }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path())) names.push_back(entry.path().filename());
    return names;
  }

  /// Whether files here need no name while they are written.
  bool can_be_unnamed() const {
    const int file = ::open(folder_.path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0) ::close(file);
    return file >= 0;
  }

  const TemporaryFolder folder_;
};

/// Runs `work` in a process of its own. Returns its status as wait() gives it; 0 if work returned true.
template <class Work>
int in_child(Work work) {
  const pid_t child = ::fork();
  if (child == 0) std::_Exit(work() ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

void limit_file_size(std::uint64_t bytes) {
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

TEST_F(WriteFile, ThenReadItBack) {
  const Recording recording = testing::example_recording();
  const auto written = write_file(recording, path("a.gst"));
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(read_file(path("a.gst")).value(), recording);
  EXPECT_EQ(files(), std::vector<std::string>{"a.gst"});
}

TEST_F(WriteFile, ReplacesTheOldOne) {
  ASSERT_TRUE(write_file(testing::irregular_recording(1000, 1u << 20), path("a.gst")));
  ASSERT_TRUE(write_file(testing::example_recording(), path("a.gst")));
  EXPECT_EQ(read_file(path("a.gst")).value(), testing::example_recording());
  EXPECT_EQ(files().size(), 1u);
}

TEST_F(WriteFile, WithoutAFolderInItsName) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  const auto written = write_file(testing::example_recording(), "a.gst");
  fs::current_path(before);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_TRUE(read_file(path("a.gst")));
}

TEST_F(WriteFile, IsReadableByWhomTheUmaskSays) {
  const mode_t before = ::umask(027);
  ASSERT_TRUE(write_file(testing::example_recording(), path("a.gst")));
  ::umask(before);
  EXPECT_EQ(fs::status(path("a.gst")).permissions(), static_cast<fs::perms>(0640));
}

TEST_F(WriteFile, ThroughASymbolicLinkReplacesWhatItPointsTo) {
  ASSERT_TRUE(write_file(testing::irregular_recording(10, 1u << 20), path("a.gst")));
  fs::create_symlink("a.gst", path("link.gst"));
  ASSERT_TRUE(write_file(testing::example_recording(), path("link.gst")));
  EXPECT_TRUE(fs::is_symlink(path("link.gst")));
  EXPECT_EQ(read_file(path("a.gst")).value(), testing::example_recording());
}

TEST_F(WriteFile, ThroughALinkToNothingMakesWhatItPointsTo) {
  fs::create_directory(path("there"));
  fs::create_symlink("there/a.gst", path("first.gst"));
  fs::create_symlink("first.gst", path("link.gst"));
  ASSERT_TRUE(write_file(testing::example_recording(), path("link.gst")));
  EXPECT_TRUE(fs::is_symlink(path("link.gst")) && fs::is_symlink(path("first.gst")));
  EXPECT_EQ(read_file(path("there") / "a.gst").value(), testing::example_recording());
}

/// replace_file and check_replaceable agree: `path` is refused, in the same words.
void expect_refused(const fs::path& path, const std::string& says) {
  const auto checked = check_replaceable(path), written = write_file(testing::example_recording(), path);
  ASSERT_FALSE(checked) << path;
  ASSERT_FALSE(written) << path;
  EXPECT_EQ(written.error().kind, ErrorKind::kUsage);
  EXPECT_NE(written.error().message.find(says), std::string::npos) << written.error().message;
  EXPECT_EQ(checked.error().message, written.error().message);
}

TEST_F(WriteFile, ThroughALinkIntoAFolderThatIsNotThereNamesThatFolder) {
  fs::create_symlink(path("gone") / "a.gst", path("link.gst"));
  expect_refused(path("link.gst"), "there is no folder " + path("gone").string());
}

TEST_F(WriteFile, ThroughACircleOfLinksSaysSo) {
  fs::create_symlink("b.gst", path("a.gst"));
  fs::create_symlink("a.gst", path("b.gst"));
  expect_refused(path("a.gst"), "symbolic links");
}

TEST_F(WriteFile, ToAFolderThatIsNotThereSaysSo) {
  expect_refused(path("none") / "a.gst", "there is no folder " + path("none").string());
  std::ofstream(path("file")) << "text";
  expect_refused(path("file") / "a.gst", "there is no folder " + path("file").string());
  EXPECT_EQ(files(), std::vector<std::string>{"file"});
}

TEST_F(WriteFile, WithANameThatIsTooLongSaysSo) {
  expect_refused(path(std::string(300, 'x').c_str()), "choose another name");
}

TEST_F(WriteFile, OverWhatThisProgramSaysIsRefused) {
  const int status = in_child([&] {
    const int file = ::open(path("said").c_str(), O_CREAT | O_WRONLY, 0600);
    ::dup2(file, STDOUT_FILENO);
    return !write_file(testing::example_recording(), path("said")) && !check_replaceable("/dev/stdout") &&
           fs::file_size(path("said")) == 0;
  });
  EXPECT_EQ(status, 0);
}

TEST_F(WriteFile, WithoutRoomForAnotherOpenFileSaysSo) {
  const int status = in_child([&] {
    const rlimit few{3, 3};
    ::setrlimit(RLIMIT_NOFILE, &few);
    for (int file = 3; file < 20; ++file) ::close(file);
    const auto written = write_file(testing::example_recording(), path("a.gst"));
    return !written && written.error().kind == ErrorKind::kNoSpace;
  });
  EXPECT_EQ(status, 0);
}

TEST_F(WriteFile, InPlaceOfWhatIsNoFileIsRefused) {
  fs::create_directory(path("folder"));
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  expect_refused(path("folder"), "is a folder");
  expect_refused(path("folder/"), "there is no file name");
  expect_refused(path("pipe"), "is a pipe");
  expect_refused("/dev/null", "is a device");
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(WriteFile, WithoutANameIsRefused) {
  const auto written = write_file(testing::example_recording(), "");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "there is no file name in ''; give one");
}

TEST_F(WriteFile, IntoAReadOnlyFolderSaysSo) {
  fs::permissions(folder_.path(), static_cast<fs::perms>(0555));
  const int status = in_child([&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) return false;  // root may write anywhere
    const auto written = write_file(testing::example_recording(), path("a.gst"));
    return !written && written.error().kind == ErrorKind::kUsage &&
           written.error().message.find("Permission denied") != std::string::npos;
  });
  fs::permissions(folder_.path(), static_cast<fs::perms>(0755));
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(files().empty());
}

TEST_F(WriteFile, OfAnUnsoundRecordingLeavesTheOldOne) {
  ASSERT_TRUE(write_file(testing::example_recording(), path("a.gst")));
  Recording unsound = testing::example_recording();
  unsound.blocks[0].pattern = 99;
  EXPECT_FALSE(write_file(unsound, path("a.gst")));
  EXPECT_EQ(read_file(path("a.gst")).value(), testing::example_recording());
}

TEST_F(WriteFile, OnAFullDiskLeavesTheOldOneAlone) {
  ASSERT_TRUE(write_file(testing::example_recording(), path("a.gst")));
  for (const Partial partial : {Partial::kUnnamed, Partial::kNamed}) {
    const int status = in_child([&] {
      std::signal(SIGXFSZ, SIG_IGN);
      limit_file_size(50000);
      const auto written = replace_file(path("a.gst"), std::vector<std::byte>(200000), partial);
      return !written && written.error().kind == ErrorKind::kNoSpace &&
             written.error().message.find("make room") != std::string::npos;
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(read_file(path("a.gst")).value(), testing::example_recording());
    EXPECT_EQ(files(), std::vector<std::string>{"a.gst"});
  }
}

TEST_F(WriteFile, WithANameMeanwhileEndsTheSame) {
  const std::vector<std::byte> bytes(1000, std::byte{7});
  ASSERT_TRUE(replace_file(path("a.gst"), {}, Partial::kNamed));
  ASSERT_TRUE(replace_file(path("a.gst"), bytes, Partial::kNamed));
  EXPECT_EQ(fs::file_size(path("a.gst")), 1000u);
  EXPECT_EQ(files(), std::vector<std::string>{"a.gst"});
}

/// Whoever is killed on the way leaves no other name behind.
TEST_F(WriteFile, HasItsNameFromTheBeginningWhereThereWasNone) {
  if (!can_be_unnamed()) GTEST_SKIP() << "files need names here";
  const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  ASSERT_GE(::inotify_add_watch(watch, folder_.path().c_str(), IN_CREATE | IN_MOVED_TO), 0);
  ASSERT_TRUE(replace_file(path("a.gst"), {}));
  alignas(inotify_event) char said[4096];
  const ssize_t bytes = ::read(watch, said, sizeof(said));
  ::close(watch);
  ASSERT_GT(bytes, 0);
  EXPECT_STREQ(reinterpret_cast<const inotify_event*>(said)->name, "a.gst");
}

TEST_F(WriteFile, KilledHalfWayLeavesTheOldOne) {
  ASSERT_TRUE(write_file(testing::example_recording(), path("a.gst")));
  const Recording large = testing::irregular_recording(2000, 1u << 26);
  const int status = in_child([&] {
    std::signal(SIGXFSZ, SIG_DFL);
    limit_file_size(50000);  // the kernel kills who writes more
    return write_file(large, path("a.gst")).has_value();
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(read_file(path("a.gst")).value(), testing::example_recording());
  if (can_be_unnamed()) {
    EXPECT_EQ(files(), std::vector<std::string>{"a.gst"});
  }
}

TEST_F(WriteFile, KilledAtAnyTimeLeavesOneOfTheTwo) {
  const Recording small = testing::example_recording(), large = testing::irregular_recording(500, 1u << 26);
  ASSERT_TRUE(write_file(small, path("a.gst")));
  for (int round = 0; round < 20; ++round) {
    const pid_t child = ::fork();
    if (child == 0)
      for (;;) {
        (void)write_file(large, path("a.gst"));
        (void)write_file(small, path("a.gst"));
      }
    ::usleep(static_cast<useconds_t>(2000 + 700 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const auto read = read_file(path("a.gst"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(*read == small || *read == large);
  }
}

TEST_F(WriteFile, ReadingWhatIsNotThereSaysSo) {
  EXPECT_EQ(read_file(path("none.gst")).error().message,
            path("none.gst").string() + ": there is no such file; check the path");
  EXPECT_EQ(read_file(path("none.gst")).error().kind, ErrorKind::kBadFile);
}

TEST_F(WriteFile, ReadingWhatGoesOnForGigabytesSaysSo) {
  ASSERT_TRUE(write_file(testing::example_recording(), path("a.gst")));
  fs::resize_file(path("a.gst"), kMaxMemoryBytes + 1);  // sparse
  const auto read = read_file(path("a.gst"));
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("continues past its end"), std::string::npos) << read.error().message;
}

TEST_F(WriteFile, ReadingADamagedFileNamesItAndTheByte) {
  ASSERT_TRUE(write_file(testing::example_recording(), path("a.gst")));
  fs::resize_file(path("a.gst"), 100);
  const auto read = read_file(path("a.gst"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().offset, 100u);
  EXPECT_EQ(read.error().message.find(path("a.gst").string() + ": cut off at byte 100 of "), 0u)
      << read.error().message;
}

}  // namespace
}  // namespace gemmscope::format
