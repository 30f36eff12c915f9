// SPDX-License-Identifier: MIT
#include "tracing/cxx/types.h"

#include <gtest/gtest.h>

#include "tracing/cxx/find_kernel.h"

namespace gemmscope::cxx {
namespace {

std::string number(std::string_view type) {
  const auto its = number_type(type);
  if (!its) return "none";
  return std::to_string(its->count) + "x" + std::to_string(its->bytes) +
         (its->is_whole ? its->is_signed ? "s" : "u" : "f");
}

TEST(Types, OfNumbersHaveSizes) {
  EXPECT_EQ(number("unsigned long long"), "1x8u");
  EXPECT_EQ(number("unsigned short int"), "1x2u");
  EXPECT_EQ(number("long int"), "1x8s");
  EXPECT_EQ(number("const unsigned"), "1x4u");
  EXPECT_EQ(number("std::size_t"), "1x8u");
  EXPECT_EQ(number("char const"), "1x1s");
  EXPECT_EQ(number("float4"), "4x4f");
  EXPECT_EQ(number("__nv_bfloat162"), "2x2f");
  EXPECT_EQ(number("cutlass::half_t"), "1x2f");
  EXPECT_EQ(number("uint8_t"), "1x1u");
  for (const char* const other :
       {"", "void", "point", "std::complex<float>", "float*", "float5", "(anonymous namespace)::P"})
    EXPECT_EQ(number(other), "none") << other;
}

TEST(Types, PointToOthers) {
  EXPECT_EQ(pointed_to("float const*"), "float const");
  EXPECT_EQ(pointed_to("const float * const"), "const float");
  EXPECT_EQ(pointed_to("P<int*>*"), "P<int*>");
  EXPECT_EQ(pointed_to("float**"), "float*");
  EXPECT_EQ(pointed_to("P<int*>"), "");
  EXPECT_TRUE(is_address("void (*)"));
  EXPECT_FALSE(is_address("P<int*>"));
  EXPECT_EQ(bare_type("ns::P<ns::Q, int> const"), "P<ns::Q,int>");
}

std::string layout(const std::string& text, std::string_view type) {
  const Declarations all({{"my.cu", text}}, Branches::kTaken);
  const StructLayout its = layout_of(all, Constants(all), type);
  std::string found = std::to_string(its.bytes);
  for (const Member& member : its.members) found += " " + member.name + "@" + std::to_string(member.offset);
  return found;
}

TEST(Types, OfStructsSayWhereMembersLie) {
  EXPECT_EQ(layout("struct P { char c; float* x; int n; };", "P"), "24 c@0 x@8 n@16");
  EXPECT_EQ(layout("struct P { float3 a; float4 b; char d[3]; };", "P"), "48 a@0 b@16 d[0]@32 d[1]@33 d[2]@34");
  EXPECT_EQ(layout("#define N 2\nstruct Q { int* p; short s; }; struct P { int i; Q q[N]; };", "P"),
            "40 i@0 q[0].p@8 q[0].s@16 q[1].p@24 q[1].s@32");
  EXPECT_EQ(layout("template <class T, int N> struct P { T* x; T y[N]; };", "ns::P<double, 2>"), "0");
  EXPECT_EQ(layout("template <class T> struct P { T* x; T y; };", "ns::P<double>"), "16 x@0 y@8");
  EXPECT_EQ(layout("using real = float; typedef struct { real *x; real y; } P;", "P"), "16 x@0 y@8");
  EXPECT_EQ(layout("struct P { Unknown u; int n; };", "P"), "0");
  EXPECT_EQ(layout("struct P { P q; };", "P"), "0");
  EXPECT_EQ(layout("struct P { char c[1000000000]; };", "P"), "0");
  EXPECT_EQ(layout("struct A { int a[8]; }; struct B { A b[8]; }; struct C { B c[8]; };", "C"), "0");
}

const DeclaredKernel* found(const Declarations& all, const std::string& name, std::vector<std::string> types,
                            std::uint32_t line = 0) {
  const std::size_t count = types.size();
  return find_kernel(all, {name, std::move(types), count, line});
}

TEST(FindKernel, TakesThatOfTheLineTheScopesAndTheTypes) {
  const Declarations all(
      {{"my.cu",
        "namespace a { __global__ void k(float* x, int n) {} }\n"
        "namespace b { __global__ void k(float* y, int m) {} __global__ void k(double* z, int l) {} }\n"
        "template <class T> __global__ void k(T* t, int o);\n"
        "template <class T> __global__ void k(T* u, int p) {}\n"
        "template <class... Ts> __global__ void all(int n, Ts... rest) {}\n"}},
      Branches::kTaken);
  const auto names = [](const DeclaredKernel* kernel, std::size_t count = 2) {
    std::string text;
    if (kernel != nullptr)
      for (const std::string& name : parameter_names(*kernel, count)) text += name + ";";
    return text;
  };
  EXPECT_EQ(names(found(all, "a::k", {"float*", "int"})), "x;n;");
  EXPECT_EQ(names(found(all, "b::k", {"float*", "int"})), "y;m;");
  EXPECT_EQ(names(found(all, "b::k", {"double*", "int"})), "z;l;");
  EXPECT_EQ(names(found(all, "k<float>", {"float*", "int"})), "u;p;");
  EXPECT_EQ(names(found(all, "k<float>", {"float*", "int"}, 1)), "x;n;");
  EXPECT_EQ(names(found(all, "k", {"float*"})), "");
  EXPECT_EQ(names(found(all, "all<float*, int>", {"int", "float*", "int"}), 3), "n;rest 0;rest 1;");
  EXPECT_EQ(names(found(all, "all<float*>", {"int", "float*"})), "n;rest;");
  EXPECT_EQ(names(found(all, "all<>", {"int"}), 1), "n;");
}

TEST(FindKernel, KnowsTemplateArguments) {
  const Declarations all(
      {{"my.cu", "template <class T, int BM, unsigned BN, bool b, class... Rest> __global__ void k(T* t) {}"}},
      Branches::kTaken);
  const auto given = template_arguments(all.kernels()[0], "ns::k<std::pair<int, A<3> >, 64, 8u, true, int, int>");
  EXPECT_EQ(given.at("T"), "std::pair<int, A<3> >");
  const auto numbers = numbers_among(given);
  EXPECT_EQ(numbers.size(), 3u);
  EXPECT_EQ(numbers.at("BM"), 64);
  EXPECT_EQ(numbers.at("BN"), 8);
  EXPECT_EQ(numbers.at("b"), 1);
  EXPECT_EQ(numbers_among(template_arguments(all.kernels()[0], "k<float, (int)-5>")).at("BM"), -5);
}

}  // namespace
}  // namespace gemmscope::cxx
