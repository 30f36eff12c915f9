// SPDX-License-Identifier: MIT
// What single views write: the words that keep one figure from being taken for another.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/link.h"
#include "app/shell/gui.h"
#include "app/views/view.h"
#include "tests/session/fixture.h"
#include "tests/ui/window_texts.h"

namespace gemmscope::ui {
namespace {

session::Session looking_at(const std::string& text) {
  const bool sized = text.find("size=") != std::string::npos || text.starts_with("kernel=half_padded_misaligned") ||
                     text.starts_with("kernel=block_tile_spilled");
  return session::at_place(sized ? text : "size=128x128x32/" + text);
}

/// All texts of the view's picture, a line each.
std::string texts_of(session::Session s, const std::string& id) {
  const views::View& view = *views::find_view(id);
  auto platform = std::move(*platform::open_headless(view.width, view.height));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  draw::Drawings drawings;
  gui->note_drawings(&drawings);
  for (int frame = 0; frame < 3; ++frame) drawings.clear(), gui->draw_view(s, view);
  std::string text;
  for (const Written& each : ui::texts_of(drawings)) text += each.text + "\n";
  return text;
}

#define EXPECT_SAYS(text, part)     EXPECT_NE((text).find(part), std::string::npos) << (text)
#define EXPECT_SAYS_NOT(text, part) EXPECT_EQ((text).find(part), std::string::npos) << (text)

TEST(Wording, ALineThatLoadsAndStoresShowsItsSharedPart) {
  const std::string text = texts_of(looking_at("kernel=shared_tile/preset=square16/set=PA:1"), "source");
  EXPECT_SAYS(text, "2\u00d7");  // a store to As, on a line that begins with the load of A
  EXPECT_SAYS(text, " shared requests, ");
}

TEST(Wording, SectorsOfABroadcastAreTheIdealInAllPanels) {
  const session::Session s = looking_at("kernel=coalesced/site=A_load");  // all lanes read one value of A
  EXPECT_SAYS(texts_of(s, "banks"), "1 sector, the ideal for 4 bytes");
  EXPECT_SAYS(texts_of(s, "source"), "sectors, the ideal");
  EXPECT_SAYS_NOT(texts_of(s, "source"), "used");
}

TEST(Wording, EfficiencyIsRoundedAlikeInAllPanels) {
  const session::Session s = looking_at("kernel=naive/site=A_load");
  for (const char* view : {"banks", "source", "metrics"}) EXPECT_SAYS(texts_of(s, view), "12.5\u202f%");
}

TEST(Wording, MetricsSayWhatTheyCount) {
  const std::string text = texts_of(looking_at("k_tile=0"), "metrics");
  EXPECT_SAYS(text, "in the main loop");
  EXPECT_SAYS(text, "ideal + excess");
  EXPECT_SAYS_NOT(text, " more\n");  // all sites have room
}

TEST(Wording, MetricsWithoutSharedMemoryCompareSectors) {
  const std::string text = texts_of(looking_at("kernel=naive"), "metrics");
  EXPECT_SAYS(text, "\nsectors\nideal\nideal + excess\n");
  EXPECT_SAYS_NOT(text, "\nwavefronts\n");
}

TEST(Wording, MetricsOfRequestsThatFaultSaySoAndStillWhatCostsMost) {
  const std::string text = texts_of(looking_at("kernel=half_padded_misaligned"), "metrics");
  EXPECT_SAYS(text, " misaligned and would fault: not counted\n");
  EXPECT_SAYS(text, "shared wavefronts");
}

TEST(Wording, SourceWrapsLinesThatAccessMemory) {
  const std::string text = texts_of(looking_at("site=As_store"), "source");
  EXPECT_SAYS(text, "storeB];\n");
}

TEST(Wording, RowsOfEvenBanksSayTheirNumberAndOthersHaveAScale) {
  const std::string even = texts_of(looking_at("site=As_store"), "heatmap");
  EXPECT_SAYS(even, "96 at each bank\n");
  EXPECT_SAYS(even, "none at any bank\n");
  EXPECT_SAYS_NOT(even, "96 excess wavefronts");
  const std::string uneven = texts_of(looking_at("kernel=sgemm64/set=PC:4/k_tile=end"), "heatmap");
  EXPECT_SAYS(uneven, " excess wavefronts at the bank (one uses several)\n");
}

TEST(Wording, LinesOfAKernelWithoutSharedMemoryAreComparedBySectors) {
  EXPECT_SAYS(texts_of(looking_at("kernel=naive/heat=lines"), "heatmap"), "moves the most sectors: ");
}

TEST(Wording, SharedExplainsTheSmallDigits) {
  const std::string before = texts_of(looking_at("k_tile=1/site=As_store"), "shared");  // all cells hold k-tile 0
  EXPECT_SAYS(before, "one line: 128 bytes, 32 banks");
  EXPECT_SAYS(before, "small: column of As");
  const std::string between =
      texts_of(looking_at("k_tile=1/warp=1/site=As_store"), "shared");  // warp 0 has stored k-tile 1
  EXPECT_SAYS(between, "small: the k-tile that wrote it");
}

/// Two lanes write halves of a word; their numbers are over each other in its cell, inside its frame.
TEST(Wording, NumbersOfTwoLanesAreInsideTheirCell) {
  constexpr float kFrame = 1.4f;  // one point, and what is lost by whole pixels
  int in_cells = 0;
  for (const draw::Drawing& drawing :
       drawn_in_window(looking_at("kernel=half_padded/set=pad:8/size=128x128x64/site=As_store"))) {
    draw::Rect cell;
    for (const draw::Shape& shape : drawing.shapes) {
      if (const auto* fill = std::get_if<draw::Fill>(&shape)) cell = fill->rect;
      const auto* text = std::get_if<draw::Text>(&shape);
      if (text == nullptr || text->text.size() > 2 || text->style.face != draw::Face::kMonoBold) continue;
      const float middle = text->at.y + theme::middle_of_text(text->style.face, text->style.size);
      if (cell.width > 24 || std::abs(middle - cell.centre().y) < 2 || !cell.contains({text->at.x, middle})) continue;
      const float half = 0.365f * text->style.size;  // of a digit
      EXPECT_GE(middle - half, cell.y + kFrame) << text->text;
      EXPECT_LE(middle + half, cell.bottom() - kFrame) << text->text;
      ++in_cells;
    }
  }
  EXPECT_GE(in_cells, 32);
}

TEST(Wording, SharedExplainsWhatIsOutsideTheMatrix) {
  EXPECT_SAYS(texts_of(looking_at("kernel=sgemm64/size=72x64x16/block=1,0,0/site=tiles_store/tile=1"), "shared"),
              "outside the matrix");
  EXPECT_SAYS_NOT(texts_of(looking_at("site=As_store"), "shared"), "outside the matrix");
}

TEST(Wording, StoresExplainsWhatIsOutsideTheMatrix) {
  EXPECT_SAYS(texts_of(looking_at("kernel=naive/size=70x66x10/block=2,2/k_tile=end"), "stores"),
              " of it in the matrix");
  EXPECT_SAYS_NOT(texts_of(looking_at("k_tile=end"), "stores"), " of it in the matrix");
}

TEST(Wording, TheStatusBarSaysWhichKTilesThereAre) {
  EXPECT_TRUE(says(written_in_window(looking_at("k_tile=1")), "k-tile 1 (0 to 1)"));
  EXPECT_FALSE(says(written_in_window(looking_at("size=70x66x10")), "(0 to 0)"));
}

/// The launch ends with a fault: no view speaks of the rest as if the kernel ran.
TEST(Wording, FaultsComeBeforeFigures) {
  const session::Session s = looking_at("kernel=half_padded_misaligned");
  EXPECT_SAYS_NOT(texts_of(s, "metrics"), "warp-FMA");
  EXPECT_SAYS(texts_of(s, "timeline"), "makes the request that ended the launch with a fault");
  EXPECT_SAYS(texts_of(looking_at("kernel=half_padded_misaligned/site=Bs_store/lane=8"), "lanes"),
              "misaligned, it faults");
}

TEST(Wording, LanesNamesNoPlaceForAnAccessOutsideItsTile) {
  session::Session s = looking_at("kernel=block_tile_spilled/finding=0");
  EXPECT_SAYS(texts_of(s, "lanes"), "which is outside Bs");
}

TEST(Wording, APartOfAKernelWithoutRequestsToSharedMemoryIsNoKernelWithoutIt) {
  const session::Session s = looking_at("k_tile=end/scope=k_tile");
  EXPECT_SAYS(texts_of(s, "metrics"), "No request to shared memory here; ");
  EXPECT_SAYS(texts_of(s, "heatmap"), "No request to shared memory here\n");
}

TEST(Wording, ATileThatThisKernelHasNotIsNotLookedFor) {
  EXPECT_SAYS(texts_of(looking_at("site=As_store/tile=Cs"), "shared"), "As in shared memory");
}

TEST(Wording, TheStatusBarSaysHowMuchWasDropped) {
  const session::Session whole = looking_at("k_tile=1");
  format::Recording recording = *whole.look.recording();
  recording.dropped = 7;
  session::Session s;
  open(s, std::make_shared<const session::Loaded>(std::move(recording)));
  EXPECT_TRUE(says(written_in_window(s), " warps, 7 dropped"));
}

TEST(Wording, AnErrorHasItsOwnColourAndANoticeNot) {
  session::Session s = looking_at("k_tile=1");
  const auto colour_of = [](const session::Session& shown, const std::string& sentence) {
    std::optional<draw::Colour> colour;
    for (const draw::Drawing& drawing : drawn_in_window(shown, 1280, 720))
      for (const draw::Shape& shape : drawing.shapes)
        if (const auto* text = std::get_if<draw::Text>(&shape); text != nullptr && text->text == sentence)
          colour = text->style.colour;
    return colour;
  };
  s.desk.notice = "Copied.";
  EXPECT_EQ(colour_of(s, "Copied."), theme::colours(s.desk.theme).text);
  s.desk.error = "The disk is full.";
  EXPECT_EQ(colour_of(s, "The disk is full."), theme::colours(s.desk.theme).error);
}

TEST(Wording, TheTimelineOfGlobalRequestsNamesTheirMatrices) {
  const std::string text = texts_of(looking_at("kernel=naive"), "timeline");
  EXPECT_SAYS(text, "A, B or C");
  EXPECT_SAYS_NOT(text, "n-way");
}

TEST(Wording, TheTimelineSaysForWhichKTileARequestFetchesAhead) {
  constexpr const char* kAhead = "This request fetches ahead: it is made in k-tile 0 for k-tile 1";
  EXPECT_SAYS(texts_of(looking_at("kernel=sgemm64/k_tile=1"), "timeline"), kAhead);
  EXPECT_SAYS_NOT(texts_of(looking_at("kernel=sgemm64/k_tile=1/site=tiles_load"), "timeline"), "ahead");
  EXPECT_SAYS_NOT(texts_of(looking_at("kernel=sgemm64"), "timeline"), "ahead");
}

/// 32 lanes of a column do not stand side by side with one digit over the other.
TEST(Wording, AStoreOfManyLanesToOneRowIsFoldedWhereChipsWouldBeNarrow) {
  const std::string text = texts_of(looking_at("kernel=sgemm64/k_tile=end/site=C_store"), "stores");
  EXPECT_SAYS(text, "col 0\n");
  EXPECT_SAYS(text, "row 16\u2026\n");
  EXPECT_SAYS(text, "\n31\n");
}

TEST(Wording, ThinStripesHaveNamesOfWarps) {
  const std::string thin = texts_of(looking_at("kernel=naive/warp=2"), "writers");
  EXPECT_NE(thin.find("\n3\n"), thin.rfind("\n3\n")) << thin;  // lane 3, and one of the other warps
  const std::string thinner = texts_of(looking_at("kernel=interleaved/warp=2"), "writers");
  EXPECT_SAYS(thinner, "warp 2\n");  // the selected one
}

TEST(Wording, AColumnOfCIsNotTakenForItsSectors) {
  const std::string text = texts_of(looking_at("kernel=naive/k_tile=end"), "stores");
  EXPECT_SAYS(text, "This request: 32 rows of C, column 0\n");
  EXPECT_SAYS(text, "sectors: columns 0");
}

TEST(Wording, RegistersSayWhatTheyAre) {
  const std::string text = texts_of(looking_at("kernel=sgemm64/ffma=4"), "registers");
  EXPECT_SAYS(text, "Maxwell's rule; published with maxas, not recorded\n");
  EXPECT_SAYS(text, "(852 of 1\u202f808, the published figure)");
  EXPECT_SAYS(text, "FFMA R3, R64, R72.reuse, R3\n");
  EXPECT_SAYS(text, "A and B share bank 0; the hit hides it.\n");
  EXPECT_SAYS(texts_of(looking_at(""), "registers"), "Open step 12 of the ladder, sgemm64");
}

}  // namespace
}  // namespace gemmscope::ui
