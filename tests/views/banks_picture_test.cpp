// SPDX-License-Identifier: MIT
#include "app/views/banks/picture.h"

#include "app/views/parts/lane_set.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

TEST(Bands, HoldEveryActiveLaneOnceAndAsHighAsTheCost) {
  for (const char* link : {"site=As_store", "site=Bs_store", "site=As_load", "site=Bs_load",
                           "preset=tm1_wniter1/site=As_load", "preset=tm1_wniter1/site=Bs_load"}) {
    const session::Session session = recorded(link);
    int wavefronts = 0;
    std::uint32_t lanes = 0;
    for (const Band& band : bands_of(session.look.current->access, session.look.current->cost)) {
      EXPECT_EQ(band.first_wavefront, wavefronts);
      wavefronts += band.levels;
      int highest = 0;
      for (const Capsule& capsule : band.capsules) {
        EXPECT_EQ(lanes & capsule.lanes, 0u) << link;
        lanes |= capsule.lanes;
        highest = std::max(highest, capsule.level + 1);
        for (const int lane : lanes_of(capsule.lanes))
          EXPECT_EQ(session.look.current->address(lane) / 4 % 32, static_cast<std::uint32_t>(capsule.column)) << link;
      }
      EXPECT_EQ(highest, band.levels) << link;
    }
    EXPECT_EQ(wavefronts, session.look.current->cost.wavefronts) << link;
    EXPECT_EQ(lanes, session.look.current->request.mask) << link;
  }
}

TEST(Capsules, SayWhichBankHoldsWhichLanes) {
  EXPECT_EQ(capsules_in_words({}), "");
  EXPECT_EQ(capsules_in_words({{.lanes = 0x8080, .column = 0}, {.lanes = 0x80800000, .column = 1}}),
            "bank 0: lanes 7, 15; bank 1: lanes 23, 31");
  EXPECT_EQ(capsules_in_words({{.lanes = 0x1, .column = 4, .columns = 4}}), "banks 4\u20137: lane 0");
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
