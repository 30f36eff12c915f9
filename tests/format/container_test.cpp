// SPDX-License-Identifier: MIT
#include "tracing/format/container.h"

#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

/// What a user reads when the file is not what it should be.
std::string refusal(std::span<const std::byte> file) {
  const auto read = decode_file(file);
  EXPECT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::kBadFile);
  return read.error().message;
}

std::vector<std::byte> example_file() { return encode(testing::example_recording()).value(); }

TEST(Header, IsAsDocumented) {
  const std::vector<std::byte> file = example_file();
  EXPECT_EQ(std::vector(file.begin(), file.begin() + 16),
            bytes_of(std::string_view("\x89GST\r\n\x1a\n\5\0\0\0\5\0\0\0", 16)));
  EXPECT_EQ(std::to_integer<unsigned>(file[16]) | std::to_integer<unsigned>(file[17]) << 8, file.size());
  EXPECT_EQ(file[24], std::byte{4});  // sections
}

TEST(Header, OfAnEmptyFile) { EXPECT_EQ(refusal({}), "the file is empty; make a new recording"); }

TEST(Header, OfSomethingElse) {
  const std::string expected =
      "not a gemmscope recording: its first bytes are not those of one; open a .gst file made by 'gemmscope run' or 'gemmscope record'";
  EXPECT_EQ(refusal(bytes_of("P")), expected);
  EXPECT_EQ(refusal(bytes_of("\x7f"
                             "ELF and so on")),
            expected);
}

TEST(Header, ThatWasTransferredAsText) {
  EXPECT_EQ(
      refusal(bytes_of("\x89GST\n\x1a\n\1\1\1\1\1")),
      "damaged at byte 4: its line endings were changed, as by a transfer in text mode; copy it again in binary mode");
}

TEST(Header, OfAFileThatIsCutOff) {
  std::vector<std::byte> file = example_file();
  const std::string size = std::to_string(file.size());
  file.resize(1000);
  EXPECT_EQ(refusal(file), "cut off at byte 1000 of " + size + "; copy the file again or make a new recording");
  file.resize(20);
  EXPECT_EQ(refusal(file), "cut off at byte 20, inside its header; copy the file again or make a new recording");
  file.resize(3);
  EXPECT_EQ(refusal(file), "cut off at byte 3, inside its header; copy the file again or make a new recording");
}

TEST(Header, OfANewerVersion) {
  std::vector<std::byte> file = example_file();
  file[8] = file[12] = std::byte{kFileVersion + 1};  // version, oldest reader
  EXPECT_EQ(refusal(file), "made by a newer gemmscope: the file has version " + std::to_string(kFileVersion + 1) +
                               " and this program reads up to version " + std::to_string(kFileVersion) +
                               "; update gemmscope to open it");
}

TEST(Header, OfAnOlderVersion) {
  std::vector<std::byte> file = example_file();
  file[8] = file[12] = std::byte{kOldestVersion - 1};
  EXPECT_EQ(refusal(file), "made by an older gemmscope: the file has version " + std::to_string(kOldestVersion - 1) +
                               " and this program reads from version " + std::to_string(kOldestVersion) +
                               " on; record the program again");
}

TEST(Header, OfAFileThatGoesOn) {
  std::vector<std::byte> file = example_file();
  const std::string size = std::to_string(file.size());
  file.push_back(std::byte{0});
  EXPECT_EQ(refusal(file), "damaged at byte " + size +
                               ": the file continues past its end; copy the file again or make a new recording");
}

TEST(Sections, WithAFlippedBitSayWhereTheyAre) {
  std::vector<std::byte> file = example_file();
  const Section blocks = Container::open(file, kMaxMemoryBytes)->sections(SectionType::kBlocks).front();
  file.back() ^= std::byte{1};
  EXPECT_EQ(refusal(file),
            "damaged at byte " + std::to_string(blocks.offset) +
                ": the checksum does not match in section BLCK; copy the file again or make a new recording");
}

TEST(Sections, AreCountedOverAll) {
  const auto file = encode(testing::irregular_recording(20000, 1u << 20)).value();
  const auto container = Container::open(file, kMaxMemoryBytes);
  ASSERT_TRUE(container);
  const std::vector<Section> templates = container->sections(SectionType::kTemplates);
  ASSERT_EQ(templates.size(), 3u);  // of 8192 rows at most
  EXPECT_EQ(container->count(SectionType::kTemplates), 79u);
  EXPECT_EQ(templates[1].first, 32u);
  EXPECT_EQ(templates[1].detail, 8192u);
  EXPECT_EQ(container->offset_of(SectionType::kTemplates, 31), templates[0].offset);
  EXPECT_EQ(container->offset_of(SectionType::kTemplates, 32), templates[1].offset);
}

}  // namespace
}  // namespace gemmscope::format
