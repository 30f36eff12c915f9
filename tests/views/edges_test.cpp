// SPDX-License-Identifier: MIT
// What the views of a product draw at the edges of its matrices, and in a last k-tile that is less deep than the
// others: idle.gst multiplies 60 x 90 x 77 in tiles of 16 x 16 x 16.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "app/draw/canvas.h"
#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/views/shared/picture.h"
#include "app/views/stores/picture.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

session::Session tiled_at(const char* link, const char* file = "idle") {
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(
                             format::read_file(std::string("tests/data/recorded/") + file + ".gst").value()));
  EXPECT_TRUE(session::follow(session, session::parse_link(link).value()));
  return session;
}

std::vector<std::string> texts_at(const char* view, const char* link, const char* file = "idle") {
  const session::Session session = tiled_at(link, file);
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {744, 560}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
  draw(*find_view(view), session, actions, canvas);
  std::vector<std::string> all;
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<draw::Text>(&shape)) all.push_back(text->text);
  return all;
}

bool any_says(const std::vector<std::string>& texts, std::string_view part) {
  return std::ranges::any_of(texts, [&](const std::string& text) { return text.find(part) != text.npos; });
}

TEST(Edges, CellsOfSharedMemoryBeyondTheMatrixAreToldFromData) {
  const session::Session session = tiled_at("block=(5,3,0)/k_tile=4/site=As_load");
  const format::Recording& recording = *session.look.recording();
  const SharedPicture picture = shared_picture(session.look, 0, true).value();
  const auto state = [&](std::uint32_t row, std::uint32_t column, std::uint32_t lanes = 0) {
    return picture.state_of(recording, 4, analysis::cell_of(recording, picture.tile, row, column).byte, lanes);
  };
  EXPECT_EQ(state(0, 12), CellState::kThisTile);  // A[48][76]
  EXPECT_EQ(state(0, 13), CellState::kBeyond);    // behind the last column of A
  EXPECT_EQ(state(11, 0), CellState::kThisTile);  // A[59][64]
  EXPECT_EQ(state(12, 0), CellState::kBeyond);    // below the last row
  EXPECT_EQ(state(0, 13, 1), CellState::kBeyond);
}

TEST(Edges, RowsAndColumnsBeyondTheMatrixHaveNoNumbers) {
  const auto texts = texts_at("shared", "block=(5,3,0)/k_tile=4/site=As_load/whole_tile=on");
  EXPECT_TRUE(any_says(texts, "k = 64 \u2026 76"));
  EXPECT_TRUE(any_says(texts, "m 59"));
  EXPECT_FALSE(any_says(texts, "m 60"));
}

TEST(Edges, TheLegendOfWhatIsLoadedHasTheColoursOfBothSides) {
  const auto texts = texts_at("shared", "block=(0,0,0)/k_tile=0/site=A_load");
  EXPECT_TRUE(any_says(texts, "loaded; number = lane"));
  EXPECT_TRUE(any_says(texts, "will be written"));
}

TEST(Edges, ArraysSayHowDeepALastKTileIs) {
  const auto texts = texts_at("arrays", "block=(0,0,0)/k_tile=4/site=As_load");
  for (const char* text : {"k = 64 \u2026 76", "13 of BK 16", "the last 13 deep"})
    EXPECT_TRUE(any_says(texts, text)) << text;
  const auto whole = texts_at("arrays", "block=(0,0,0)/k_tile=1/site=As_load");
  EXPECT_TRUE(any_says(whole, "k = 16"));
  EXPECT_FALSE(any_says(whole, "of BK"));
}

/// A row too long for one line goes on in the next, which is no row of its own.
TEST(Edges, LaterPiecesOfAStoredRowAreLabelledByTheirColumn) {
  const auto texts = texts_at("stores", "block=(0,0,0)/site=C_store", "fused");
  EXPECT_TRUE(any_says(texts, "row 0"));
  EXPECT_TRUE(any_says(texts, "col 16\u2026"));
}

/// C has 112 rows of 80 elements here, and the blocks store all of them.
TEST(Edges, WhatIsStoredIntoThePaddingOfCIsNoPartOfTheProduct) {
  const session::Session session = tiled_at("block=(4,6,0)/k_tile=end", "padded");
  const format::Recording& recording = *session.look.recording();
  EXPECT_EQ(std::tuple(recording.M, recording.N, recording.K), std::tuple(100u, 70u, 50u));
  EXPECT_EQ(recording.tensors[*recording.tensor_of(format::Matrix::kC)].layout.pitch, 80u);
  const analysis::Rect tile = analysis::block_tiles(recording, session.look.block(), 0)->C;
  EXPECT_EQ(lanes_beyond(session.look, tile), 0xffc0ffc0u);  // columns 70 to 79 of two rows
  EXPECT_TRUE(any_says(texts_at("stores", "block=(4,6,0)/k_tile=end", "padded"), "padding of C"));
}

/// A shared array that holds A and B in the same bytes: no view may say that a lane stores one where it stores the
/// other.
TEST(Edges, TilesInTheSameBytesAreNotDrawnAndViewsSayWhy) {
  for (const char* view : {"arrays", "shared", "writers", "stores", "heatmap", "reuse", "limits"}) {
    const auto texts = texts_at(view, "site=tile_store", "in_turn");
    std::string all;
    for (const std::string& text : texts) all += text + " ";
    EXPECT_NE(all.find("not drawn: tile holds parts of A and of B"), std::string::npos) << view << ": " << all;
  }
  const auto shared = texts_at("shared", "site=tile_store", "in_turn");
  EXPECT_TRUE(any_says(shared, "bank"));  // memory is drawn
  EXPECT_FALSE(any_says(shared, "it has loaded nothing"));
}

}  // namespace
}  // namespace gemmscope::views
