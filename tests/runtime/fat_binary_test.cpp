// SPDX-License-Identifier: MIT
#include "tracing/runtime/fat_binary.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include <gtest/gtest.h>

namespace gemmscope::runtime {
namespace {

std::vector<std::byte> file(const char* name) {
  std::ifstream in(std::string(GEMMSCOPE_SOURCE_DIR) + "/tests/data/fat_binary/" + name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

void expect_both(const std::vector<std::byte>& bytes) {
  const auto images = ptx_of_fat_binary(bytes);
  ASSERT_TRUE(images) << images.error().message;
  ASSERT_EQ(images->size(), 2u);
  EXPECT_EQ((*images)[0].architecture, 80u);
  EXPECT_EQ((*images)[1].architecture, 90u);
  for (const PtxImage& image : *images) {
    const std::string target = ".target sm_" + std::to_string(image.architecture);
    EXPECT_NE(image.text.find(target), std::string::npos);
    EXPECT_EQ(image.text.find('\0'), std::string::npos);
    EXPECT_NE(image.text.find("fill"), std::string::npos);
    EXPECT_EQ(image.text.find_last_of('}'), image.text.find_last_not_of("\n"));  // to its end
  }
}

TEST(FatBinary, GivesAllPtxPlainAndCompressed) {
  expect_both(file("plain"));
  expect_both(file("zstd"));
  expect_both(file("lz4"));
  EXPECT_EQ((*ptx_of_fat_binary(file("plain")))[0].text, (*ptx_of_fat_binary(file("zstd")))[0].text);
}

TEST(FatBinary, HasNoPtxWhereThereIsMachineCodeAlone) {
  const auto images = ptx_of_fat_binary(file("machine_code"));
  ASSERT_TRUE(images) << images.error().message;
  EXPECT_TRUE(images->empty());
}

TEST(FatBinary, SaysItsSizeAndTakesWhatLiesBehindItForNothing) {
  std::vector<std::byte> bytes = file("zstd");
  EXPECT_EQ(fat_binary_size(bytes.data()), bytes.size());
  bytes.insert(bytes.end(), 100, std::byte{0xff});
  expect_both(bytes);
}

TEST(FatBinary, WithOtherTextsIsToBeLinkedWithNothing) {
  std::vector<std::byte> bytes = file("separate");
  const auto has = [](const std::vector<std::byte>& in) {
    constexpr std::string_view kOption = "--compile-only";
    const auto option = std::as_bytes(std::span(kOption));
    return std::search(in.begin(), in.end(), option.begin(), option.end()) != in.end();
  };
  ASSERT_TRUE(has(bytes));
  const std::vector<std::string> texts{".version 8.0"};
  const std::vector<std::byte> made = fat_binary_with(bytes, texts);
  EXPECT_FALSE(has(made));
  EXPECT_EQ(ptx_of_fat_binary(made)->at(0).text, texts[0]);
}

TEST(FatBinary, CutOffAnywhereIsASentence) {
  for (const char* name : {"plain", "zstd", "lz4"}) {
    const std::vector<std::byte> whole = file(name);
    for (std::size_t bytes = 0; bytes < whole.size(); bytes += bytes < 200 ? 1 : 97) {
      // A copy of its own, so that a read behind the end is seen under sanitizers.
      const auto images = ptx_of_fat_binary(std::vector(whole.begin(), whole.begin() + static_cast<long>(bytes)));
      ASSERT_FALSE(images) << name << ", " << bytes;
      EXPECT_EQ(images.error().kind, ErrorKind::kBadFile);
    }
  }
}

TEST(FatBinary, DamagedAnywhereIsReadOrRefusedAndNeverMore) {
  std::mt19937 random(5);
  for (const char* name : {"zstd", "lz4"}) {
    const std::vector<std::byte> whole = file(name);
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
      std::vector<std::byte> damaged = whole;
      for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
        damaged[random() % (random() % 2 == 0 ? 100 : damaged.size())] = static_cast<std::byte>(random());
      refused += !ptx_of_fat_binary(damaged).has_value();
    }
    EXPECT_GT(refused, 500) << name;
  }
}

}  // namespace
}  // namespace gemmscope::runtime
