// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/no_product.h"

#include <gtest/gtest.h>

#include "tracing/format/file.h"

namespace gemmscope::analysis {
namespace {

format::Recording recorded(const std::string& name) {
  return format::read_file("tests/data/recorded/" + name + ".gst").value();
}

TEST(NoProduct, SaysWhatIsMissing) {
  EXPECT_NE(why_no_product(recorded("gemv")).find("a matrix and a vector"), std::string::npos);
  EXPECT_NE(why_no_product(recorded("transpose")).find("fewer than three arrays"), std::string::npos);
  EXPECT_NE(why_no_product(recorded("transpose")).find("share one allocation"), std::string::npos);
  format::Recording r = recorded("fused");
  EXPECT_EQ(why_no_product(r), "");
  for (format::Template& coded : r.templates) {
    coded.parts.clear();
    for (format::Row& row : coded.rows) row.origin = 0;
  }
  EXPECT_NE(why_no_product(r).find("shared memory"), std::string::npos);
  for (format::Site& site : r.sites) site.op = format::Op::kLoad;
  EXPECT_NE(why_no_product(r).find("stores to no array"), std::string::npos);
}

/// A lane that multiplies complex numbers loads two numbers of A for each k, and two columns of B.
TEST(NoProduct, IsLookedForInPairsOfNumbers) {
  format::Recording r;
  for (std::uint16_t t = 0; t < 3; ++t) {
    r.tensors.push_back({.space = format::Space::kGlobal});
    r.sites.push_back({.tensor = t, .op = t == 2 ? format::Op::kStore : format::Op::kLoad});
  }
  r.kernel = r.code.entry = "product";
  r.source.text = "__global__ void product(const float2* A, const float2* B, float2* C, int n) { C[n] = A[n]; }";
  EXPECT_NE(why_no_product(r).find("pairs of numbers"), std::string::npos);
  r.source.text = "__global__ void product(const float* A, const float2* B, float2* C, int n) { C[n] = A[n]; }";
  EXPECT_EQ(why_no_product(r).find("pairs of numbers"), std::string::npos);
}

}  // namespace
}  // namespace gemmscope::analysis
