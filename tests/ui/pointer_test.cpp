// SPDX-License-Identifier: MIT
// A click goes to the thing under the pointer: every view that takes clicks, at places where a swapped or shifted index
// would go elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/session/findings.h"
#include "app/session/followed.h"
#include "app/session/link.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

using session::Session;

/// warp_tile 256 x 256 x 64 at the first request of `site`, with `view` in front.
Session at_site(const std::string& site, const char* view) {
  Session s = session::small_session();
  select_line(s.look, session::line_of(s, site));
  s.desk.panels.focus_view = view;
  return s;
}

/// A click into `item`, at shares of its width and height.
void click_at(ImGuiTestContext& context, const char* item, float across, float down) {
  context.Yield(3);
  const ImRect area = context.ItemInfo(item).RectFull;
  context.MouseMoveToPos({area.Min.x + area.GetWidth() * across, area.Min.y + area.GetHeight() * down});
  context.Yield(2);
  context.MouseClick();
  context.Yield(3);
}

Session clicked(Session s, const char* item, float across, float down) {
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) { click_at(context, item, across, down); });
  return std::move(window.session());
}

std::string text(const Session& s, const std::optional<session::Element>& element) {
  return element ? session::text_of(*s.look.recording(), *element) : "none";
}

/// The middle of cell `index` of `count`.
float middle(int index, int count) { return (static_cast<float>(index) + 0.5f) / static_cast<float>(count); }

TEST(Pointer, ABanksColumnSelectsThatBank) {
  const Session s = clicked(at_site("As_store", "banks"), "//###banks/bank 13", 0.5f, 0.98f);
  EXPECT_EQ(s.look.selected.bank, 13u);
}

TEST(Pointer, ASortedLaneIsTheOneThatStandsThere) {
  Session s = at_site("As_store", "lanes");
  s.look.views.lanes.sort_by = 2, s.look.views.lanes.descending = true;  // by bank
  const Session after = clicked(std::move(s), "//###lanes/lanes row 0", 0.5f, 0.5f);
  EXPECT_EQ(after.look.selected.lane, 28);
}

TEST(Pointer, ARowOfMetricsGoesToItsSite) {
  Session s = at_site("As_store", "metrics");
  const auto& sites = s.look.summary.sites;
  const auto found = std::ranges::find(sites, "Bs_load", &analysis::SiteSummary::name);
  const auto row = "//###metrics/sites row " + std::to_string(found - sites.begin());
  EXPECT_EQ(session::site_here(clicked(std::move(s), row.c_str(), 0.1f, 0.5f)), "Bs_load");
}

TEST(Pointer, AFilteredFindingIsTheOneThatStandsThere) {
  Session s = session::opened(session::broken_recording("block_tile_spilled"));  // a fault, and writes after writes
  toggle_fault(s.look, analysis::Fault::kWriteAfterWrite);
  s.desk.panels.focus_view = "check";
  EXPECT_EQ(clicked(std::move(s), "//###check/check row 1", 0.5f, 0.5f).look.views.check.chosen, 2u);
}

TEST(Pointer, ABlockOfArraysIsGoneTo) {
  const Session s = clicked(at_site("As_store", "arrays"), "//###arrays/blocks", 0.75f, 0.25f);
  EXPECT_EQ(s.look.block().y, 0u);
  EXPECT_EQ(s.look.block().x, 1u);
}

TEST(Pointer, AKTileOfArraysIsGoneTo) {
  const Session s = clicked(at_site("As_store", "arrays"), "//###arrays/k-tiles", middle(2, 4), 0.5f);
  EXPECT_EQ(s.look.k_tile(), 2u);
}

TEST(Pointer, AnElementOfAnEnlargedTileIsSelected) {
  const Session s = clicked(at_site("As_store", "arrays"), "//###arrays/tile of A", middle(3, 16), middle(70, 128));
  EXPECT_EQ(text(s, s.look.selected.element), "A[70][3]");
}

