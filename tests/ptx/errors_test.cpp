// SPDX-License-Identifier: MIT
// What is no PTX is refused with the line, and costs no more than its size.
#include <chrono>

#include <gtest/gtest.h>

#include "tests/ptx/source.h"

namespace gemmscope::ptx::testing {
namespace {

#if defined(GEMMSCOPE_ASAN) || defined(GEMMSCOPE_TSAN)
constexpr std::chrono::seconds kMost{60};
#else
constexpr std::chrono::seconds kMost{5};  // all of them take a fifth of a second
#endif

std::string refusal(const std::string& text) {
  const auto module = read(text);
  EXPECT_FALSE(module) << text.substr(0, 200);
  return module ? "" : module.error().message;
}

/// The body begins in line 6.
std::string refused_body(const std::string& body) { return refusal(kernel(body)); }

TEST(Errors, NameTheLine) {
  EXPECT_EQ(refused_body("\nadd.s32 %r1, %r2;").rfind("line 7: \"%r1\"", 0), 0u);
  EXPECT_EQ(refused_body("\n\nbra L;").rfind("line 8: \"L\"", 0), 0u);
  EXPECT_EQ(refused_body("\n/* \n\n").rfind("line 7: ", 0), 0u);
  EXPECT_EQ(refusal("").rfind("line 1: ", 0), 0u);
  EXPECT_EQ(refusal("\x7f"
                    "ELF")
                .rfind("line 1: ", 0),
            0u);
}

TEST(Errors, OfEachKind) {
  for (const char* body : {"mov.b32",
                           "@ bra L;",
                           "{",
                           "nop; } }",
                           ".reg .b32 %r<5>; .reg .b32 %r<6>;",
                           ".reg .b32 a; .reg .b64 a;",
                           "L: L: ret;",
                           ".reg %r<5>;",
                           ".reg .b33 %r;",
                           ".reg .b32 %r<-1>;",
                           ".reg .b32 %r<99999999999>;",
                           ".reg .b32 %r<1048577>;",
                           "{ L: ret; } bra L;",
                           "bra a;",
                           "call a;",
                           "brx.idx 1, 2;",
                           "mov 0f123;",
                           "mov 0x;",
                           "mov 08;",
                           "mov 99999999999999999999;",
                           "mov [;",
                           "mov [1, {[2, {[3, {4}]}]}];",
                           "mov %tid;",
                           "mov %laneid.x;",
                           "mov !1;",
                           "mov 1|;",
                           "f \"unfinished",
                           ".loc 1 2;",
                           ".loc 1 2 3, here 1 2 3 nop;",
                           ".entry k { }",
                           "P: .callprototype _; bra P;"}) {
    const std::string sentence = refused_body(body);
    EXPECT_EQ(sentence.rfind("line ", 0), 0u) << body << ": " << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos);
  }
  for (const char* text :
       {".global .u32 x = y;", ".global .u32 x; .global .u32 x;", ".global .b8 x[2] = {1, 2, 3};",
        ".global .b8 x[281474976710657];", ".global .b8 x[65536][65536][65536][65536];", ".global x;",
        ".func f { } .func f { }", ".alias a, b;", ".strange;", "word", ".file 1 name", ".section .debug_str {"})
    EXPECT_EQ(refusal(std::string(".version 8.0\n.target sm_80\n") + text).rfind("line 3: ", 0), 0u) << text;
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Errors, HostileTextsCostNoMoreThanTheirSize) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(read(kernel(repeated("{", 1'000'000))));
  EXPECT_FALSE(read(kernel("mov " + repeated("{", 1'000'000))));
  EXPECT_FALSE(read(kernel("mov " + repeated("[", 1'000'000))));
  EXPECT_FALSE(read(kernel(repeated("{.reg .b32 r<999999>;}", 10'000))));
  EXPECT_FALSE(read(kernel(repeated("{", 60) + repeated("bra L;", 100'000) + repeated("}", 60))));
  EXPECT_TRUE(read(kernel(repeated("{", 60) + repeated("bra L;", 100'000) + repeated("}", 60) + "L: ret;")));
  EXPECT_TRUE(read(kernel(repeated("{ .reg .b32 a; mov a, a; }", 50'000))));
  EXPECT_TRUE(read(kernel(repeated(".loc 1 5 5, inlined_at 1 5 5\n", 50'000))));
  std::string labels, places;
  for (int i = 0; i < 20'000; ++i) {
    labels += "$L" + std::to_string(i) + ": .b8 65\n";
    places += ".loc 1 1 1, function_name $L" + std::to_string(i) + "\n";
  }
  EXPECT_TRUE(read(kernel(places) + ".section .debug_str {" + labels + "}"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, kMost);
}

}  // namespace
}  // namespace gemmscope::ptx::testing
