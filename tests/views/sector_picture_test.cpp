// SPDX-License-Identifier: MIT
#include "app/views/banks/sector_picture.h"

#include <bit>

#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

TEST(Lines, HoldEverySectorAndLaneOfTheRequest) {
  for (const char* link : {"site=A_load", "k_tile=end", "preset=tm1_wniter1/k_tile=end",
                           "kernel=block_tile/preset=exact64/size=70x66x10/block=1,1/site=A_load"}) {
    const session::Session session = recorded(link);
    const session::Current& now = *session.look.current;
    int sectors = 0, bytes = 0;
    std::uint32_t lanes = 0;
    for (const LineBox& line : lines_of(now.access, now.global)) {
      EXPECT_EQ(line.sectors.size(), 4u);
      sectors += line.moved();
      for (const SectorBox& sector : line.sectors) {
        EXPECT_EQ(sector.sector / 4, line.line);
        EXPECT_EQ(sector.capsules.empty(), sector.used_bytes == 0);
        bytes += sector.used_bytes;
        for (const Capsule& capsule : sector.capsules) lanes |= capsule.lanes;
      }
    }
    EXPECT_EQ(sectors, now.global.sector_count) << link;
    EXPECT_EQ(bytes, now.global.useful_bytes) << link;
    EXPECT_EQ(lanes, now.request.mask) << link;
  }
}

}  // namespace
}  // namespace gemmscope::views
