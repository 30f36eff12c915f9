// SPDX-License-Identifier: MIT
// What is opened may be anything: a pipe, a device, a file of gigabytes that is none of ours.
#include <cstdlib>
#include <fstream>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tests/format/allocation_meter.h"
#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tests/temporary_folder.h"
#include "tracing/format/file.h"
#include "tracing/format/input_file.h"

namespace gemmscope::format {
namespace {

namespace fs = std::filesystem;

class Input : public ::testing::Test {
 protected:
  fs::path path(const char* name) const { return folder_.path() / name; }
  static void write(const fs::path& path, const std::vector<std::byte>& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

 private:
  const TemporaryFolder folder_;
};

void expect_bad_file(const Result<Recording>& read, const std::string& says) {
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::kBadFile);
  EXPECT_NE(read.error().message.find(says), std::string::npos) << read.error().message;
}

TEST_F(Input, OfGigabytesThatIsNotOursIsLeftAfterItsFirstBytes) {
  write(path("a.gst"), {});
  fs::resize_file(path("a.gst"), std::uint64_t{3} << 30);  // sparse
  const testing::AllocationMeter meter;
  expect_bad_file(read_file(path("a.gst")), "not a gemmscope recording");
  EXPECT_LT(meter.peak(), 1u << 20);
}

TEST_F(Input, ThatMayNeverEndIsRefused) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  fs::create_symlink(path("pipe"), path("link"));
  for (const fs::path& file : {path("pipe"), path("link"), fs::path("/dev/zero"), fs::path("/dev/null")})
    expect_bad_file(read_file(file), file.string() + ": is a pipe or a device");
}

TEST_F(Input, IsATextOfAtMostSoManyBytes) {
  std::ofstream(path("file")) << "0123456789";
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(text_in(path("file")), "0123456789");
  EXPECT_EQ(text_in(path("file"), 10), "0123456789");
  EXPECT_EQ(text_in(path("file"), 9), "");
  for (const fs::path& none : {path("pipe"), path("."), path("none")}) EXPECT_EQ(text_in(none), "");
}

/// Turning a number reads ten small files.
TEST_F(Input, OfFewBytesTakesMemoryForThese) {
  std::ofstream(path("file")) << "0123456789";
  const testing::AllocationMeter meter;
  EXPECT_EQ(text_in(path("file")), "0123456789");
  EXPECT_LT(meter.peak(), 64u << 10);
}

TEST_F(Input, WhoseHeaderPromisesGigabytesTakesMemoryForWhatIsThere) {
  auto bytes = encode(testing::example_recording()).value();
  bytes[19] = std::byte{0xc0};  // the file's size in the header: 3 GiB
  testing::reseal(bytes);
  write(path("a.gst"), bytes);
  const testing::AllocationMeter meter;
  expect_bad_file(read_file(path("a.gst")), "cut off at byte " + std::to_string(bytes.size()));
  EXPECT_LT(meter.peak(), 16u << 20);
}

TEST_F(Input, ThatGoesOnAfterItsEndIsDamaged) {
  auto bytes = encode(testing::example_recording()).value();
  bytes.resize(bytes.size() + 5000);
  write(path("a.gst"), bytes);
  expect_bad_file(read_file(path("a.gst")), "continues past its end");
}

TEST_F(Input, ThatShrinksMeanwhileGivesWhatIsLeft) {
  write(path("a"), std::vector<std::byte>(100'000));
  auto file = InputFile::open(path("a"));
  ASSERT_TRUE(file);
  std::vector<std::byte> bytes;
  ASSERT_TRUE(file->read_up_to(10, bytes));
  fs::resize_file(path("a"), 50);
  ASSERT_TRUE(file->read_up_to(100'000, bytes));
  EXPECT_EQ(bytes.size(), 50u);
}

TEST_F(Input, ThatIsAFolderOrNotThereSaysSo) {
  fs::create_directory(path("folder"));
  expect_bad_file(read_file(path("folder")), "is a folder");
  expect_bad_file(read_file(path("none")), "there is no such file");
  write(path("file"), {});
  expect_bad_file(read_file(path("file") / "x"), "there is no such file");
  expect_bad_file(read_file(path(std::string(300, 'x').c_str())), "cannot be read (File name too long)");
}

}  // namespace
}  // namespace gemmscope::format
