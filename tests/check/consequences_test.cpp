// SPDX-License-Identifier: MIT
// Races that only follow from another one, by a program's PTX. By hand: lane 0 of each warp stores to As on line 3,
// lanes load that on line 6 and store to C on line 8, at a place that the loaded value gives.
#include <gtest/gtest.h>

#include "app/words/advice_words.h"
#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"
#include "tracing/analysis/same_mistake.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using analysis::Finding;
using testing::HandMade;
using enum HandMade::Site;

const std::string kByValue = "ld.shared.u32 %r3, [%r5];\nmul.wide.u32 %rd2, %r3, 4;\n",
                  kByNumber = "ld.shared.u32 %r3, [%r5];\nmul.wide.u32 %rd2, %r1, 4;\n";

struct Warps : HandMade {
  explicit Warps(const std::string& loads) : HandMade(2) {
    be_of_program(1,
                  "ld.param.u64 %rd1, [k_0];\n"
                  "mov.u32 %r1, %tid.x; mov.u32 %r5, s; and.b32 %r4, %r1, 31; setp.eq.u32 %p1, %r4, 0;\n@!%p1 bra J;\n"
                  ".loc 1 3 0\nst.shared.u32 [%r5], %r1;\nJ:\n.loc 1 6 0\n" +
                      loads + "add.s64 %rd3, %rd1, %rd2;\n.loc 1 8 0\nst.global.u32 [%rd3], %r1;\n");
  }
  void does(std::uint32_t warp, Site site, std::map<std::uint32_t, std::uint32_t> lanes) {
    add(warp, 0, site, std::move(lanes));
  }
};

/// Lanes 1 of both warps store to one element of C. `early`: they have loaded before lane 0 stored; `apart`: how far
/// the cell of the second warp is behind that of the first.
std::vector<Finding> findings(const std::string& loads, bool early, std::uint32_t apart) {
  Warps warps(loads);
  for (const std::uint32_t warp : {0u, 1u}) {
    const std::uint32_t cell = 16 + warp * apart;
    if (early) warps.does(warp, kLoadAs, {{1, cell}});
    warps.does(warp, kStoreAs, {{0, cell}});
    warps.does(warp, kLoadAs,
               early ? std::map<std::uint32_t, std::uint32_t>{{0, cell}}
                     : std::map<std::uint32_t, std::uint32_t>{{0, cell}, {1, cell}});
    warps.does(warp, kStoreC, {{0, 8 + 4 * warp}, {1, 0}});
  }
  return analysis::check(warps.whole()).findings;
}

bool is_of_C(const Finding& f) { return f.fault == Fault::kWriteAfterWrite && f.at && f.at->site == kStoreC; }

TEST(Consequences, OfAValueThatWasReadTooEarlyAreNoFindings) {
  const auto all = findings(kByValue, true, 4);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].fault, Fault::kReadAfterWrite);
  ASSERT_EQ(all[0].consequences.size(), 1u);
  EXPECT_TRUE(is_of_C(all[0].consequences[0]));
}

TEST(Consequences, AreNoneOfAValueThatWasRight) {
  const auto all = findings(kByValue, false, 4);
  EXPECT_EQ(std::ranges::count_if(all, is_of_C), 1);
  EXPECT_EQ(all.size(), 2u);
}

TEST(Consequences, AreNoneWhereTheValueDoesNotDecideThePlace) {
  EXPECT_EQ(std::ranges::count_if(findings(kByNumber, true, 4), is_of_C), 1);
}

/// Two places that are computed from one cell are the same, whatever it holds.
TEST(Consequences, AreNoneOfOneCell) { EXPECT_EQ(std::ranges::count_if(findings(kByValue, true, 0), is_of_C), 1); }

/// By warps 0 and 1: As is stored to on line 3, and loaded on line 6, past a barrier that only warp 0 comes to.
std::vector<Finding> behind_a_barrier(const std::string& between, bool apart) {
  const std::string sync = ".loc 1 4 0\nbar.sync 0;\n";
  Warps warps(kByNumber);
  format::Recording& r = warps.recording;
  const std::size_t at = r.code.ptx.find("J:\n");
  r.code.ptx.insert(at, between);
  r.code.ptx.insert(r.code.ptx.find("add.s64"), ".loc 1 9 0\nbar.sync 0;\n");
  warps.does(0, kStoreAs, {{0, 16}});
  warps.does(1, kLoadAs, {{1, 16}});
  format::Recording whole = warps.whole();
  if (apart)
    whole.divergences.push_back(
        {.y = whole.blocks[0].y, .x = whole.blocks[0].x, .thread = 0, .line = 4, .other_thread = 32, .other_line = 9});
  return analysis::check(whole).findings;
}

