// SPDX-License-Identifier: MIT
#include "app/words/number.h"

#include <gtest/gtest.h>

#include "app/words/limits_words.h"

namespace gemmscope::words {
namespace {

TEST(Thousands, AreSeparatedByThinSpaces) {
  EXPECT_EQ(thousands(0), "0");
  EXPECT_EQ(thousands(999), "999");
  EXPECT_EQ(thousands(15'872), "15\u202f872");
  EXPECT_EQ(thousands(1'000'000), "1\u202f000\u202f000");
}

TEST(WithSign, SaysWhichWayADifferenceGoes) {
  EXPECT_EQ(with_sign(64), "+64");
  EXPECT_EQ(with_sign(-12'288), "\u221212\u202f288");
  EXPECT_EQ(with_sign(0), "0");
  EXPECT_EQ(with_sign(INT64_MIN), "\u22129\u202f223\u202f372\u202f036\u202f854\u202f775\u202f808");
}

TEST(Compact, KeepsThreeDigits) {
  EXPECT_EQ(compact(999), "999");
  EXPECT_EQ(compact(1'000), "1.00k");
  EXPECT_EQ(compact(12'288), "12.3k");
  EXPECT_EQ(compact(1'490'000), "1.49M");
  EXPECT_EQ(compact(5'242'880), "5.24M");
  EXPECT_EQ(compact(130'234'567), "130M");
}

TEST(Compact, KeepsFewerDigitsWhereAsked) {
  EXPECT_EQ(compact(12'288, 2), "12k");
  EXPECT_EQ(compact(1'490'000, 2), "1.5M");
  EXPECT_EQ(compact(9'960, 2), "10k");
  EXPECT_EQ(compact(123'456, 2), "123k");
}

TEST(Compact, RoundsOnce) {
  EXPECT_EQ(compact(1'499'500), "1.50M");
  EXPECT_EQ(compact(1'494'999), "1.49M");  // by way of 1 495k it would be 1.50M
  EXPECT_EQ(compact(9'994), "9.99k");
  EXPECT_EQ(compact(9'996), "10.0k");
  EXPECT_EQ(compact(999'499), "999k");
  EXPECT_EQ(compact(999'500), "1.00M");
}

TEST(Share, HasADecimalUnlessThatIsZero) {
  EXPECT_EQ(share(0.125), "12.5\u202f%");
  EXPECT_EQ(share(0.5), "50\u202f%");
  EXPECT_EQ(share(1), "100\u202f%");
  EXPECT_EQ(share(1 / 3.0), "33.3\u202f%");
  EXPECT_EQ(share(0.9997), "100\u202f%");
}

TEST(Count, HasAnSWhereItBelongs) {
  EXPECT_EQ(count_of(1, "wavefront"), "1 wavefront");
  EXPECT_EQ(count_of(2'016, "request"), "2\u202f016 requests");
}

TEST(Time, HasAUnitInWhichItIsNotZero) {
  const analysis::Machine& h200 = analysis::kMachineH200;  // cycles per microsecond: clock_mhz
  EXPECT_EQ(time_in_words(0.034 * h200.clock_mhz, h200), "34 ns");
  EXPECT_EQ(time_in_words(0.9999 * h200.clock_mhz, h200), "1.0 \u00b5s");
  EXPECT_EQ(time_in_words(22.54 * h200.clock_mhz, h200), "22.5 \u00b5s");
  EXPECT_EQ(time_in_words(2'120.0 * h200.clock_mhz, h200), "2.12 ms");
}

TEST(ErrorSentence, HasACapitalAndAFullStopButKeepsNames) {
  EXPECT_EQ(error_sentence("the file is empty; make a new one"), "The file is empty; make a new one.");
  EXPECT_EQ(error_sentence("a.gst: there is no such file"), "a.gst: there is no such file.");
  EXPECT_EQ(error_sentence("swzA=ab is not possible"), "swzA=ab is not possible.");
  EXPECT_EQ(error_sentence("It ends already."), "It ends already.");
  EXPECT_EQ(error_sentence(""), "");
}

}  // namespace
}  // namespace gemmscope::words
