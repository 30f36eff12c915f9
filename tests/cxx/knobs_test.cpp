// SPDX-License-Identifier: MIT
// Which numbers of a source text can be changed by their names, and the changed text.
#include "tracing/cxx/knobs.h"

#include <random>

#include <gtest/gtest.h>

namespace gemmscope::cxx {
namespace {

/// "TILE=32 kPad=1"
std::string knobs(std::string_view text) {
  std::string all;
  for (const Knob& knob : knobs_of(text).all)
    all += (all.empty() ? "" : " ") + knob.name + "=" + std::to_string(knob.value);
  return all;
}

std::string why_not(std::string_view text, std::string_view name) {
  for (const NoKnob& other : knobs_of(text).others)
    if (other.name == name) return other.why;
  return "";
}

std::string changed(std::string_view text, std::vector<format::Parameter> numbers) {
  const auto result = with_numbers(text, numbers, "my.cu");
  return result ? *result : "error: " + result.error().message;
}

TEST(Knobs, AreMacrosThatAreNumbers) {
  EXPECT_EQ(knobs("#define TILE 32\n#  define PAD (1) // one\n#define N (1 << 20)\n#define M 64 * 1024\n"
                  "#define HEX 0x20\n#define NEG -1\n"),
            "TILE=32 PAD=1 N=1048576 M=65536 HEX=32 NEG=-1");
  EXPECT_EQ(knobs("#define GUARD\n#define F(x) 3\n#define TWO TILE * 2\n#define REAL 1.5f\n#define TEXT \"4\"\n"
                  "#define __X__ 1\n#define CAST (int)4\n#define LETTER 'a' + 1\n"),
            "");
  EXPECT_EQ(knobs("#define A \\\n  16\n/*\n#define B 2\n*/ \"\\\n#define C 3\"\n"), "A=16");
}

TEST(Knobs, AreConstantsThatAreNumbers) {
  EXPECT_EQ(knobs("constexpr int kTile = 32, kPad{1}, kRows(4);\nstatic const unsigned long long N = 1'000ull;\n"
                  "int const K = 8; const std::size_t S = 010; const uint BM = 64; __device__ constexpr auto X = 7;"
                  "inline constexpr std::uint32_t Y = 0b11;"),
            "kTile=32 kPad=1 kRows=4 N=1000 K=8 S=8 BM=64 X=7 Y=3");
  EXPECT_EQ(knobs("int a = 1; const float b = 2; const int c[] = {3}; const int* d = 0; constexpr int f(int); "
                  "const int e = a + 1; constexpr bool g = 1; const auto h = 1.5; void k(const int i = 4);"),
            "");
}

TEST(Knobs, AreFoundInFunctionsAndClasses) {
  EXPECT_EQ(knobs("namespace a { struct Config { public: static constexpr int BM = 128; }; }\n"
                  "int main() { const int N = 64; if (N) { const int Q = 5; } for (const int j = 0; ;) {} }"),
            "BM=128 N=64 Q=5");
}

TEST(Knobs, AreArgumentsOfKernels) {
  const char* text =
      "template <int BM, const unsigned BN, typename T, int BK = 8>\n"
      "__global__ void __launch_bounds__(BM* BN) gemm(const T* a, int n) {}\n"
      "int main() { cudaFuncSetAttribute(gemm<128, 1 << 4, float>, x, 1);\n"
      "  gemm<128, 16, float><<<dim3(n / 128), 256>>>(a, 3); }";
  EXPECT_EQ(knobs(text), "BM=128 BN=16");
  EXPECT_EQ(changed(text, {{"BM", "64"}}),
            "template <int BM, const unsigned BN, typename T, int BK = 8>\n"
            "__global__ void __launch_bounds__(BM* BN) gemm(const T* a, int n) {}\n"
            "int main() { cudaFuncSetAttribute(gemm<64, 1 << 4, float>, x, 1);\n"
            "  gemm<64, 16, float><<<dim3(n / 128), 256>>>(a, 3); }");
  EXPECT_EQ(knobs("template <int W> __device__ void f() {} template <int T> __global__ void k() { f<4>(); }\n"
                  "template <int T> void run() { k<T><<<1, 1>>>(); } int main() { run<16>(); return a < 3 > (1); }"),
            "T=16")
      << "through a function of the host; not those that the device alone calls";
}

TEST(Knobs, OfOneNameAreOneWhereTheyAreEqual) {
  const char* text = "void a() { const int N = 4; }\nvoid b() { const int N = 4; }";
  EXPECT_EQ(knobs(text), "N=4");
  EXPECT_EQ(changed(text, {{"N", "8"}}), "void a() { const int N = 8; }\nvoid b() { const int N = 8; }");
}

TEST(Knobs, OfOneNameHaveTheirFunctionsBeforeThemWhereTheyDiffer) {
  const char* text = "void a() { const int N = 4; }\nvoid b() { const int N = 5; const int M = N * 2; }";
  EXPECT_EQ(knobs(text), "a.N=4 b.N=5");
  EXPECT_EQ(changed(text, {{"b.N", "8"}}),
            "void a() { const int N = 4; }\nvoid b() { const int N = 8; const int M = N * 2; }");
  EXPECT_EQ(knobs("int main() { const int N = 4; }\n__global__ void k() { const int N = blockDim.x; }"), "N=4");
}

TEST(Knobs, AreNoneWhereOneBranchMaySayAnotherNumber) {
  const char* text = "#ifdef BIG\n#define TILE 32\n#else\n#define TILE 16\n#endif\n#define TWO (2 * TILE)\n";
  EXPECT_EQ(knobs(text), "");
  EXPECT_EQ(why_not(text, "TILE"), "is 32 in line 2 and 16 in line 4");
  EXPECT_EQ(changed(text, {{"TILE", "8"}}),
            "error: TILE of my.cu is 32 in line 2 and 16 in line 4, so it cannot be changed by its name");
  EXPECT_EQ(why_not(text, "TWO"), "is computed in line 6");
  EXPECT_EQ(knobs("#ifndef TILE\n#define TILE 16\n#endif"), "TILE=16");
  EXPECT_EQ(knobs("#if 0\n#define TILE 32\n#else\n#define TILE 16\n#endif"), "TILE=16");
}

TEST(Knobs, AreWrittenWhereTheyWereAndNothingElse) {
  const char* text = "#define N 0x10u // N\n#define M (1 << 4)\nconstexpr long K = {16l};\nint x = N + M;";
  EXPECT_EQ(changed(text, {{"N", "32"}, {"M", "-3"}, {"K", "16"}}),
            "#define N 32u // N\n#define M (-3)\nconstexpr long K = {16l};\nint x = N + M;");
  EXPECT_EQ(changed(text, {{"N", "16"}, {"M", "16"}}), text) << "as the file writes it";
  EXPECT_EQ(changed(text, {{"N", "1"}, {"N", "2"}}), changed(text, {{"N", "2"}})) << "the last one counts";
  EXPECT_EQ(changed(text, {}), text);
}

TEST(Knobs, ThatAreNotThereAreNamedInASentence) {
  EXPECT_EQ(changed("#define N 1\n#define M 2\n", {{"P", "1"}}), "error: my.cu has no number P; it has N, M");
  EXPECT_EQ(changed("int main() {}", {{"P", "1"}}),
            "error: my.cu has no numbers that can be changed by name, such as '#define P 16' or 'constexpr int P = "
            "16;'");
  for (const char* value : {"", "x", "1.5", "0x10", "99999999999999999999"})
    EXPECT_TRUE(changed("#define N 1\n", {{"N", value}}).starts_with("error: N=")) << value;
}

TEST(Knobs, OfHostileTextsAreNone) {
  EXPECT_EQ(knobs("const char* s = R\"(\n#define A 1\nconst int B = 2;)\"; // const int C = 3;\n"), "");
  EXPECT_EQ(knobs("#define A 9223372036854775808\n#define B 1 << 63\n#define C 4 / 0\n#define D 08\n#define E 1u2\n"
                  "#define F (-9223372036854775807 - 2)\n#define G 0x\n#define H 1 < < 2\n"),
            "");
  EXPECT_EQ(knobs("#define A " + std::string(100'000, '(') + "1\n#define B " + std::string(100'000, '-') + "1"), "");
  EXPECT_EQ(knobs("}}}} const int A = 1; template <"), "A=1");
  EXPECT_EQ(knobs("const int"), "");
  EXPECT_EQ(knobs("template <int A> __global__ void k(); k<"), "");
}

TEST(Knobs, OfAnyBytesNameDigitsOfTheText) {
  std::mt19937 random(2);
  const std::vector<std::string> words{"#define ", "A ",         "B ",   "1",
                                       "(",        ")",          "{",    "}",
                                       "\n",       "const int ", "= ",   ";",
                                       ",",        "<",          ">",    "template <int ",
                                       "k",        "<<<1>>>()",  "\"",   "__global__ void ",
                                       "//",       "'",          "R\"(", "#if 0\n",
                                       "#endif\n"};
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (int n = 0; n < 30; ++n) text += words[random() % words.size()];
    for (const Knob& knob : knobs_of(text).all)
      for (const KnobPlace& place : knob.places)
        ASSERT_TRUE(place.begin + place.bytes <= text.size() && place.bytes != 0 &&
                    text.substr(place.begin, place.bytes).find('1') != std::string::npos)
            << text;
  }
}

}  // namespace
}  // namespace gemmscope::cxx