TEST(Consequences, OfADivergenceAreRacesThatItsBarrierWouldPart) {
  const std::string sync = ".loc 1 4 0\nbar.sync 0;\n";
  const auto all = behind_a_barrier(sync, true);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].fault, Fault::kDivergence);
  ASSERT_EQ(all[0].consequences.size(), 1u);
  EXPECT_EQ(all[0].consequences[0].fault, Fault::kReadAfterWrite);
  EXPECT_EQ(behind_a_barrier(sync, false).size(), 1u);
  EXPECT_EQ(behind_a_barrier("", true).size(), 2u);                           // no barrier is between them
  EXPECT_EQ(behind_a_barrier("@%p2 bra J;\n" + sync, true).size(), 2u);       // or not on all ways
  EXPECT_EQ(behind_a_barrier(".loc 1 5 0\nbar.sync 0;\n", true).size(), 2u);  // or it is another one
}

/// Lanes 0 and 1 store numbers on line 3 and load each other's on line 4, then others on lines 5 and 6.
std::vector<Finding> exchanges(bool syncwarp) {
  Warps warps("");
  format::Recording& r = warps.recording;
  const HandMade::Site of_line[] = {kStoreAs, kStoreBs, kLoadAs, kLoadBs};
  std::string code;
  for (std::uint32_t i = 0; i < 4; ++i) {
    r.sites[of_line[i]].line = 3 + i, r.sites[of_line[i]].tensor = r.sites[kStoreAs].tensor;
    code += ".loc 1 " + std::to_string(3 + i) +
            (i % 2 == 0 ? " 0\nst.shared.u32 [%r5], %r1;\n" : " 0\nld.shared.u32 %r3, [%r5];\n");
  }
  r.sites[kStoreBs].op = format::Op::kLoad, r.sites[kLoadAs].op = format::Op::kStore, r.sites[kLoadB].line = 3;
  const std::size_t begin = r.code.ptx.find("@!%p1"), end = r.code.ptx.find("add.s64");
  r.code.ptx.replace(begin, end - begin, code);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t cell = i < 2 ? 16 : 24, first = i % 2 == 0 ? 0 : 4;
    warps.add(0, 0, of_line[i], {{0, cell + first}, {1, cell + 4 - first}}, i == 2 && syncwarp);
  }
  return analysis::check(warps.whole()).findings;
}

/// `counts[i]++` on line 5, with an index outside the array; line 6 stores there, too.
TEST(SameIndex, OfOneLineIsOneMistake) {
  Warps warps(kByNumber);
  warps.does(0, kLoadAs, {{0, 16}});
  format::Recording r = warps.whole();
  const std::uint16_t load = kLoadAs, store = kStoreAs, later = kStoreBs;
  for (const std::uint16_t site : {load, store, later})
    r.sites[site].tensor = r.sites[load].tensor, r.sites[site].line = 5;
  r.sites[later].line = 6;
  const auto steps = analysis::ProgramSteps::of(r);
  ASSERT_TRUE(steps);
  analysis::Budget budget;
  const analysis::SameMistake same(r, *steps, budget);
  const auto outside = [](std::uint16_t site, std::uint32_t byte) {
    return Finding{.fault = Fault::kOutOfBounds, .at = analysis::Access{.site = site}, .byte = byte, .count = 1};
  };
  EXPECT_EQ(same.why(outside(load, 64), outside(store, 64)), analysis::Why::kIndex);
  EXPECT_EQ(same.why(outside(load, 64), outside(store, 68)), analysis::Why::kNone);
  EXPECT_EQ(same.why(outside(load, 64), outside(later, 64)), analysis::Why::kNone);
  EXPECT_EQ(same.why(outside(store, 64), outside(later, 64)), analysis::Why::kNone);
}

TEST(Stretches, OfAWarpHaveOneFinding) {
  const auto one = exchanges(false);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].parts.size(), 2u);
  EXPECT_EQ(one[0].count, 4u);
  EXPECT_NE(words::advice(one[0]).find("in 2 places: after line 3 and before line 4; after line 5 and before line 6."),
            std::string::npos)
      << words::advice(one[0]);
  EXPECT_EQ(exchanges(true).size(), 2u);
}

}  // namespace
}  // namespace gemmscope
