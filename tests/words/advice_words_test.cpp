// SPDX-License-Identifier: MIT
// What would fix a finding, and what follows from it.
#include "app/words/advice_words.h"

#include <gtest/gtest.h>

namespace gemmscope::words {
namespace {

using analysis::BarrierGap;
using analysis::Fault;
using analysis::Finding;
using analysis::Why;

BarrierGap behind(std::uint32_t line, bool next_pass) {
  return {.after = line, .before = line + 1, .behind = line, .next_pass = next_pass};
}

TEST(AdviceWords, NameAPlaceInEachPassOnce) {
  const Finding f{.fault = Fault::kReadAfterWrite,
                  .in_warp = true,
                  .gap = behind(12, false),
                  .further_gaps = {behind(13, true), behind(12, true), behind(30, false)}};
  EXPECT_TRUE(advice(f).ends_with(
      " in 3 places: after line 12, in each pass of the loop; after line 13, in each pass of the loop; after line 30."))
      << advice(f);
}

TEST(AdviceWords, AskForALockToBeHeldWhereThereIsOne) {
  const auto of = [](Fault fault) { return advice({.fault = fault, .remedy = analysis::Remedy::kSignal}); };
  EXPECT_NE(of(Fault::kLostUpdate).find("taken before the load and given back after the store"), std::string::npos);
  EXPECT_NE(of(Fault::kBlockRace).find("a __syncthreads before the signal"), std::string::npos);
  EXPECT_EQ(of(Fault::kBlockRace).find("atomic"), std::string::npos);
}

TEST(AdviceWords, TellWhatFollowsByItsReason) {
  format::Recording r;
  r.tensors.emplace_back().name = "s";
  r.sites.resize(3);
  for (std::uint16_t site = 0; site < 3; ++site) r.sites[site].line = 4 + site;
  const auto follows = [](Fault fault, std::uint16_t site, Why why) {
    return Finding{.fault = fault, .at = analysis::Access{.site = site}, .count = 1, .why = why};
  };
  const Finding f{
      .fault = Fault::kOutOfBounds,
      .consequences = {follows(Fault::kWriteAfterWrite, 0, Why::kBytes), follows(Fault::kUnwrittenRead, 1, Why::kEarly),
                       follows(Fault::kReadAfterWrite, 2, Why::kBytes)}};
  const auto said = further_races(r, f);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_NE(said[0].find("write after write of s, line 4 (1 access); read after write of s, line 6"), std::string::npos)
      << said[0];
  EXPECT_NE(said[1].find("unwritten read of s, line 5"), std::string::npos) << said[1];
  EXPECT_EQ(said[1].find("line 4"), std::string::npos);
}

}  // namespace
}  // namespace gemmscope::words
