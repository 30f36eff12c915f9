// SPDX-License-Identifier: MIT
// Races that only follow from another one, by a program's PTX. By hand: lane 0 of each warp stores to As on line 3,
// lanes load that on line 6 and store to C on line 8, at a place that the loaded value gives.
#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"

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
    add(warp, 0, format::kEpilogue, site, std::move(lanes));
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

}  // namespace
}  // namespace gemmscope
