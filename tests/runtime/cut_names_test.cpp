// SPDX-License-Identifier: MIT
// Pointers by which a kernel's source cuts an array in shared memory.
#include "tracing/runtime/cut_names.h"

#include <gtest/gtest.h>

namespace gemmscope::runtime {
namespace {

using Names = std::vector<std::string>;

/// The body's first statement is on line 5, column 3. `array`: s.
std::string kernel(const std::string& body) {
  return "#define T 16\n#define MINE (threadIdx.x * 4)\n"
         "template <int N> __global__ void __launch_bounds__(256) k(const float* in, float* out, int n) {\n"
         "  extern __shared__ float s[];\n  " +
         body + "\n}\n__global__ void other(float* s) { float *x = s, *y = s + 1; x[0] = y[0]; }\n";
}
CutNames cuts(const std::string& body) { return {kernel(body), 5, "s"}; }
Names names(const std::string& body) { return cuts(body).names(); }

TEST(CutNames, AreThoseThatArePointersToTheArray) {
  EXPECT_EQ(names("float *a = s, *b = s + 256;"), (Names{"a", "b"}));
  EXPECT_EQ(names("float* const a = &s[0]; int* b = (int*)&s[T * T];"), (Names{"a", "b"}));
  EXPECT_EQ(names("auto a = s; auto* b = reinterpret_cast<float4*>(s + n * N);"), (Names{"a", "b"}));
  EXPECT_EQ(names("float* __restrict__ a = s; float* b = a + T * (T + 1); float* c = b + blockDim.x;"),
            (Names{"a", "b", "c"}));
  EXPECT_EQ(names("float(*a)[T] = (float(*)[T])s; float(*b)[T] = (float(*)[T])(s + T * T);"), (Names{"a", "b"}));
  EXPECT_EQ(names("const int size = n * 2; float* a = s; float* b = s + size; /* float* c = s; */"), (Names{"a", "b"}));
}

TEST(CutNames, AreNoneWhereThreadsHaveOthers) {
  EXPECT_EQ(names("float *a = s + threadIdx.x, *b = s + 256;"), Names{});
  EXPECT_EQ(names("int t = threadIdx.x; int w = t / 32; float *a = s, *b = s + 32 * w;"), Names{});
  EXPECT_EQ(names("float *a = s, *b = s + lane_id();"), Names{});
  EXPECT_EQ(names("float *a = s, *b = s + MINE;"), Names{});
  EXPECT_EQ(names("float *a = s, *b = n > 3 ? s + 256 : s;"), Names{});
  EXPECT_EQ(names("float *a = s, *b = s + int(in[0]);"), Names{});
  EXPECT_EQ(names("int at; at = n; float *a = s, *b = s + at;"), Names{});
  EXPECT_EQ(names("int at = 0; for (int i = 0; i < n; ++i) { float *a = s, *b = s + i * T; }"), Names{});
}

TEST(CutNames, AreNoneThatChange) {
  EXPECT_EQ(names("float *a = s, *b = s + 256; float* t = a; a = b; b = t;"), Names{});
  EXPECT_EQ(names("float *a = s, *b = s + 256; a += 4;"), Names{});
  EXPECT_EQ(names("float *a = s, *b = s + 256; *a++ = 1;"), Names{});
  EXPECT_EQ(names("float *a = s, *b = s + 256; std::swap(a, b);"), Names{});
  EXPECT_EQ(names("float *a = s, *b = s + 256; advance(&a);"), Names{});
  EXPECT_EQ(names("float *a = s, *b = s + 256; a[0]++; ++b[1]; *a = 3; use(&a[2]);"), (Names{"a", "b"}));
}

TEST(CutNames, AreNoneWhereTheArrayIsUsedBesides) {
  EXPECT_EQ(names("float *a = s, *b = s + 256; s[0] = 1;"), Names{});
  EXPECT_EQ(names("float *a = s, *b = s + 256; clear(s);"), Names{});
  EXPECT_EQ(names("float* a = s; a[0] = 1;"), Names{});
}

TEST(CutNames, AreOfTheKernelThatHasTheLine) {
  const std::string text = kernel("s[0] = 1;");
  EXPECT_EQ(CutNames(text, 7, "s").names(), (Names{"x", "y"}));
  EXPECT_EQ(CutNames(text, 5, "s").names(), Names{});
  EXPECT_EQ(CutNames(text, 1, "s").names(), Names{});
  EXPECT_EQ(CutNames("", 5, "s").names(), Names{});
  EXPECT_EQ(CutNames("__global__ void k() { float *a = s", 1, "s").names(), Names{});
  EXPECT_EQ(CutNames("}}((]]]{{__global__{a]=s[[=", 1, "s").names(), Names{});
}

TEST(CutNames, AreUsedWhereTheSourceSaysSo) {
  const CutNames cut = cuts(
      "float *a = s, *b = s + 256;\n"
      "  a[threadIdx.x] = in[threadIdx.x]; b[2 * a[0]] += 1;\n"
      "  for (int i = 0; i < n; ++i)\n"
      "    sum += a[i][1] *\n"
      "           b[i];\n"
      "  copy(a, b[0]); out[0] = n;");
  ASSERT_EQ(cut.names(), (Names{"a", "b"}));
  EXPECT_EQ(cut.at(6, 3).stores, 3u);  // two statements on a line
  EXPECT_EQ(cut.at(6, 3).loads, 3u);
  EXPECT_EQ(cut.at(6, 37).stores, 2u);
  EXPECT_EQ(cut.at(6, 37).loads, 3u);
  EXPECT_EQ(cut.at(8, 5).loads, 3u);
  EXPECT_EQ(cut.at(9, 12).loads, 3u);
  EXPECT_EQ(cut.at(8, 5).stores, 0u);
  EXPECT_EQ(cut.at(10, 3).loads, 3u);
  EXPECT_EQ(cut.at(10, 3).stores, 1u);
  EXPECT_EQ(cut.at(10, 18).loads | cut.at(10, 18).stores, 0u);
}

TEST(CutNames, AreUsedAtIndicesThatAllThreadsHave) {
  const CutNames cut = cuts(
      "float *a = s, *b = s + 256; const int t = threadIdx.x, w = t / 32; int j = 0; j += w;\n"
      "  for (int k = n; k >= 0; k--)\n"
      "    sum += a[t] * b[k];\n"
      "  sum += a[w + 1] + b[blockIdx.x * 2];\n"
      "  sum += a[3] + b[j];\n"
      "  sum += a[int(in[2])] + b[lane()] + a[MINE];");
  ASSERT_EQ(cut.names(), (Names{"a", "b"}));
  EXPECT_EQ(cut.at(7, 5).common, 2u);
  EXPECT_EQ(cut.at(8, 3).common, 2u);
  EXPECT_EQ(cut.at(9, 3).common, 1u);
  EXPECT_EQ(cut.at(10, 3).common, 0u);
}

}  // namespace
}  // namespace gemmscope::runtime
