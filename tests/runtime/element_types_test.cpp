// SPDX-License-Identifier: MIT
// What programs say about their arrays: types in mangled names, declarations in texts, and what accesses move.
#include "tracing/runtime/element_types.h"

#include <gtest/gtest.h>

namespace gemmscope::runtime {
namespace {

MovedBytes moved(std::initializer_list<std::uint32_t> loaded, std::initializer_list<std::uint32_t> stored = {},
                 bool copied = false) {
  MovedBytes all;
  for (const std::uint32_t bytes : loaded) all.add(bytes, copied, false);
  for (const std::uint32_t bytes : stored) all.add(bytes, copied, true);
  return all;
}

TEST(ElementTypes, SayHowLargeAnElementIsHoweverItIsMoved) {
  EXPECT_EQ(element_bytes_of(moved({1}), 4, {}), 4u);             // index & 255
  EXPECT_EQ(element_bytes_of(moved({16}, {}, true), 4, {}), 4u);  // cp.async of float
  EXPECT_EQ(element_bytes_of(moved({4}), 2, {}), 2u);             // halfs in pairs
  EXPECT_EQ(element_bytes_of(moved({1, 4}), 1, {}), 1u);          // characters, also four at a time
  EXPECT_EQ(element_bytes_of(moved({4}, {4}), 1, {}), 4u);        // memory that is taken for char
  EXPECT_EQ(element_bytes_of(moved({1, 4}), {}, 4), 4u);          // __shared__ int: a byte of it is needed
  EXPECT_EQ(element_bytes_of(moved({2, 4}), {}, 2), 2u);          // __shared__ half, two at a time
  EXPECT_EQ(element_bytes_of(moved({2, 4}, {2}), {}, 16), 2u);    // __align__(16)
  EXPECT_EQ(element_bytes_of(moved({1, 4}, {4}), {}, {}), 4u);    // stores are whole
  EXPECT_EQ(element_bytes_of(moved({1, 4}), {}, {}), 4u);
  EXPECT_EQ(element_bytes_of(moved({4, 8}), {}, {}), 4u);
  EXPECT_EQ(element_bytes_of({}, {}, 4), 1u);
  EXPECT_EQ(element_bytes_of({}, 4, 4), 4u);
  EXPECT_EQ(element_bytes_of({}, {}, {}), 1u);  // nothing is moved
}

std::vector<std::uint32_t> extents(std::string_view text, std::uint64_t bytes) {
  const auto declared = declared_array(KernelText({{"my.cu", std::string(text)}}, "k", {}, 0), "sa", bytes);
  return declared ? declared->extents : std::vector<std::uint32_t>();
}

TEST(ElementTypes, AndRowsAreThoseOfDeclarations) {
  using Extents = std::vector<std::uint32_t>;
  EXPECT_EQ(extents("__shared__ float sa[16][17];", 4 * 16 * 17), (Extents{16, 17}));
  EXPECT_EQ(extents("#define TILE 16\n__shared__ int sa[TILE][TILE + 1], sb[3];", 4 * 16 * 17), (Extents{16, 17}));
  EXPECT_EQ(extents("constexpr int BM = 64, BK = BM / 8;\n__shared__ __align__(16) double sb[4], sa[2][BK][BM];",
                    8 * 2 * 8 * 64),
            (Extents{2, 8, 64}));
  EXPECT_EQ(extents("template <int T> __global__ void k() { __shared__ half sa[T][T];", 2 * 32 * 32),
            (Extents{32, 32}));
  EXPECT_EQ(extents("template <int T> __global__ void k() { __shared__ float sa[8][T];", 4 * 8 * 24), (Extents{8, 24}));
  EXPECT_EQ(extents("extern __shared__ float sa[];", 400), (Extents{100}));
  // Which of two, sizes that do not fit, two unknown extents, and a struct.
  EXPECT_EQ(extents("{ __shared__ float sa[8][4]; } { __shared__ float sa[4][8]; }", 128), Extents());
  EXPECT_EQ(extents("{ __shared__ float sa[8][4]; } { __shared__ float sa[4][4]; }", 64), (Extents{4, 4}));
  EXPECT_EQ(extents("__shared__ float sa[8][4];", 100), Extents());
  EXPECT_EQ(extents("__shared__ float sa[M][N];", 4 * 12), Extents());
  EXPECT_EQ(extents("__shared__ Point sa[3][4];", 12 * 12), Extents());
}

/// Numbers of a struct's members are its array's elements, if all are of one size.
TEST(ElementTypes, OfStructsAreTheirNumbers) {
  const std::string half = "struct Half { unsigned short bits; };", point = "struct Point { float x, y; unsigned n; };",
                    mixed = "struct Mixed { float x; short n; };", pointers = "struct Row { float *a, *b; };";
  const auto bytes = [](const std::string& text, const char* type) {
    return KernelText({{"my.cu", text}}, "k", {}, 0).bytes_of_number(type);
  };
  EXPECT_EQ(bytes(half, "Half"), 2u);
  EXPECT_EQ(bytes(half + "struct Eight { Half of[8]; };", "const ns::Eight"), 2u);
  EXPECT_EQ(bytes(point, "Point"), 4u);
  EXPECT_EQ(bytes(mixed, "Mixed"), std::nullopt);
  EXPECT_EQ(bytes(pointers, "Row"), std::nullopt);
  EXPECT_EQ(bytes(half, "Half*"), 8u);
  EXPECT_EQ(bytes("", "Half"), std::nullopt);
  EXPECT_EQ(extents(point + "__shared__ Point sa[3][4];", 12 * 12), (std::vector<std::uint32_t>{3, 12}));
  EXPECT_EQ(extents(point + "__shared__ Point sa[M][4];", 12 * 12), (std::vector<std::uint32_t>{3, 12}));
}

TEST(ElementTypes, OfATextThatEndsAnywhereAreNoneOrSome) {
  const std::string text =
      "#define N (4 * (2 + 1))\nconst int M = N;\n__shared__ __align__(16) float sa[M][N - 1] = {(";
  for (std::size_t size = 0; size <= text.size(); ++size) extents(std::string_view(text).substr(0, size), 4 * 12 * 11);
  EXPECT_EQ(extents("#define N N\n__shared__ float sa[N][4];", 48), (std::vector<std::uint32_t>{3, 4}));
}

}  // namespace
}  // namespace gemmscope::runtime
