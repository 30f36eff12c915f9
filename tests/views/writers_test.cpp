// SPDX-License-Identifier: MIT
// Writers gives each array the height it needs, and its legend has only what is drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "app/draw/canvas.h"
#include "app/session/refresh.h"
#include "app/views/parts/stage_words.h"
#include "app/views/view.h"
#include "tests/analysis/recording_builder.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"
#include "tracing/analysis/tiles/described.h"
#include "tracing/analysis/tiles/tiles.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

constexpr std::uint32_t kBlocks = 4, kWarps = 4;

format::Tensor row(const char* name, std::uint32_t elements) {
  format::Tensor tensor;
  tensor.name = name, tensor.element_bytes = 4;
  tensor.layout = {.rows = 1, .columns = elements, .pitch = elements};
  return tensor;
}

/// Every thread stores to an element of each array: to one of its own, or to the first if the array has one. With
/// `last_alone`, only threads of the last block store to arrays other than the first.
session::Session stores_to(const std::vector<std::uint32_t>& elements, bool last_alone = false) {
  analysis::testing::RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = 1, r.grid_x = kBlocks, r.threads = kWarps * 32;
  for (std::uint16_t a = 0; a < elements.size(); ++a) {
    r.tensors.push_back(row(("array" + std::to_string(a)).c_str(), elements[a]));
    r.sites.push_back({.name = "store", .tensor = a, .op = format::Op::kStore, .line = a + 1u});
  }
  for (std::uint32_t b = 0; b < kBlocks; ++b) {
    std::vector<format::Request> requests;
    for (std::uint16_t w = 0; w < kWarps; ++w)
      for (std::uint16_t a = 0; a < elements.size(); ++a) {
        if (last_alone && a != 0 && b + 1 != kBlocks) continue;
        format::Request request{.site = a, .warp = w, .interval = 0, .k_tile = format::kEpilogue};
        request.mask = ~0u;
        for (std::uint32_t lane = 0; lane < 32; ++lane)
          request.address[lane] = 4 * (((b * kWarps + w) * 32 + lane) % elements[a]);
        requests.push_back(request);
      }
    builder.add_block(0, b, requests, {0});
  }
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(builder.finish()));
  return session;
}

draw::Drawing drawn(const session::Session& session, draw::Point size) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, size, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
  draw(*find_view("writers"), session, actions, canvas);
  return drawing;
}

bool says(const draw::Drawing& drawing, std::string_view text) {
  return std::ranges::any_of(drawing.shapes, [&](const draw::Shape& shape) {
    const auto* drawn = std::get_if<draw::Text>(&shape);
    return drawn != nullptr && drawn->text.find(text) != drawn->text.npos;
  });
}

/// The place that is sensitive to the pointer.
draw::Rect place(const draw::Drawing& drawing, std::string_view id) {
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* each = std::get_if<draw::Sensitive>(&shape); each != nullptr && each->id == id) return each->rect;
  return {};
}

constexpr draw::Point kPicture{712, 532}, kSmall{448, 352};

TEST(Writers, HaveRoomForSmallArraysBesideALargeOne) {
  const std::vector<std::vector<std::uint32_t>> both_ways{{1, 512}, {512, 1}, {1, 1, 512}};
  for (const auto& elements : both_ways) {
    const draw::Drawing drawing = drawn(stores_to(elements), kPicture);
    for (std::size_t a = 0; a < elements.size(); ++a)
      for (const char* by : {"by warp ", "by block "})
        EXPECT_GT(place(drawing, by + std::to_string(a)).height, elements[a] == 1 ? 15 : 40) << by << a;
  }
}

TEST(Writers, GiveALargeArrayWhatSmallOnesDoNotNeed) {
  const std::uint32_t large = 1 << 20;
  const draw::Rect alone = place(drawn(stores_to({large}), kPicture), "by block 0"),
                   beside = place(drawn(stores_to({1, large}), kPicture), "by block 1");
  EXPECT_LT(alone.height - beside.height, 110);
}

TEST(Writers, DrawOneOfSeveralLargeArraysWhereThereIsNoRoomForMore) {
  const std::uint32_t large = 1 << 20;
  const draw::Drawing drawing = drawn(stores_to({large, large, 1}), kSmall);
  EXPECT_GT(place(drawing, "by block 0").height, 0);
  EXPECT_EQ(place(drawing, "by block 1").height, 0);
}

TEST(Writers, HaveKeysOfWhatIsDrawn) {
  const draw::Drawing one = drawn(stores_to({1}), kPicture), many = drawn(stores_to({512}), kPicture);
  const std::string lane = "lane 0 of warp 0";
  EXPECT_TRUE(says(many, lane));
  EXPECT_TRUE(says(many, "warp 3"));
  EXPECT_FALSE(says(one, lane));
  EXPECT_FALSE(says(one, "warp 3"));
  EXPECT_TRUE(says(one, "several"));
  EXPECT_FALSE(says(one, "31"));
}

