// SPDX-License-Identifier: MIT
#include "tracing/format/columns.h"

#include <array>

#include <gtest/gtest.h>

namespace gemmscope::format {
namespace {

static_assert(zigzag<std::uint32_t>(0) == 0);
static_assert(zigzag<std::uint32_t>(0xffffffff) == 1);  // -1
static_assert(zigzag<std::uint32_t>(1) == 2);
static_assert(zigzag<std::uint32_t>(0x80000000) == 0xffffffff);
static_assert(zigzag<std::uint8_t>(0x80) == 0xff);
static_assert(unzigzag<std::uint16_t>(zigzag<std::uint16_t>(0x8001)) == 0x8001);

TEST(Columns, EveryByteComesBackFromZigzag) {
  for (unsigned v = 0; v < 256; ++v) EXPECT_EQ(unzigzag(zigzag(static_cast<std::uint8_t>(v))), v);
}

TEST(Columns, OfAllWidthsComeBack) {
  const std::vector<std::uint32_t> values = {5, 0, 0xffffffff, 0x80000000, 0x7fffffff, 1, 1, 2};
  const auto value = [&](std::size_t i) { return values[i]; };
  ByteWriter out;
  out.number<std::uint64_t>(0x0123456789abcdef);
  out.column<std::uint32_t>(values.size(), value);
  out.column<std::uint16_t>(values.size(), [&](std::size_t i) { return static_cast<std::uint16_t>(values[i]); });
  out.column<std::uint8_t>(values.size(), [&](std::size_t i) { return static_cast<std::uint8_t>(values[i]); });
  const std::vector<std::byte> bytes = out.take();
  EXPECT_EQ(bytes.size(), 8 + 8 * (4 + 2 + 1));

  ByteReader in(bytes);
  EXPECT_EQ(in.number<std::uint64_t>(), 0x0123456789abcdef);
  EXPECT_EQ(in.column<std::uint32_t>(8), values);
  EXPECT_EQ(in.column<std::uint16_t>(8), (std::vector<std::uint16_t>{5, 0, 0xffff, 0, 0xffff, 1, 1, 2}));
  EXPECT_EQ(in.column<std::uint8_t>(8), (std::vector<std::uint8_t>{5, 0, 0xff, 0, 0xff, 1, 1, 2}));
  EXPECT_TRUE(in.finished());
}

TEST(Columns, AreStoredByteByByteAsDocumented) {
  ByteWriter out;
  out.column<std::uint16_t>(3, [](std::size_t i) { return std::array<std::uint16_t, 3>{0x100, 0xff, 0x1ff}[i]; });
  // differences 100, -1, 100 in hexadecimal; zigzag 200, 1, 200; low bytes, then high bytes
  const std::vector<std::byte> expected = {std::byte{0}, std::byte{1}, std::byte{0},
                                           std::byte{2}, std::byte{0}, std::byte{2}};
  EXPECT_EQ(out.take(), expected);
}

TEST(Columns, LongerThanTheBytesAreNotAllocated) {
  const std::vector<std::byte> bytes(10);
  ByteReader in(bytes);
  EXPECT_TRUE(in.column<std::uint32_t>(std::size_t{1} << 62).empty());
  EXPECT_TRUE(in.failed());
  EXPECT_TRUE(in.column<std::uint8_t>(1).empty());  // stays failed
  EXPECT_FALSE(in.finished());
}

TEST(Columns, BytesLeftOverAreNoticed) {
  const std::vector<std::byte> bytes(5);
  ByteReader in(bytes);
  in.column<std::uint32_t>(1);
  EXPECT_FALSE(in.failed());
  EXPECT_FALSE(in.finished());
}

}  // namespace
}  // namespace gemmscope::format
