// SPDX-License-Identifier: MIT
// wmma in all layouts, types and spaces: load, multiply, store, against the product.
#include <gtest/gtest.h>

#include "tests/lockstep/exact.h"
#include "tests/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

using testing::decoded;
using testing::each;
using testing::run;
using testing::Words;

constexpr int kStride = 24;                               // elements
constexpr int kB = 1024, kC = 2048, kAllWords = 32 * 28;  // where B and C begin, in bytes; words of all

struct Form {
  bool a_rows, b_rows, c_rows, d_rows;
  std::string factor, sum, space;
  int stride = kStride;
};

int a_of(int row, int k) { return (row * 3 + k * 5) % 7 - 3; }
int b_of(int k, int column) { return (k * 2 + column * 3) % 5 - 1; }
int c_of(int row, int column) { return (row * 7 + column) % 11 - 4; }

int bytes_of_float(const std::string& type) { return type == "f32" ? 4 : 2; }
int place(bool by_rows, int row, int column) { return by_rows ? row * kStride + column : column * kStride + row; }
std::uint32_t bits(int number, const std::string& type) {
  const testing::Format format = type == "f16" ? testing::kF16 : type == "bf16" ? testing::kBf16 : testing::kF32;
  return static_cast<std::uint32_t>(testing::write(testing::of_integer(number), format));
}
void put(Words& words, int byte, std::uint32_t value, int width) {
  std::uint32_t& word = words[static_cast<std::size_t>(byte / 4)];
  const std::uint32_t mask = width == 4 ? ~0u : 0xffffu << byte % 4 * 8;
  word = (word & ~mask) | (value << byte % 4 * 8 & mask);
}

std::string list(const std::string& prefix, int first, int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i) text += (i > 0 ? ", %" : "%") + prefix + std::to_string(first + i);
  return text + "}";
}
std::string layout(bool by_rows) { return by_rows ? "row" : "col"; }

/// D = A * B + C, all in `space`; D is written over C, and everything is copied out.
std::string body(const Form& form) {
  const bool shared = form.space == ".shared";
  const std::string base = shared ? "%r39" : form.space.empty() ? "%rd9" : "%rd0";
  const int factors = form.factor == "f16" ? 8 : 4, sums = form.sum == "f32" ? 8 : 4;
  const std::string f = form.sum == "f32" ? "f" : "r", tail = ", " + std::to_string(form.stride) + ";",
                    types = form.factor == "f16" ? form.sum + "." + form.sum : "f32.bf16.bf16.f32";
  const auto move = [&](const std::string& what, bool by_rows, const std::string& type) {
    return "wmma." + what + ".sync.aligned." + layout(by_rows) + ".m16n16k16" + form.space + "." + type + " ";
  };
  const std::string a = list("r", 2, factors), b = list("r", 10, factors), c = list(f, 19, sums), d = list(f, 27, sums);
  return ".shared .align 32 .b8 tile[3584]; mov.u32 %r39, tile; mov.u64 %rd8, tile; cvta.shared.u64 %rd9, %rd8;"
         "mov.u64 %rd7, %rd3; mov.u32 %r35, 0;\n$IN: add.s64 %rd6, %rd0, %rd7; ld.global.u32 %r36, [%rd6];"
         "cvt.u32.u64 %r37, %rd7; add.u32 %r37, %r37, %r39; st.shared.u32 [%r37], %r36; add.s64 %rd7, %rd7, 128;"
         "add.u32 %r35, %r35, 1; setp.lt.u32 %p1, %r35, 28; @%p1 bra $IN;" +
         move("load.a", form.a_rows, form.factor) + a + ", [" + base + "]" + tail +
         move("load.b", form.b_rows, form.factor) + b + ", [" + base + "+" + std::to_string(kB) + "]" + tail +
         move("load.c", form.c_rows, form.sum) + c + ", [" + base + "+" + std::to_string(kC) + "]" + tail +
         "wmma.mma.sync.aligned." + layout(form.a_rows) + "." + layout(form.b_rows) + ".m16n16k16." + types + " " + d +
         ", " + a + ", " + b + ", " + c + ";" + move("store.d", form.d_rows, form.sum) + "[" + base + "+" +
         std::to_string(kC) + "], " + d + tail +
         "mov.u64 %rd7, %rd3; mov.u32 %r35, 0;\n$OUT: add.s64 %rd6, %rd0, %rd7; cvt.u32.u64 %r37, %rd7;"
         "add.u32 %r37, %r37, %r39; add.s64 %rd5, %rd2, %rd7; ld." +
         (form.space == ".global" ? "global.u32 %r36, [%rd6];" : "shared.u32 %r36, [%r37];") +
         "st.global.u32 [%rd5], %r36; add.s64 %rd7, %rd7, 128; add.u32 %r35, %r35, 1; setp.lt.u32 %p1, %r35, 28;"
         "@%p1 bra $OUT;";
}

