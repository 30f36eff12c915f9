// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/ptx/source.h"

namespace gemmscope::ptx::testing {
namespace {

Module variables(const std::string& text) {
  return read_or_fail(".version 8.0 .target sm_80 .address_size 64 .func f; .global .u32 x;\n" + text);
}

TEST(Variables, HaveSpaceTypeShapeAndAlignment) {
  const Module module = variables(
      ".visible .const .align 16 .v4 .f32 c[3][5]; .extern .shared .align 1 .b8 d[]; .weak .global .f64 e;"
      ".global .attribute(.managed) .align 4 .u32 m;");
  const Variable& c = *module.find_variable("c");
  EXPECT_EQ(c.space, Space::kConst);
  EXPECT_EQ(c.linkage, Linkage::kVisible);
  EXPECT_EQ(c.type, Type::kF32);
  EXPECT_EQ(c.lanes, 4);
  EXPECT_EQ(c.align, 16u);
  EXPECT_EQ(c.shape, (std::vector<std::uint64_t>{3, 5}));
  EXPECT_EQ(c.bytes, 240u);
  const Variable& d = *module.find_variable("d");
  EXPECT_TRUE(d.is_array);
  EXPECT_EQ(d.bytes, 0u);
  EXPECT_EQ(d.linkage, Linkage::kExtern);
  EXPECT_EQ(module.find_variable("e")->align, 8u);
  EXPECT_FALSE(module.find_variable("e")->is_array);
  EXPECT_NE(module.find_variable("m"), nullptr);
}

TEST(Variables, InitialBytesAreLittleEndian) {
  const Module module = variables(
      ".global .u32 a = 0x01020304; .global .s16 b[3] = {-2, 258}; .global .f32 c = 1.0; .global .f64 d = 0d3FE0000000000000;"
      ".global .u8 e[2][2] = {{1, 2}, {3, 4}}; .global .u16 g[] = {1, 2, 3};");
  using Bytes = std::vector<std::uint8_t>;
  EXPECT_EQ(module.find_variable("a")->initial, (Bytes{4, 3, 2, 1}));
  EXPECT_EQ(module.find_variable("b")->initial, (Bytes{0xFE, 0xFF, 2, 1}));
  EXPECT_EQ(module.find_variable("c")->initial, (Bytes{0, 0, 0x80, 0x3F}));
  EXPECT_EQ(module.find_variable("d")->initial, (Bytes{0, 0, 0, 0, 0, 0, 0xE0, 0x3F}));
  EXPECT_EQ(module.find_variable("e")->initial, (Bytes{1, 2, 3, 4}));
  EXPECT_EQ(module.find_variable("g")->bytes, 6u);
  EXPECT_FALSE(module.find_variable("x")->is_initialised);
}

TEST(Variables, MayHoldAddresses) {
  const Module module = variables(
      ".global .u64 a[5] = {7, generic(x)+4, x, f, generic(later)}; .global .u8 b[2] = {0xFF(x), 0xFF00(generic(x)+8)};"
      ".global .u64 later = later;");
  const Variable& a = *module.find_variable("a");
  ASSERT_EQ(a.references.size(), 4u);
  EXPECT_EQ(a.initial[0], 7);
  EXPECT_EQ(a.references[0].offset, 8u);
  EXPECT_TRUE(a.references[0].generic);
  EXPECT_EQ(a.references[0].addend, 4);
  EXPECT_EQ(module.variables[a.references[0].index].name, "x");
  EXPECT_FALSE(a.references[1].generic);
  EXPECT_EQ(a.references[2].of, Of::kFunction);
  EXPECT_EQ(module.functions[a.references[2].index].name, "f");
  EXPECT_EQ(module.variables[a.references[3].index].name, "later");
  const Variable& b = *module.find_variable("b");
  ASSERT_EQ(b.references.size(), 2u);
  EXPECT_EQ(b.references[0].mask, 0xFFu);
  EXPECT_EQ(b.references[1].mask, 0xFF00u);
  EXPECT_EQ(b.references[1].addend, 8);
  EXPECT_EQ(b.references[1].offset, 1u);
  EXPECT_EQ(b.references[1].bytes, 1);
}

TEST(Variables, OfAFileOfNvcc) {
  const Module module =
      read_or_fail(contents(std::filesystem::path(GEMMSCOPE_SOURCE_DIR) / "tests/data/ptx/calls_80.ptx"));
  const Variable& table = *module.find_variable("table");
  EXPECT_EQ(table.space, Space::kConst);
  EXPECT_EQ(table.bytes, 16u);
  EXPECT_EQ(table.initial.at(2), 0x80);  // 1.f is 0x3F800000
  const Variable& mixed = *module.find_variable("mixed");
  ASSERT_EQ(mixed.references.size(), 1u);
  EXPECT_EQ(mixed.bytes, 16u);
  EXPECT_EQ(mixed.initial.at(8), 3);
  EXPECT_EQ(mixed.initial.at(14), 5);
  EXPECT_EQ(module.find_variable("operations")->references.at(1).of, Of::kFunction);
  EXPECT_EQ(module.find_variable("pointer")->references.at(0).addend, 8);
}

}  // namespace
}  // namespace gemmscope::ptx::testing
