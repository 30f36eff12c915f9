// SPDX-License-Identifier: MIT
// What texts declare: kernels, structs, constants.
#include "tracing/cxx/declarations.h"

#include <gtest/gtest.h>

namespace gemmscope::cxx {
namespace {

/// "k(int n, float * a) @2-3": of each kernel.
std::vector<std::string> kernels(const std::string& text, Branches branches = Branches::kTaken) {
  const Declarations all({{"my.cu", text}}, branches);
  std::vector<std::string> found;
  for (const DeclaredKernel& kernel : all.kernels()) {
    std::string one;
    for (const std::string& scope : kernel.scopes) one += scope + "::";
    one += kernel.name + "(";
    for (const Declared& each : kernel.parameters)
      one += (one.ends_with("(") ? "" : ", ") + each.type + " " + (each.name.empty() ? "?" : each.name);
    found.push_back(one + ")");
  }
  return found;
}
std::string parameters(const std::string& list) {
  const auto found = kernels("__global__ void k(" + list + ") {}");
  return found.empty() ? "" : found[0].substr(2, found[0].size() - 3);
}

TEST(DeclaredParameters, HaveTheirNames) {
  EXPECT_EQ(parameters("int n, const float* A, float* __restrict__ B"), "int n, const float * A, float * B");
  EXPECT_EQ(
      parameters("int n, /* how many, at most */ float* A /* pointer to GPU memory */, // not B\n float* C // D\n"),
      "int n, float * A, float * C");
  EXPECT_EQ(parameters("float A[], const float (*B)[16], float C[4][N], float (&D)[3]"),
            "float A, const float (*) B, float C, float (*) D");
  EXPECT_EQ(parameters("void (*f)(int, float*), float (*)(int), float T::*m"), "void (*) f, float (*) ?, float T::* m");
  EXPECT_EQ(parameters("std::pair<int, float*> p, const A<B<(3 > 2)>>* q, typename T::template X<int> r"),
            "std::pair < int , float * > p, const A < B < ( 3 > 2 ) > > * q, T::template X < int > r");
  EXPECT_EQ(parameters("int n = f(1, 2), float a = b < c ? 1, 2 : 3"), "int n, float a, 2 ?");
  EXPECT_EQ(parameters("T x = std::max<int>(1, 2), const char* s = \"a, b) {\", char c = ','"),
            "T x, const char * s, char c");
  EXPECT_EQ(parameters("[[maybe_unused]] int n, __grid_constant__ const P p, __align__(16) float4* v"),
            "int n, const P p, float4 * v");
  EXPECT_EQ(parameters("float*, const float* const, unsigned, unsigned int, unsigned n, const P, ns::P, struct P q"),
            "float * ?, const float * const ?, unsigned ?, unsigned int ?, unsigned n, const P ?, ns::P ?, P q");
  EXPECT_EQ(parameters("unsigned long long n, size_t m, half2 const* __restrict__ const A"),
            "unsigned long long n, size_t m, half2 const * const A");
  EXPECT_EQ(parameters("decltype(f(1, 2)) x, Ts... args"), "decltype ( f ( 1 , 2 ) ) x, Ts args");
  EXPECT_EQ(parameters("void"), "");
}

using Names = std::vector<std::string>;

TEST(DeclaredKernels, AreFoundBehindAttributes) {
  EXPECT_EQ(kernels("template <class T> __global__ static __launch_bounds__(decltype(L{})::value)\nvoid k(T* a);"),
            Names{"k(T * a)"});
  EXPECT_EQ(kernels("extern \"C\" __global__ void __launch_bounds__(256, 2) k(float* a) {}"), Names{"k(float * a)"});
  EXPECT_EQ(kernels("static void __global__ k(float* a) __launch_bounds__(32);"), Names{"k(float * a)"});
  EXPECT_EQ(kernels("__global__ BOUNDS(256) std::enable_if_t<(N > 3), void> k(float* a) {}"), Names{"k(float * a)"});
  EXPECT_EQ(kernels("template <> __global__ void k<float, 4>(float* a) {}"), Names{"k(float * a)"});
  EXPECT_EQ(kernels("[[nodiscard]] __global__ __attribute__((noinline)) void k(float* a) noexcept {}"),
            Names{"k(float * a)"});
  EXPECT_EQ(kernels("__global__ auto k(int n) -> void {}"), Names{"k(int n)"});
}

TEST(DeclaredKernels, AreAllOfThatName) {
  EXPECT_EQ(
      kernels(
          "namespace a { namespace { __global__ void k(int n); } namespace b::c { __global__ void k(float* x) { } } }"
          "struct S { static __global__ void k(int m) {} }; __global__ void d::e::k(int l) {}"),
      (Names{"a::k(int n)", "a::b::c::k(float * x)", "S::k(int m)", "d::e::k(int l)"}));
  EXPECT_EQ(
      kernels("__global__ void k(float*, int); void f() { k<<<1, 2>>>(a, n); } __global__ void k(float* a, int n) {}"),
      (Names{"k(float * ?, int ?)", "k(float * a, int n)"}));
  EXPECT_EQ(kernels("// __global__ void k(int a) {}\nconst char* s = R\"(__global__ void k(int b) {})\";"), Names{});
}

TEST(DeclaredKernels, AreMadeByMacros) {
  EXPECT_EQ(kernels("#define ROWS(T) const T* __restrict__ A, int rows\n#define KERNEL __global__ void\n"
                    "KERNEL k(ROWS(float), float* out) {}"),
            Names{"k(const float * A, int rows, float * out)"});
  EXPECT_EQ(kernels("#define MAKE(name, type, op) \\\n __global__ void name##_all(type* x, int n) { x[n] op 1; }\n"
                    "MAKE(add, float, +=)\nMAKE(sub, double, -=)"),
            (Names{"add_all(float * x, int n)", "sub_all(double * x, int n)"}));
  EXPECT_EQ(kernels("#define EACH(f, ...) f(__VA_ARGS__)\n#define K(a, b) __global__ void a(int b) {}\nEACH(K, k, n)"),
            Names{"k(int n)"});
  EXPECT_EQ(kernels("#define A B\n#define B A\n__global__ void k(A* x, B* y) {}"), Names{"k(A * x, B * y)"});
}

TEST(DeclaredKernels, AreThoseOfTheBranchesThatAreTaken) {
  const std::string text =
      "#if 0\n__global__ void k(int never) {}\n#endif\n#ifdef FAST\n__global__ void k(int fast) {\n#else\n"
      "__global__ void k(int slow) {\n#endif\n}\n#define N 4\n#if N > 3 && defined(__CUDACC__)\n"
      "__global__ void l(int yes) {}\n#elif N == 4\n__global__ void l(int no) {}\n#endif\n";
  EXPECT_EQ(kernels(text), (Names{"k(int slow)", "l(int yes)"}));
  EXPECT_EQ(kernels(text, Branches::kAll), (Names{"k(int fast)", "k(int slow)", "l(int yes)", "l(int no)"}));
}

TEST(DeclaredKernels, HaveLinesTemplatesAndABody) {
  const Declarations all({{"dir/my.cu",
                           "#include \"more/k.cuh\"\n\ntemplate <class T, int N = (3 > 2),\n class... Ts>\n"
                           "__global__ void k(T* a) {\n  if (a) { }\n}\n#define M 8\n"},
                          {"dir/more/k.cuh", "#pragma once\n__global__ void k(int* a);\n#define TILE 16\n"}},
                         Branches::kTaken);
  ASSERT_EQ(all.kernels().size(), 2u);
  EXPECT_EQ(all.kernels()[0].first_line, 0u);
  EXPECT_FALSE(all.kernels()[0].is_defined);
  const DeclaredKernel& k = all.kernels()[1];
  EXPECT_EQ(std::pair(k.first_line, k.last_line), std::pair(5u, 7u));
  EXPECT_TRUE(k.is_defined);
  ASSERT_EQ(k.templates.size(), 3u);
  EXPECT_EQ(k.templates[0].name + k.templates[1].name + k.templates[2].name, "TNTs");
  EXPECT_EQ(Constants(all).value("TILE"), 16);
}

TEST(DeclaredStructs, HaveMembers) {
  const Declarations all(
      {{"my.cu",
        "struct A { float *x, *y[2], z; int n : 3; };\n"
        "template <class T> struct B { public: T* p = nullptr; const int m{3}, k; static int s; B() : m(1) {}\n"
        " __device__ int at(int i) const { return i; } using U = T; void (*f)(int); };\n"
        "typedef struct { int a; } C; struct D : A { int b; }; struct { float* q; } one; struct E { struct { int i; }; int j; };"
        "__constant__ A scene, other[4]; __constant__ struct F { int* r; } f;"}},
      Branches::kTaken);
  const auto members = [&](std::string_view name) {
    std::string text;
    if (const DeclaredStruct* const its = all.find_struct(name))
      for (const Declared& each : its->members)
        text += (text.empty() ? "" : ", ") + each.type + " " + each.name + std::string(each.extents.size(), '#');
    return text;
  };
  EXPECT_EQ(members("A"), "float * x, float * y#, float z, int n");
  EXPECT_FALSE(all.find_struct("A")->is_known);
  EXPECT_EQ(members("B"), "T * p, const int m, const int k, void (*) f");
  EXPECT_TRUE(all.find_struct("B")->is_known);
  EXPECT_EQ(members("C"), "int a");
  EXPECT_FALSE(all.find_struct("D")->is_known);
  EXPECT_FALSE(all.find_struct("E")->is_known);
  EXPECT_EQ(members("struct one"), "float * q");
  ASSERT_TRUE(all.variable("scene"));
  EXPECT_EQ(all.variable("scene")->type, "A");
  EXPECT_EQ(all.variable("other")->extents.size(), 1u);
  EXPECT_EQ(all.variable("f")->type, "F");
}

TEST(DeclaredConstants, HaveValues) {
  const Declarations all(
      {{"my.cu",
        "#define BM 64\n#define BK (BM / 8)\n#define NAME(x) x\nconstexpr int TM = BM / 16, TN = 2 * TM;\n"
        "enum { kA, kB = 5, kC };\nconst float f = 1.5f;\nstatic const unsigned kX = LOOP;\n#define LOOP LOOP + 1\n"
        "template <int N> __global__ void k() {\n constexpr int own = N * 2;\n constexpr int two = 1;\n}\n"
        "__global__ void l() {\n constexpr int two = 2;\n}\n#define E E2 + E2\n"}},
      Branches::kTaken);
  const Constants constants(all);
  EXPECT_EQ(constants.value("BK"), 8);
  EXPECT_EQ(constants.value("TN"), 8);
  EXPECT_EQ(constants.value("kC"), 6);
  EXPECT_EQ(constants.value("kA"), 0);
  for (const char* const name : {"f", "kX", "NAME", "two", "own", "missing", "LOOP"})
    EXPECT_EQ(constants.value(name), std::nullopt) << name;
  const Constants of_k(all, &all.kernels()[0], {{"N", 24}});
  EXPECT_EQ(of_k.value("own"), 48);
  EXPECT_EQ(of_k.value("two"), 1);
}

TEST(Declarations, OfATextThatEndsAnywhereAreSome) {
  const std::string text =
      "#define F(x, ...) x##1 #x __VA_ARGS__\n#if defined(F) && F(1) > 0\nnamespace a::b { template <class T, int N = F(3, 4)> struct "
      "__align__(16) S : X<T> { T a[N], *b; int c{4}; enum { d = N }; }; }\n#elif 1\n#else\n#endif\ntypedef struct { int x; } Y;\n"
      "template <> __global__ void __launch_bounds__(1) k<a::S<int, 3>>(int (*f)(int), float A[3][4] = {1}, ...) -> void { F(, }";
  for (std::size_t size = 0; size <= text.size(); ++size)
    for (const Branches branches : {Branches::kTaken, Branches::kAll})
      Declarations({{"my.cu", text.substr(0, size)}}, branches);
}

TEST(Declarations, OfTextsThatAreMadeToTakeLongTakeNotLong) {
  std::string macros = "#define M0 x x x x x x x x x x\n", values = "const int v0 = 1;\n", open;
  for (int i = 1; i < 40; ++i) {
    const std::string before = "M" + std::to_string(i - 1) + " ", v = "v" + std::to_string(i - 1);
    macros += "#define M" + std::to_string(i) + " " + before + before + before + before + "\n";
    values += "const int v" + std::to_string(i) + " = " + v + " + " + v + " - " + v + ";\n";
  }
  for (int i = 0; i < 20'000; ++i) open += "f<a(b{c[";
  Declarations({{"my.cu", macros + "M39\n"}}, Branches::kTaken);
  Declarations({{"my.cu", open}}, Branches::kTaken);
  std::string templates;
  for (int i = 0; i < 20'000; ++i) templates += "template <class T, ";
  Declarations({{"my.cu", templates}}, Branches::kTaken);
  std::string globals;
  for (int i = 0; i < 20'000; ++i) globals += "__global__ a ";
  Declarations({{"my.cu", globals}}, Branches::kTaken);
  const Declarations all({{"my.cu", values}}, Branches::kTaken);
  EXPECT_EQ(Constants(all).value("v39"), 1);
}

}  // namespace
}  // namespace gemmscope::cxx
