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

}  // namespace
}  // namespace gemmscope::analysis
