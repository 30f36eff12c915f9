// SPDX-License-Identifier: MIT
// Which numbers of a program only its kernels use.
#include "tracing/cxx/kernel_numbers.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace gemmscope::cxx {
namespace {

const std::string kKernel =
    "__global__ void __launch_bounds__(256) f(float* a) {\n"
    "  __shared__ float tile[32][32 + PAD];\n  tile[threadIdx.x][0] = a[WIDE];\n}\n";
const std::string kMain = "int main() { dim3 block(TILE); f<<<1, block>>>(nullptr); }\n";

bool alone(const std::string& text, std::string_view number = "PAD", std::vector<std::string_view> included = {}) {
  return only_kernels_use(number, text, included);
}

TEST(KernelNumbers, AreThoseThatBodiesOfKernelsUse) {
  const std::string numbers = "constexpr int PAD = 1, ROWS = 2;\n#define WIDE 4\nconst int TILE = 32;\n";
  EXPECT_TRUE(alone(numbers + kKernel + kMain));
  EXPECT_TRUE(alone(numbers + kKernel + kMain, "WIDE"));
  EXPECT_FALSE(alone(numbers + kKernel + kMain, "TILE"));
  EXPECT_FALSE(alone(numbers + kKernel + kMain, "NONE"));
  EXPECT_TRUE(alone("namespace tiles {\n" + numbers + "}\nusing namespace tiles;\n" + kKernel + kMain));
  EXPECT_TRUE(alone(numbers + "static_assert(PAD < 4, \"too wide\");\n" + kKernel + kMain));
  EXPECT_TRUE(alone("__global__ void g(int* a) { constexpr int PAD = 3; a[PAD] = 1; }\n" + kMain));
}

TEST(KernelNumbers, AreNoneThatTheHostUsesByAnotherName) {
  const std::string number = "constexpr int PAD = 1;\n";
  const std::string made = "constexpr int kWidth = 32 + PAD, kBytes{4 * kWidth};\n";
  EXPECT_TRUE(alone(number + made + kKernel + kMain));
  EXPECT_FALSE(alone(number + made + kKernel + "int main() { f<<<1, 32, kBytes>>>(nullptr); }\n"));
  const std::string wide = "constexpr int wide(int n = 1) { return n + PAD; }\nconstexpr int kOther = 1;\n";
  EXPECT_TRUE(alone(number + wide + kKernel + kMain));
  EXPECT_FALSE(alone(number + wide + kKernel + "int n = wide();\n"));
  EXPECT_FALSE(alone(number + "#define WIDTH (32 + PAD)\n" + kKernel + "int n = WIDTH;\n"));
  EXPECT_TRUE(alone(number + "#define WIDTH (32 + PAD)\n" + kKernel + kMain));
  EXPECT_FALSE(alone(number + kKernel + "struct Tile { float v[PAD]; };\n"));
  EXPECT_FALSE(alone(number + kKernel + "__host__ __device__ int g() { return PAD; }\n"));
  EXPECT_FALSE(alone(number + kKernel + "__constant__ float c[PAD];\n"));
  EXPECT_FALSE(alone(number + "__global__ void g(Tile<PAD> t) {}\n"));
  EXPECT_FALSE(alone(number + kKernel + "int main() {\n#if PAD\n  f<<<1, 1>>>(0);\n#endif\n}\n"));
  EXPECT_FALSE(alone(number + "#define NAME(x) P##x\n" + kKernel + "int n = NAME(AD);\n"));
  EXPECT_FALSE(alone(number + kKernel + "void g() { each([=] __device__ (int i) { return i + PAD; }); }\n"));
  EXPECT_FALSE(alone(number + "__device__ DECLARED(x)\nvoid g(int n) { use(PAD); }\n"));
}

/// A constant whose value the host works out by calling something is the host's work.
TEST(KernelNumbers, AreNoneThatTheHostWorksWith) {
  const std::string number = "constexpr int PAD = 1;\n";
  EXPECT_FALSE(alone(number + kKernel + "const int kDone = run(PAD);\n"));
  EXPECT_FALSE(alone(number + kKernel + "const Buffer kBuffer = PAD;\n"));
  EXPECT_TRUE(alone(number + kKernel + "static const unsigned int kWide = 32 + PAD;\n" + kMain));
  EXPECT_FALSE(alone(number + kKernel + "extern \"C\" int g() { const int n = run(PAD); return 0; }\n"));
  EXPECT_FALSE(alone(number + kKernel + "constexpr int A = PAD, B(PAD);\nint n = B;\n"));
}

TEST(KernelNumbers, AreNoneOfFunctionsThatTheHostMayCall) {
  const std::string number = "constexpr int PAD = 1;\n";
  const std::string place = "__device__ constexpr int place(int n) { return n + n / 64 * PAD; }\n";
  EXPECT_TRUE(alone(number + place + kKernel + kMain));
  EXPECT_FALSE(alone(number + place + kKernel + "constexpr int kOnHost = place(64);\nint n = kOnHost;\n"));
  EXPECT_FALSE(alone("#define HOST __host__\n" + number + "HOST __device__ int g() { return PAD; }\n" + kMain));
}

/// Then it is not known where the body ends.
TEST(KernelNumbers, AreNoneWhereConditionsCutABody) {
  const std::string number = "constexpr int PAD = 1;\n";
  EXPECT_FALSE(alone(number + "#ifdef ONE\n__global__ void f(float* a) {\n#else\n__global__ void f(int* a) {\n#endif\n"
                              "  a[0] = 1;\n}\nint main() { use(PAD); }\n}\n"));
  EXPECT_TRUE(alone(number + "#ifdef ONE\n" + kKernel + "#else\n" + kKernel + "#endif\n" + kMain));
}

TEST(KernelNumbers, AreNoneThatAnotherFileUsesOnTheHost) {
  const std::string program = "#define PAD 1\n#include \"my.h\"\n" + kKernel + kMain;
  EXPECT_TRUE(alone(program, "PAD", {"__device__ int g() { return PAD; }\n"}));
  EXPECT_FALSE(alone(program, "PAD", {"inline int g() { return PAD; }\n"}));
}

/// What a launch names is the host's, whatever the kernel calls it.
TEST(KernelNumbers, AreNoArgumentsOfTemplates) {
  EXPECT_FALSE(
      alone("template <int PAD> __global__ void g(float* a) { a[PAD] = 1; }\n"
            "int main() { g<4><<<1, 1>>>(nullptr); }\n"));
}

}  // namespace
}  // namespace gemmscope::cxx
