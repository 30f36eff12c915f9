// SPDX-License-Identifier: MIT
// Section tables that lie, with right checksums.
#include <cstring>

#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

// Fields of a table entry, by their byte.
constexpr std::size_t kType = 0, kCodec = 4, kOffset = 8, kStored = 16, kRaw = 24, kFirst = 32, kItems = 36;
// Sections of the example.
constexpr std::size_t kSegments = 1, kTemplates = 2, kBlocks = 3;

class HostileTable : public ::testing::Test {
 protected:
  template <class T>
  T get(std::size_t at) const {
    T value;
    std::memcpy(&value, file_.data() + at, sizeof value);
    return value;
  }
  template <class T>
  void set(std::size_t at, T value) {
    std::memcpy(file_.data() + at, &value, sizeof value);
  }
  /// Adds to a field of a section's entry.
  template <class T>
  void add(std::size_t section, std::size_t field, T value) {
    const std::size_t at = kHeaderBytes + section * kSectionBytes + field;
    set<T>(at, get<T>(at) + value);
  }
  Result<Recording> read(std::uint64_t limit = kMaxMemoryBytes) {
    testing::reseal(file_);
    return decode_file(file_, limit);
  }
  void expect_refused(const char* what) {
    const auto recording = read();
    ASSERT_FALSE(recording);
    EXPECT_NE(recording.error().message.find(what), std::string::npos) << recording.error().message;
  }

  std::vector<std::byte> file_ = encode(testing::example_recording()).value();
};

TEST_F(HostileTable, ResealingItselfChangesNothing) { EXPECT_TRUE(read()); }

TEST_F(HostileTable, SectionsThatOverlapAreRefused) {
  add<std::uint64_t>(kSegments, kOffset, ~std::uint64_t{0});  // one byte earlier
  expect_refused("section 1 (SEGM) is not where it should be");
}

TEST_F(HostileTable, SectionsBeyondTheEndAreRefused) {
  add<std::uint64_t>(kBlocks, kStored, 1);
  expect_refused("section 3 (BLCK) is not where it should be");
}

TEST_F(HostileTable, SizesThatOverflowAreRefused) {
  set<std::uint64_t>(kHeaderBytes + kStored, ~std::uint64_t{0} - 100);
  expect_refused("section 0 (META) is not where it should be");
}

TEST_F(HostileTable, BytesInNoSectionAreRefused) {
  file_.push_back(std::byte{1});
  set<std::uint64_t>(16, file_.size());
  expect_refused("there are more bytes after the last section");
}

TEST_F(HostileTable, ItemsLeftOutAreRefused) {
  add<std::uint32_t>(kBlocks, kFirst, 1);
  expect_refused("section 3 (BLCK) skips items");
}

TEST_F(HostileTable, MoreItemsThanASectionMayHoldAreRefused) {
  for (const std::size_t section : {kSegments, kTemplates, kBlocks}) {
    file_ = encode(testing::example_recording()).value();
    set<std::uint32_t>(kHeaderBytes + section * kSectionBytes + kItems, 0x80000000);
    expect_refused("has too many items");
  }
}

TEST_F(HostileTable, TwoDescriptionsOrNoneAreRefused) {
  set<std::uint32_t>(kHeaderBytes + kType, section_code("NEWS"));
  expect_refused("0 descriptions instead of one");
  file_ = encode(testing::example_recording()).value();
  set<std::uint32_t>(kHeaderBytes + kSegments * kSectionBytes + kType, section_code("META"));
  set<std::uint32_t>(kHeaderBytes + kSegments * kSectionBytes + kFirst, 2);
  expect_refused("2 descriptions instead of one");
}

TEST_F(HostileTable, UnknownCompressionIsRefused) {
  add<std::uint32_t>(kTemplates, kCodec, 1);
  expect_refused("section 2 uses an unknown compression");
}

TEST_F(HostileTable, OtherRawSizesThanTheFramesSayAreRefused) {
  for (const std::uint64_t difference : {std::uint64_t{1}, ~std::uint64_t{0}}) {
    file_ = encode(testing::example_recording()).value();
    add<std::uint64_t>(kTemplates, kRaw, difference);
    expect_refused("the compressed size is wrong in section TMPL");
  }
}

TEST_F(HostileTable, RawSizesThatOverflowAreRefused) {
  add<std::uint64_t>(kTemplates, kRaw, ~std::uint64_t{0} / 3);
  expect_refused("section 2 (TMPL) is larger than what it holds");
  add<std::uint64_t>(kSegments, kRaw, ~std::uint64_t{0} / 3);
  expect_refused("section 1 (SEGM) is larger than what it holds");
}

TEST_F(HostileTable, MoreSectionsThanTheFileHoldsAreRefused) {
  set<std::uint32_t>(24, 1000);
  expect_refused("it cannot have 1000 sections");
  set<std::uint32_t>(24, 0xffffffff);
  expect_refused("it cannot have 4294967295 sections");
}

TEST_F(HostileTable, TooManySectionsAreRefused) {
  file_.assign(kHeaderBytes + (kMaxSections + 1) * kSectionBytes, std::byte{0});
  const auto example = encode(testing::example_recording()).value();
  std::copy_n(example.begin(), kHeaderBytes, file_.begin());
  set<std::uint64_t>(16, file_.size());
  set<std::uint32_t>(24, kMaxSections + 1);
  expect_refused("it cannot have 65537 sections");
}

TEST_F(HostileTable, UnknownSectionsMayBeOfAnySize) {  // nobody unpacks them
  auto sections = testing::take_apart(file_);
  sections.push_back({{.type = static_cast<SectionType>(section_code("NEWS"))}, std::vector<std::byte>(10)});
  file_ = testing::put_together(sections);
  add<std::uint64_t>(4, kRaw, std::uint64_t{1} << 50);
  add<std::uint32_t>(4, kCodec, 7);
  EXPECT_TRUE(read());
}

}  // namespace
}  // namespace gemmscope::format