TEST(Wmma, MultipliesInAllLayoutsTypesAndSpaces) {
  const std::pair<const char*, const char*> all_types[] = {{"f16", "f32"}, {"f16", "f16"}, {"bf16", "f32"}};
  for (const auto& [factor, sum] : all_types)
    for (const char* space : {".global", ".shared", ""})
      for (int layouts = 0; layouts < 16; ++layouts) {
        const Form form{
            (layouts & 1) != 0, (layouts & 2) != 0, (layouts & 4) != 0, (layouts & 8) != 0, factor, sum, space};
        Words in(kAllWords), expected;
        for (int i = 0; i < 16; ++i)
          for (int j = 0; j < 16; ++j) {
            put(in, place(form.a_rows, i, j) * 2, bits(a_of(i, j), factor), 2);
            put(in, kB + place(form.b_rows, i, j) * 2, bits(b_of(i, j), factor), 2);
            put(in, kC + place(form.c_rows, i, j) * bytes_of_float(sum), bits(c_of(i, j), sum), bytes_of_float(sum));
          }
        expected = in;
        for (int i = 0; i < 16; ++i)
          for (int j = 0; j < 16; ++j) {
            int dot = c_of(i, j);
            for (int k = 0; k < 16; ++k) dot += a_of(i, k) * b_of(k, j);
            put(expected, kC + place(form.d_rows, i, j) * bytes_of_float(sum), bits(dot, sum), bytes_of_float(sum));
          }
        ASSERT_EQ(run(body(form), {.in = in, .words = kAllWords / kLanes}), expected)
            << factor << " " << sum << " " << space << " " << layouts;
      }
}

class HearsFragments : public Listener {
 public:
  void request(std::uint32_t, const Access& access, Space, Mask, std::span<const std::uint64_t, kLanes>) override {
    widths.push_back(access.matrices != 0 ? 100 * access.matrices : static_cast<int>(access.width()));
  }
  std::vector<int> widths;
};

/// As ptxas makes them for sm_80: 28 copies in, 28 out.
TEST(Wmma, AsksForWhatAGpuAsksFor) {
  const auto widths_of = [](const Form& form) {
    HearsFragments heard;
    run(body(form), {.in = Words(kAllWords), .words = kAllWords / kLanes, .listener = &heard});
    return std::vector(heard.widths.begin() + 56, heard.widths.end() - 56);
  };
  EXPECT_EQ(widths_of({true, true, true, true, "f16", "f32", ".shared"}),
            (std::vector{400, 400, 8, 8, 8, 8, 8, 8, 8, 8}));
  EXPECT_EQ(widths_of({true, false, true, false, "f16", "f32", ".global"}),
            (std::vector{4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 8, 8, 4, 4, 4, 4, 4, 4, 4, 4}));
}

TEST(Wmma, StrideMayBeLeftOutAndOtherShapesAreRefused) {
  Form form{true, true, true, true, "f16", "f32", ".global", 16};
  std::string text = body(form);
  for (std::size_t at; (at = text.find(", 16;")) != std::string::npos;) text.erase(at, 4);
  EXPECT_EQ(run(text, {.in = Words(kAllWords, 0x3c003c00), .words = kAllWords / kLanes}),
            run(body(form), {.in = Words(kAllWords, 0x3c003c00), .words = kAllWords / kLanes}));
  for (const char* body : {"wmma.load.a.sync.aligned.row.m32n8k16.global.f16 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9},"
                           "[%rd0], 16;",
                           "wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%r2, %r3}, [%rd0], 16;",
                           "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r2, %r3}, [%rd0], 16;",
                           "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f32 {%r2, %r3, %r4, %r5}, {%r2, %r3, %r4, %r5,"
                           "%r2, %r3, %r4, %r5}, {%r2, %r3, %r4, %r5, %r2, %r3, %r4, %r5}, {%f2, %f3, %f4, %f5, %f2,"
                           "%f3, %f4, %f5};"})
    EXPECT_FALSE(decoded(body)) << body;
}

}  // namespace
}  // namespace gemmscope::lockstep
