// SPDX-License-Identifier: MIT
// Values of numbers that a text's comments name as worth a sweep.
#include "tracing/cxx/ranges.h"

#include <gtest/gtest.h>

namespace gemmscope::cxx {
namespace {

std::string ranges(std::string_view text) {
  const auto found = ranges_of(text);
  if (!found) return "error: " + found.error().message;
  std::string all;
  for (const NumberRange& range : *found) all += range.name + "=" + range.values + ";";
  return all;
}

TEST(Ranges, AreCommentsThatSayRange) {
  EXPECT_EQ(ranges("int a;  // gemmscope: range PA = 0:33\n// gemmscope:range run.BK=8 / 16 /32:65:16\r\n"),
            "PA=0:33;run.BK=8/16/32:65:16;");
  EXPECT_EQ(ranges("// gemmscope: preset a: PA = 1\n// range PA = 0:33\n// gemmscope: As[8][132] = A^T\n"), "");
}

TEST(Ranges, ThatAreWrittenOtherwiseAreNamedByTheirLine) {
  const std::string how = "error: line 2: write a range as in 'range PA = 0:33' or 'range BK = 8/16/32'";
  for (const char* wrong : {"range", "range PA", "range PA: 0:33", "range = 0:33", "range 3 = 1", "range P A = 1"})
    EXPECT_EQ(ranges("\n// gemmscope: " + std::string(wrong) + "\n"), how) << wrong;
  for (const auto& [values, why] : {std::pair("", "cannot be read at ''"),
                                    {"N", "cannot be read at 'N'"},
                                    {"1,2", "cannot be read at '1,2'"},
                                    {"1:2:3:4", "cannot be read at '1:2:3:4'"},
                                    {"0:8:0", "cannot be read at '0:8:0'"},
                                    {"4/3:3", "is empty at '3:3'"},
                                    {"0:3/2", "has 2 twice"},
                                    {"0:20000", "has more than 10000 values at '0:20000'"}})
    EXPECT_EQ(ranges("// gemmscope: range PA = " + std::string(values) + "\n")
                  .find("error: line 1: the range of PA " + std::string(why)),
              0u)
        << values << ": " << ranges("// gemmscope: range PA = " + std::string(values) + "\n");
  EXPECT_EQ(ranges("// gemmscope: range a = 1\n// gemmscope: range a = 2\n"),
            "error: line 2: there is a range of a already");
}

TEST(Ranges, HaveValues) {
  EXPECT_EQ(values_in("-1:2/8:33:8").value(), (std::vector<std::int64_t>{-1, 0, 1, 8, 16, 24, 32}));
  EXPECT_EQ(values_in("0:10000").value().size(), 10'000u);
}

}  // namespace
}  // namespace gemmscope::cxx
