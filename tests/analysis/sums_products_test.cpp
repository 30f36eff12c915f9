// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/sums_products.h"

#include <gtest/gtest.h>

namespace gemmscope::analysis {
namespace {

constexpr const char* kLoads =
    "ld.shared.v2.f32 {%f1, %f2}, [%r1];\nld.global.nc.u16 %rs1, [%rd1+2];\nld.param.f32 %f9, [mine_param_1];\n";

/// A kernel with these loads and that body. A second one of the module sums products.
format::Recording kernel(const std::string& body) {
  const std::string registers =
      ".reg .f32 %f<10>;\n.reg .b32 %r<5>;\n.reg .b16 %rs<5>;\n.reg .b64 %rd<5>;\n.reg .pred %p<3>;\n";
  const std::string parameters = "(.param .u64 P_param_0, .param .f32 P_param_1)\n{\n";
  const auto named = [&](const std::string& name, const std::string& text) {
    std::string begin = ".visible .entry " + name + parameters;
    for (std::size_t at; (at = begin.find("P_")) != begin.npos;) begin.replace(at, 1, name);
    return begin + registers + text + "ret;\n}\n";
  };
  format::Recording recording;
  recording.code.entry = "mine";
  recording.code.ptx = ".version 8.0\n.target sm_80\n.address_size 64\n" + named("mine", kLoads + body) +
                       named("other", "ld.global.v2.f32 {%f1, %f2}, [%rd1];\nfma.rn.f32 %f3, %f1, %f2, %f3;\n");
  return recording;
}

bool sums(const std::string& body) { return sums_products(kernel(body)); }

TEST(SumsProducts, OfNumbersThatAreMovedAndConverted) {
  EXPECT_TRUE(sums("fma.rn.f32 %f3, %f1, %f2, %f3;\n"));
  EXPECT_TRUE(sums("cvt.f32.f16 %f4, %rs1;\n@%p1 fma.rn.f32 %f5, %f4, %f1, %f5;\n"));
  EXPECT_TRUE(sums("loop:\nfma.rn.f32 %f3, %f1, %f4, %f3;\nmov.f32 %f4, %f2;\nbra loop;\n"));
  EXPECT_TRUE(
      sums("mov.b32 %r2, {%rs1, %rs1};\nmov.b32 {%rs2, %rs3}, %r2;\ncvt.f32.f16 %f4, %rs3;\n"
           "fma.rn.f32 %f5, %f4, %f1, %f5;\n"));
}

TEST(SumsProducts, NotDifferencesSquaresOrParameters) {
  EXPECT_FALSE(sums(""));
  EXPECT_FALSE(sums("sub.f32 %f4, %f1, %f2;\nfma.rn.f32 %f3, %f4, %f4, %f3;\n"));
  EXPECT_FALSE(sums("fma.rn.f32 %f3, %f1, %f1, %f3;\n"));
  EXPECT_FALSE(sums("fma.rn.f32 %f3, %f9, %f1, %f3;\n"));
  EXPECT_FALSE(sums("mov.f32 %f4, 0f00000000;\nfma.rn.f32 %f3, %f4, %f1, %f3;\n"));
}

/// The most likely path is found in this way (Viterbi's algorithm).
TEST(SumsProducts, NotTheLargestProduct) { EXPECT_FALSE(sums("mul.f32 %f4, %f1, %f2;\nmax.f32 %f3, %f3, %f4;\n")); }

TEST(MultipliesLoaded, AlsoWhereTheProductsAreNotSummed) {
  EXPECT_TRUE(multiplies_loaded(kernel("mul.f32 %f4, %f1, %f2;\n")));
  EXPECT_TRUE(multiplies_loaded(kernel("fma.rn.f32 %f3, %f1, %f2, %f3;\n")));
  EXPECT_FALSE(multiplies_loaded(kernel("mul.f32 %f4, %f1, %f1;\n")));
  EXPECT_FALSE(
      multiplies_loaded(kernel("sub.f32 %f4, %f1, %f2;\nabs.f32 %f4, %f4;\nfma.rn.f32 %f5, %f9, %f4, %f5;\n")));
  EXPECT_FALSE(multiplies_loaded({}));
}

TEST(MayMultiply, WhatALaneGetsFromAnother) {
  EXPECT_TRUE(
      may_multiply(kernel("mov.b32 %r2, %f1;\nshfl.sync.idx.b32 %r3|%p1, %r2, 3, 31, -1;\nmov.b32 %f4, %r3;\n"
                          "fma.rn.f32 %f3, %f2, %f4, %f3;\n")));
  EXPECT_FALSE(may_multiply(kernel("sub.f32 %f4, %f1, %f2;\nadd.f32 %f3, %f3, %f4;\n")));
}

TEST(SumsProducts, IsNotKnownWithoutPtx) { EXPECT_FALSE(sums_products({})); }

}  // namespace
}  // namespace gemmscope::analysis
