// SPDX-License-Identifier: MIT
#include "app/session/selecting.h"
#include "app/session/followed.h"

#include <gtest/gtest.h>

#include "app/session/actions.h"
#include "app/session/link.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

std::string text(const Session& s, const std::optional<Element>& element) {
  return element ? text_of(*s.look.recording(), *element) : "none";
}

TEST(Selecting, ALaneBringsItsCellAndElement) {
  Session s = small_session();
  select_line(s.look, line_of(s, "As_store"));
  select_lane(s.look, 5);  // copies row 1, columns 4 .. 7 of A; component x goes to row 4 of As
  EXPECT_EQ(text(s, s.look.selected.cell), "As[4][1]");
  EXPECT_EQ(text(s, s.look.selected.element), "A[1][4]");
}

TEST(Selecting, ACellBringsItsLaneAndElement) {
  Session s = small_session();
  select_line(s.look, line_of(s, "As_store"));
  select_cell(s.look, *element_from(*s.look.recording(), "As[4][1]"));
  EXPECT_EQ(s.look.selected.lane, 5);
  EXPECT_EQ(text(s, s.look.selected.element), "A[1][4]");
}

TEST(Selecting, AnElementBringsItsCellEvenWhereNoLaneTouchesIt) {
  Session s = small_session();
  select_line(s.look, line_of(s, "As_store"));
  select_element(s.look, *element_from(*s.look.recording(), "A[1][5]"));
  EXPECT_EQ(text(s, s.look.selected.cell), "As[5][1]");
  EXPECT_EQ(s.look.selected.lane, std::nullopt);
  step_request(s.look, +1);  // the store of component y touches it
  EXPECT_EQ(s.look.selected.lane, 5);
}

TEST(Selecting, SteppingFollowsTheLane) {
  Session s = small_session();
  select_line(s.look, line_of(s, "As_store"));
  select_lane(s.look, 5);
  step_request(s.look, +1);
  EXPECT_EQ(text(s, s.look.selected.cell), "As[5][1]");
  go_to_k_tile(s.look, 1);
  EXPECT_EQ(text(s, s.look.selected.element), "A[1][21]");
}

TEST(Selecting, TheSameThingAgainLetsGo) {
  Session s = small_session();
  select_lane(s.look, 5);
  select_lane(s.look, 5);
  EXPECT_EQ(s.look.selected.lane, std::nullopt);
  EXPECT_EQ(s.look.selected.cell, std::nullopt);
}

TEST(Selecting, TheSameBankAgainLetsGo) {
  Session s = small_session();
  select_bank(s.look, 7);
  select_bank(s.look, 9);
  EXPECT_EQ(s.look.selected.bank, 9u);
  select_bank(s.look, 9);
  EXPECT_EQ(s.look.selected.bank, std::nullopt);
}

TEST(Selecting, ALineMovesToItsNextRequestInTheSameKTile) {
  Session s = small_session();
  go_to_k_tile(s.look, 2);
  select_line(s.look, line_of(s, "Bs_load"));
  EXPECT_EQ(site_here(s), "Bs_load");
  EXPECT_EQ(s.look.k_tile(), 2u);
  // is before the cursor: back in the same k-tile, to its first request
  select_line(s.look, line_of(s, "A_load"));
  EXPECT_EQ(site_here(s), "A_load");
  EXPECT_EQ(s.look.cursor.request, 2u * 124);
}

TEST(Selecting, ALineAndItsSiteAreHoveredTogether) {
  Session s = small_session();
  Actions actions;
  actions.add(hover_line, line_of(s, "Bs_load"));
  actions.apply(s);
  ASSERT_TRUE(s.look.hover.site);
  const std::uint16_t site = *s.look.hover.site;
  EXPECT_EQ(s.look.recording()->sites[site].name, "Bs_load");
  actions.add(hover_site, site);
  actions.apply(s);
  EXPECT_EQ(s.look.hover.line, line_of(s, "Bs_load"));
}

TEST(Selecting, ABankHasTheLanesThatAskIt) {
  Session s = small_session();
  EXPECT_EQ(lanes_of_bank(s.look, 0), 0u);  // a load of A: global memory has no banks
  select_line(s.look, line_of(s, "As_store"));
  EXPECT_EQ(lanes_of_bank(s.look, 1), 0xf0u);
  EXPECT_EQ(lanes_of_bank(s.look, 9), 0u);
  select_line(s.look, line_of(s, "Bs_store"));  // 16 bytes wide: four banks each
  EXPECT_EQ(lanes_of_bank(s.look, 7), 0x02020202u);
}

TEST(Selecting, AnErrorIsPutAwayBeforeWhatIsSelected) {
  Session s = small_session();
  select_lane(s.look, 3);
  s.desk.error = "x", s.desk.notice = "y";
  select_nothing(s);
  EXPECT_EQ(s.desk.error + s.desk.notice, "");
  EXPECT_EQ(s.look.selected.lane, 3);
  select_nothing(s);
  EXPECT_EQ(s.look.selected.lane, std::nullopt);
}

TEST(Selecting, HoverLastsOneFrameAndChangesNothing) {
  Session s = small_session();
  select_line(s.look, line_of(s, "As_store"));
  const Selected before = s.look.selected;
  Actions actions;
  actions.add(hover_lane, 5);
  actions.apply(s);
  EXPECT_EQ(text(s, s.look.hover.element), "A[1][4]");
  EXPECT_EQ(s.look.selected, before);
  actions.apply(s);
  EXPECT_EQ(s.look.hover, Selected{});
}

TEST(Selecting, AHoveredCellAndElementBringTheirLane) {
  Session s = small_session();
  select_line(s.look, line_of(s, "As_store"));
  Actions actions;
  actions.add(hover_cell, *element_from(*s.look.recording(), "As[4][1]"));
  actions.apply(s);
  EXPECT_EQ(s.look.hover.lane, 5);
  EXPECT_EQ(text(s, s.look.hover.element), "A[1][4]");
  actions.add(hover_element, *element_from(*s.look.recording(), "A[1][4]"));
  actions.apply(s);
  EXPECT_EQ(s.look.hover.lane, 5);
  EXPECT_EQ(text(s, s.look.hover.cell), "As[4][1]");
}

}  // namespace
}  // namespace gemmscope::session