/// At a corner one lane alone may have an element; a request that is not of the inner loop reads nothing of the step.
TEST(Writers, HaveNoKeysOfLanesThatOwnNothing) {
  const std::string naive = "kernel=naive/size=33x33x8/site=", of_others = "the other lanes of the warp";
  const draw::Drawing whole = drawn(recorded(naive + "A_load"), kPicture),
                      corner = drawn(recorded(naive + "A_load/block=1,1"), kPicture),
                      store = drawn(recorded(naive + "C_store"), kPicture);
  EXPECT_TRUE(says(whole, of_others));
  EXPECT_TRUE(says(corner, "lane 0"));
  EXPECT_FALSE(says(corner, of_others));
  EXPECT_TRUE(says(whole, "by this request"));
  EXPECT_FALSE(says(store, "by this request"));
}

/// Like a kernel in which the block that comes last adds up what the others have left.
TEST(Writers, DrawAnArrayToWhichOnlyOtherBlocksStore) {
  constexpr draw::Point kHigh{712, 1200};
  session::Session session = stores_to({512, 512}, true);
  const draw::Drawing drawing = drawn(session, kHigh);
  EXPECT_TRUE(says(drawing, "nothing of array1"));
  EXPECT_GT(place(drawing, "by warp 0").height, 0);
  EXPECT_EQ(place(drawing, "by warp 1").height, 0);
  EXPECT_GT(place(drawing, "by block 1").height, 0);
  session.look.cursor.block = kBlocks - 1;
  session::refresh(session.look);
  EXPECT_GT(place(drawn(session, kHigh), "by warp 1").height, 0);
}

/// Matrix instructions are named only if the program has some: lanes of a plain kernel may only look as if they shared.
TEST(Writers, DrawTheTilesOfWarpsWhereLanesShare) {
  auto recording = format::read_file("tests/data/recorded/wmma.gst");
  ASSERT_TRUE(recording);
  for (const bool has_code : {true, false}) {
    if (!has_code) recording->code.ptx.clear();
    session::Session session;
    session::open(session, std::make_shared<const session::Loaded>(*recording));
    const draw::Drawing drawing = drawn(session, kPicture);
    EXPECT_TRUE(says(drawing, "Warp 0 owns 16 \u00d7 16 accumulators"));
    EXPECT_TRUE(says(drawing, "which lane keeps which sum is not known"));
    EXPECT_EQ(says(drawing, "matrix instructions"), has_code);
    EXPECT_FALSE(says(drawing, "lane 0"));
    EXPECT_FALSE(says(drawing, "values"));
    EXPECT_TRUE(says(drawing, "this block"));
    EXPECT_GT(place(drawing, "C tile").height, 0);
    EXPECT_EQ(place(drawing, "lane 0").height, 0);
    const auto C = session.look.recording()->tensor_of(format::Matrix::kC);
    EXPECT_GT(place(drawing, "by block " + std::to_string(*C)).height, 0);
  }
}

/// The kernel exchanges tx and ty when it multiplies: what its loads say of owners is not what it stores.
TEST(Writers, DrawWhoStoresWhereAnIndexIsSwapped) {
  session::Session session;
  session::open(session,
                std::make_shared<const session::Loaded>(format::read_file("tests/data/recorded/swapped.gst").value()));
  ASSERT_TRUE(session.look.recording()->tiles_known());
  const draw::Drawing drawing = drawn(session, kPicture);
  EXPECT_TRUE(says(drawing, "swapped"));
  EXPECT_FALSE(says(drawing, "share"));
  EXPECT_EQ(place(drawing, "C tile").height, 0);
  const auto C = session.look.recording()->tensor_of(format::Matrix::kC);
  EXPECT_GT(place(drawing, "by warp " + std::to_string(*C)).height, 0);
}

/// The second product's rows follow the first's: a tile that reaches out of its product ends there.
TEST(Writers, EndATileWhereItsProductOfABatchEnds) {
  format::Recording r = format::read_file("tests/data/recorded/fused.gst").value();
  ASSERT_EQ(analysis::describe(r, *analysis::tiles_of(r)), "");
  r.M = 30, r.found_tile->batch = {2, {30, 0}, {}, {30, 0}};
  EXPECT_FALSE(reaches_out_of_c(r, {0, 0, 30, 32}));
  EXPECT_TRUE(reaches_out_of_c(r, {0, 0, 32, 32}));
  EXPECT_FALSE(reaches_out_of_c(r, {30, 128, 30, 32}));
  EXPECT_TRUE(reaches_out_of_c(r, {30, 128, 32, 32}));
}

TEST(Writers, TellALaneThatOwnsNothingFromItsWarp) {
  const draw::Drawing drawing = drawn(recorded("kernel=naive/size=40x40x8/block=1,1/lane=20"), kPicture);
  EXPECT_TRUE(says(drawing, "Lane 20 owns nothing inside C."));
  EXPECT_TRUE(says(drawing, "warp 0"));  // the key
  EXPECT_FALSE(says(drawing, "0 values"));
}

}  // namespace
}  // namespace gemmscope::views
