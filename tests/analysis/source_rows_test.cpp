// SPDX-License-Identifier: MIT
// How long rows are, as indices in a kernel's source say it.
#include "tracing/analysis/source_rows.h"

#include <gtest/gtest.h>

namespace gemmscope::analysis {
namespace {

/// "K=28": of A in a kernel with that body. Its parameters are M, N and K: 20, 24, 28.
std::string rows(const std::string& body, const std::string& array = "A", const std::string& before = "") {
  format::Recording r;
  r.code.entry = "_Z1kILi16EEvPfS0_iiiP5Scene";
  r.source = {"my.cu",
              before +
                  "\ntemplate <int TILE> __global__ void k(float* A, float4* B, int M, int N, int K, Scene* s) {\n" +
                  body + "\n}\n"};
  r.parameters = {{"launch", "1"}, {"grid", "3 x 2 x 1"}, {"block", "16 x 16 x 1"}, {"M", "20"},
                  {"N", "24"},     {"K", "28"},           {"s->width", "40"}};
  for (const char* const name : {"A", "B", "s->image"}) {
    r.tensors.emplace_back();
    r.tensors.back().name = name;
  }
  std::string text;
  const SourceRows source(r);
  for (const SourceRow& row : source.of(array))
    text += (text.empty() ? "" : ", ") + row.of + "=" + std::to_string(row.pitch) + (row.is_constant ? "?" : "") +
            (row.numbers != 1 ? "*" + std::to_string(row.numbers) : "") + (row.in_bytes ? " bytes" : "");
  return text.empty() && source.indexes(array) ? "one" : text;
}

TEST(SourceRows, AreWhatAnIndexIsMultipliedBy) {
  EXPECT_EQ(rows("x = A[row * K + k];"), "K=28");
  EXPECT_EQ(rows("x = A[k + (size_t)(row) * (K)];"), "K=28");
  EXPECT_EQ(rows("A[(blockIdx.y * blockDim.y + threadIdx.y) * N + blockIdx.x * blockDim.x + threadIdx.x] = 0;"),
            "N=24");
  EXPECT_EQ(rows("int i = blockIdx.x * blockDim.x + threadIdx.x; A[i] = 0;"), "one");
  EXPECT_EQ(rows("const int i = y * N + x; A[i] = A[i + 1];"), "N=24");
  EXPECT_EQ(rows("A[((b * M + m) * N + n) * K + i] = 0;"), "K=28");
  EXPECT_EQ(rows("A[b * M * K + m * K + i] = 0;"), "K=28");
  EXPECT_EQ(rows("const int w = N - 3 + 1, h = 3; A[(n * h + y) * w + x] = 0;"), "w=22");
  EXPECT_EQ(rows("const int first = M / 2; A[first * N + threadIdx.x] = 0;"), "N=24");
  EXPECT_EQ(rows("A += blockIdx.y * TILE * K; x = A[ty * K + tx];"), "K=28");
  EXPECT_EQ(rows("const float* row = A + r * K; x = row[k];"), "K=28");
  EXPECT_EQ(rows("const float* a = &A[m * K]; x = a[i * N];"), "K=28, N=24");
  EXPECT_EQ(rows("f(A + r * K, 1);"), "K=28");
  EXPECT_EQ(rows("wmma::load_matrix_sync(a, A + r * TILE * K + TILE * c, K);"), "K=28");
  EXPECT_EQ(rows("x = *(float*)((char*)A + y * N);"), "N=24 bytes");
  EXPECT_EQ(rows("x = *(float*)((char*)A + y * N * sizeof(float));"), "N=24");
}

TEST(SourceRows, MayBeMacrosMembersAndConstants) {
  EXPECT_EQ(rows("x = A[OFFSET(r + 1, c, K)];", "A", "#define OFFSET(row, col, ld) ((row) * (ld) + (col))"), "K=28");
  EXPECT_EQ(rows("s->image[y * s->width + x] = 1;", "s->image"), "s->width=40");
  EXPECT_EQ(rows("A[y * WIDTH + x] = 1;", "A", "#define WIDTH 100"), "WIDTH=100?");
  EXPECT_EQ(rows("A[y * TILE + x] = 1;"), "TILE=16?");
  EXPECT_EQ(rows("A[t * 4 + x] = 1;"), "one");
  EXPECT_EQ(rows("const int w = gridDim.x * TILE; A[y * w + x] = 1;"), "w=48");
  EXPECT_EQ(rows("A[y * (gridDim.x * blockDim.x) + x] = A[y * gridDim.x * blockDim.x];"),
            "gridDim.x \u00d7 blockDim.x=48");
  EXPECT_EQ(rows("B[y * (K / 4) + x] = v;", "B"), "K / 4=7*4");
  EXPECT_EQ(rows("A[y * unknown + x] = 1;"), "one");
  EXPECT_EQ(rows("int n = M; n += 3; A[y * n + x] = 1;"), "one");  // not one value
  EXPECT_EQ(rows("p.A[y * N] = 1; A = nullptr;"), "");
}

TEST(SourceRows, OfTextsThatEndAnywhereAreSome) {
  const std::string body =
      "const int i = (y * N) + x, w = N - 1; float* a = &A[i * w]; A[(int)(a[i]) * K + B[3]] = *(A + w * y); "
      "wmma::store_matrix_sync(A + i, f, N, layout);";
  for (std::size_t size = 0; size <= body.size(); ++size) rows(body.substr(0, size));
}

TEST(SourceRows, OfTextsThatAreMadeToTakeLongTakeNotLong) {
  std::string open, locals = "const int v0 = y * K;", many;
  for (int i = 0; i < 30'000; ++i) open += "A[A + (", many += "A[y * K + x * N];";
  for (int i = 1; i < 200; ++i) {
    const std::string before = "v" + std::to_string(i - 1);
    locals += "const int v" + std::to_string(i) + " = " + before + " + " + before + " * N + " + before + ";";
  }
  rows(open), rows(locals + "A[v199];");
  EXPECT_EQ(rows(many), "K=28, N=24");
}

}  // namespace
}  // namespace gemmscope::analysis
