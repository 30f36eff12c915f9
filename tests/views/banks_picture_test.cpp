// SPDX-License-Identifier: MIT
#include "app/views/banks_picture.h"

#include "app/views/lane_set.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

struct Case {
  const char* name;
  const char* link;
  const char* sum;
  const char* reason;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.link; }

class Sums : public testing::TestWithParam<Case> {};

TEST_P(Sums, AreWrittenOut) {
  const session::Session session = recorded(GetParam().link);
  ASSERT_TRUE(session.current);
  EXPECT_EQ(sum_in_words(session.current->cost), GetParam().sum);
  EXPECT_EQ(reason_in_words(session.current->access, session.current->cost), GetParam().reason);
}

constexpr const char* kNone = "no bank is asked for two words in one phase";

INSTANTIATE_TEST_SUITE_P(
    Requests, Sums,
    testing::Values(
        Case{"AsStore", "line=71", "4 wavefronts, 1 needed", "lanes 0\u20133 ask bank 0 for 4 different words; 8 such banks"},
        Case{"AsStorePadded4", "set=PA:4/line=71", "2 wavefronts, 1 needed", "lanes 0, 2 ask bank 0 for 2 different words; 16 such banks"},
        Case{"AsStorePadded2", "set=PA:2/line=71", "1 wavefront, the least there is", kNone},
        Case{"BsStore", "line=80", "1 + 1 + 1 + 1 = 4 wavefronts, all needed", kNone},
        Case{"AsLoad", "line=92", "1 + 1 = 2 wavefronts, all needed", kNone},
        Case{"BsLoad", "preset=seed_tm1_w1/line=98", "2 + 2 + 2 + 2 = 8 wavefronts, 4 needed",
             "lanes 0, 4 ask banks 0\u20133 for 2 words each; 16 such banks"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Bands, HoldEveryActiveLaneOnceAndAsHighAsTheCost) {
  for (const char* link :
       {"line=71", "line=80", "line=92", "line=98", "preset=seed_tm1_w1/line=92", "preset=seed_tm1_w1/line=98"}) {
    const session::Session session = recorded(link);
    int wavefronts = 0;
    std::uint32_t lanes = 0;
    for (const Band& band : bands_of(session.current->access, session.current->cost)) {
      EXPECT_EQ(band.first_wavefront, wavefronts);
      wavefronts += band.levels;
      int highest = 0;
      for (const Capsule& capsule : band.capsules) {
        EXPECT_EQ(lanes & capsule.lanes, 0u) << link;
        lanes |= capsule.lanes;
        highest = std::max(highest, capsule.level + 1);
        for (const int lane : lanes_of(capsule.lanes))
          EXPECT_EQ(session.current->address(lane) / 4 % 32, static_cast<std::uint32_t>(capsule.column)) << link;
      }
      EXPECT_EQ(highest, band.levels) << link;
    }
    EXPECT_EQ(wavefronts, session.current->cost.wavefronts) << link;
    EXPECT_EQ(lanes, session.current->request.mask) << link;
  }
}

TEST(OtherRule, SaysWhyItDiffers) {
  const session::Session fused = recorded("line=92");
  EXPECT_EQ(other_rule_in_words(fused.current->access, fused.current->cost, fused.rule),
            "textbook rule: 1 + 1 + 1 + 1 = 4 wavefronts. Every lane pair n, n^1 reads the same address: phases fuse.");
  const session::Session textbook = recorded("line=92/rule=textbook");
  EXPECT_EQ(other_rule_in_words(textbook.current->access, textbook.current->cost, textbook.rule),
            "fused rule (H200): 1 + 1 = 2 wavefronts. Every lane pair n, n^1 reads the same address: phases fuse.");
  const session::Session store = recorded("line=71");
  EXPECT_EQ(other_rule_in_words(store.current->access, store.current->cost, store.rule), "textbook rule: the same");
}

TEST(LaneRanges, ReadAsPeopleWriteThem) {
  EXPECT_EQ(lane_ranges(0x1), "0");
  EXPECT_EQ(lane_ranges(0x5), "0, 2");
  EXPECT_EQ(lane_ranges(0x303), "0, 1, 8, 9");
  EXPECT_EQ(lane_ranges(0xff), "0\u20137");
  EXPECT_EQ(lane_ranges(0x000f000f), "0\u20133, 16\u201319");
  EXPECT_EQ(lane_ranges(0x11111111), "0, 4 \u2026 28");
  EXPECT_EQ(lane_ranges(0xffffffff), "0\u201331");
}

}  // namespace
}  // namespace gemmscope::views
