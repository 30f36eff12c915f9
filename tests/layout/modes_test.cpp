// SPDX-License-Identifier: MIT
// Shapes with strides against CuTe's own examples, and against what their definitions say place by place.
#include "tracing/format/layout/modes.h"

#include <gtest/gtest.h>

#include "tests/layout/compose.h"
#include "tracing/analysis/layout_notation.h"

namespace gemmscope {
namespace {

using analysis::in_cute;

// CUTLASS, "CuTe Layouts": 8:1, (2,4):(12,1), (2,(2,2)):(4,(2,1)).
static_assert(modes({{8, 1}})(5) == 5);
static_assert(modes({{2, 12}, {4, 1}}).size() == 8 && cosize(modes({{2, 12}, {4, 1}})) == 16);
static_assert(modes({{2, 12}, {4, 1}})(1 + 2 * 3) == 12 + 3);
static_assert(modes({{2, 4}, {2, 2}, {2, 1}})(1 + 2 * 1 + 4 * 1) == 7);

/// CUTLASS, "CuTe Layout Algebra", "Coalesce" and "Composition".
TEST(Modes, AgreeWithTheExamplesOfCute) {
  EXPECT_EQ(in_cute(coalesced(modes({{2, 1}, {1, 6}, {6, 2}}))), "12:1");
  EXPECT_EQ(in_cute(composed(modes({{6, 8}, {2, 2}}), modes({{4, 3}, {3, 1}}))), "(2,2,3):(24,2,8)");
  EXPECT_EQ(in_cute(composed(modes({{20, 2}}), modes({{5, 4}, {4, 1}}))), "(5,4):(8,2)");
  EXPECT_EQ(in_cute(composed(modes({{10, 16}, {2, 4}}), modes({{5, 1}, {4, 5}}))), "(5,2,2):(16,80,4)");
}

TEST(Modes, CoalesceKeepsEveryOffset) {
  for (const Modes& a : {modes({{4, 1}, {3, 4}, {5, 12}}), modes({{4, 1}, {3, 5}, {2, 15}}), modes({{1, 7}, {6, 2}}),
                         modes({{1, 7}}), modes({{2, 0}, {2, 0}})}) {
    const Modes one = coalesced(a);
    ASSERT_EQ(one.size(), a.size());
    for (std::uint32_t i = 0; i < a.size(); ++i) EXPECT_EQ(one(i), a(i)) << in_cute(a) << ' ' << i;
  }
  EXPECT_EQ(in_cute(coalesced(modes({{1, 7}}))), "1:0");
}

/// Every layout of up to two modes after many of two modes, among them such as carry from one mode of the first layout
/// into the next and such as leave it: where there is a result, place i of it is place b(i) of a.
TEST(Modes, CompositionIsOneLayoutAfterTheOther) {
  int possible = 0, impossible = 0, beyond = 0;
  const auto expect_one_after_the_other = [&](const Modes& a, const Modes& b) {
    const Modes both = composed(a, b);
    if (cosize(b) > a.size()) {
      ++beyond;
      ASSERT_TRUE(both.none()) << in_cute(a) << " o " << in_cute(b);
      return;
    }
    ++(both.none() ? impossible : possible);
    if (both.none()) return;
    ASSERT_EQ(both.size(), b.size());
    for (std::uint32_t i = 0; i < b.size(); ++i)
      ASSERT_EQ(both(i), a(b(i))) << in_cute(a) << " o " << in_cute(b) << ", " << i;
  };
  for (const std::uint32_t s0 : {2u, 3u, 4u, 6u})
    for (const std::uint32_t s1 : {1u, 2u, 3u, 8u})
      for (const auto& [d0, d1] : {std::pair(5u, 100u), {1u, s0}, {19u, 5u}, {1u, 10u}, {7u, 0u}})
        for (const Mode first : {Mode{1, 0}, {2, 1}, {2, 3}, {3, 2}, {4, 1}, {4, 3}, {3, 0}, {6, 1}, {8, 2}})
          for (const std::uint32_t shape : {1u, 2u, 3u, 4u})
            for (std::uint32_t step = 0; step <= 12; ++step)
              expect_one_after_the_other(modes({{s0, d0}, {s1, d1}}), modes({first, {shape, step}}));
  EXPECT_GT(possible, 1000);
  EXPECT_GT(impossible, 1000);
  EXPECT_GT(beyond, 1000);
}

TEST(Modes, SomeCompositionsAreNoLayout) {
  EXPECT_TRUE(composed(modes({{4, 1}, {6, 5}}), modes({{5, 3}})).none());           // 0, 3, 7, 11, 15: no step
  EXPECT_TRUE(composed(modes({{4, 1}, {2, 5}}), modes({{16, 1}})).none());          // more places than there are
  EXPECT_TRUE(composed(modes({{6, 1}, {2, 10}}), modes({{3, 2}, {2, 3}})).none());  // 0, 2, 4, 3, 5, 11: 2 + 3 carries
  EXPECT_TRUE(composed(modes({{6, 5}}), modes({{2, 4}})).none());  // 2:20 would be it, but 4 does not divide 6
  EXPECT_EQ(in_cute(Modes{}), "none");
}

}  // namespace
}  // namespace gemmscope