TEST(Pointer, ACellOfTheHeatmapIsSelected) {
  Session s = at_site("As_store", "heatmap");
  s.look.views.heatmap.tab = 1;
  const Session after = clicked(std::move(s), "//###heatmap/tile As", middle(77, 128), middle(5, 16));
  EXPECT_EQ(text(after, after.look.selected.cell), "As[5][77]");
}

/// A pixel that a border of two cells runs through, left of its middle.
TEST(Pointer, APixelIsOfTheCellUnderItsMiddle) {
  Session s = at_site("As_store", "heatmap");
  s.look.views.heatmap.tab = 1;
  SessionWindow window(std::move(s));
  std::uint32_t column = 0;
  window.run([&](ImGuiTestContext& context) {
    context.Yield(3);
    const ImRect area = context.ItemInfo("//###heatmap/tile As").RectFull;
    float border = 0, pixel = 0;
    do border = area.Min.x + area.GetWidth() * static_cast<float>(++column) / 128, pixel = std::floor(border);
    while (column < 127 && (border - pixel < 0.15f || border - pixel > 0.4f));
    context.MouseMoveToPos({pixel, area.Min.y + area.GetHeight() * middle(5, 16)});
    context.Yield(2);
    context.MouseClick();
    context.Yield(3);
  });
  ASSERT_LT(column, 127u);
  EXPECT_EQ(text(window.session(), window.session().look.selected.cell), "As[5][" + std::to_string(column) + "]");
}

/// A lane under the pointer has a dashed frame, there and in other panels.
TEST(Pointer, WhatIsUnderItHasADashedFrame) {
  SessionWindow window(at_site("As_store", "shared"));
  const auto frames = [](const draw::Drawings& drawings) {
    std::ptrdiff_t count = 0;
    for (const draw::Drawing& drawing : drawings)
      count += std::ranges::count_if(
          drawing.shapes, [](const draw::Shape& shape) { return std::holds_alternative<draw::Dashed>(shape); });
    return count;
  };
  const draw::Drawings& drawings = window.drawings();
  window.run([&](ImGuiTestContext& context) {
    context.MouseMoveToPos({2, 2});
    context.Yield(3);
    const auto before = frames(drawings);
    context.MouseMove("//###banks/lane 5");
    context.Yield(3);
    EXPECT_GT(frames(drawings), before);
  });
}

TEST(Pointer, ACellOfSharedMemoryIsSelected) {
  Session s = at_site("As_store", "shared");
  s.look.views.shared.whole = true;
  const Session after = clicked(std::move(s), "//###shared/memory lines 0", middle(9, 32), middle(6, 64));
  EXPECT_EQ(text(after, after.look.selected.cell), "As[1][73]");  // byte 6 * 128 + 9 * 4 of rows of 512 bytes
}

TEST(Pointer, AnElementOfTheTileBesideSharedMemoryIsSelected) {
  Session s = at_site("As_store", "shared");
  s.look.views.shared.whole = true;
  const Session after = clicked(std::move(s), "//###shared/matrix rows 0", middle(11, 16), middle(90, 128));
  EXPECT_EQ(text(after, after.look.selected.element), "A[90][11]");
}

TEST(Pointer, AnotherWarpOfWritersIsGoneTo) {
  const Session s = clicked(at_site("As_load", "writers"), "//###writers/C tile", 0.75f, 0.25f);
  EXPECT_EQ(s.look.cursor.warp, 1u);  // two warps of 64 x 64 across, two down
}

TEST(Pointer, AnElementOfCIsSelected) {
  const Session s = clicked(at_site("C_store", "stores"), "//###stores/stores", middle(37, 128), middle(101, 128));
  EXPECT_EQ(text(s, s.look.selected.element), "C[101][37]");
}

}  // namespace
}  // namespace gemmscope::ui
