// SPDX-License-Identifier: MIT
#include "tracing/format/kept_memory.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace gemmscope::format {
namespace {

KeptMemory memory() {
  KeptMemory memory;
  memory.arrays.push_back({.tensor = 2, .type = "float", .before = {std::byte{1}, std::byte{2}}, .after = {}});
  memory.arrays.push_back({.tensor = 5, .type = "", .before = {std::byte{3}}, .after = {std::byte{4}}});
  memory.scalars = {{"p.alpha", "float", 0x3fc00000}, {"n", "int", 7}};
  memory.why_not = "the launch's arrays are too large";
  return memory;
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(KeptMemory, IsReadAsItWasWrittenAndIsBesideItsRecording) {
  const TemporaryFolder folder;
  const std::filesystem::path file = kept_beside(folder.path() / "gemm_2.gst");
  EXPECT_EQ(file.filename(), "gemm_2.memory");
  ASSERT_TRUE(write_kept(memory(), file));
  const auto read = read_kept(file);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, memory());
  EXPECT_EQ(read->arrays[0].at_end(), read->arrays[0].before);
  EXPECT_EQ(read->arrays[1].at_end(), std::vector(1, std::byte{4}));
}

TEST(KeptMemory, IsRefusedIfItIsNotWhole) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "a.memory";
  ASSERT_TRUE(write_kept(memory(), file));
  const std::string whole = bytes_of(file);
  for (std::size_t size = 0; size < whole.size(); size += 9) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, size);
    EXPECT_FALSE(read_kept(file)) << size;
  }
  std::ofstream(file, std::ios::binary) << whole << "x";
  EXPECT_FALSE(read_kept(file));
  std::string counts = whole;
  counts[whole.find("memory 1\n") + 9 + 4] = '\x7f';  // of arrays: more than there can be
  std::ofstream(file, std::ios::binary) << counts;
  EXPECT_FALSE(read_kept(file));
}

}  // namespace
}  // namespace gemmscope::format
