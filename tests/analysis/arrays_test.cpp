// SPDX-License-Identifier: MIT
// What is known of the arrays of a program without tiles: their shape, who touches an element when, who stored it.
#include <gtest/gtest.h>

#include "tests/analysis/recording_builder.h"
#include "tests/layout/layouts.h"
#include "tracing/analysis/array_turns.h"
#include "tracing/analysis/array_use.h"
#include "tracing/analysis/array_writers.h"
#include "tracing/analysis/given_shape.h"
#include "tracing/format/file.h"

namespace gemmscope::analysis::testing {
namespace {

constexpr std::uint16_t kIn = 0, kOut = 1, kLoad = 0, kBelow = 1, kStore = 2;
constexpr std::uint32_t kHeight = 6, kWidth = 20, kWarps = 2;

format::Tensor row(const char* name, std::uint32_t elements) {
  format::Tensor tensor;
  tensor.name = name, tensor.element_bytes = 4;
  tensor.layout = {.rows = 1, .columns = elements, .pitch = elements};
  return tensor;
}

format::Request of_row(std::uint16_t site, std::uint16_t warp, std::uint32_t interval, std::uint32_t row) {
  format::Request request{.site = site, .warp = warp, .interval = interval, .k_tile = format::kEpilogue};
  request.mask = (1u << kWidth) - 1;
  request.address.fill(format::kInactive);
  for (std::uint32_t lane = 0; lane < kWidth; ++lane) request.address[lane] = 4 * (row * kWidth + lane);
  return request;
}

/// Warp w of block b adds rows 2b + w and 2b + w + 1 of `in` and stores the sum to row 2b + w of `out`, after a
/// barrier. Of six rows the last two of `out` and the last one of `in` are left.
format::Recording sums_of_rows(std::uint32_t height = kHeight, std::uint32_t width = kWidth) {
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = 2, r.grid_x = 1, r.threads = 64;
  r.parameters = {{"launch", "20"}, {"width", std::to_string(width)}, {"height", std::to_string(height)}};
  r.tensors = {row("in", kHeight * kWidth), row("out", kHeight * kWidth)};
  r.sites = {{.name = "in_load", .tensor = kIn, .line = 3},
             {.name = "in_load", .tensor = kIn, .line = 4},
             {.name = "out_store", .tensor = kOut, .op = format::Op::kStore, .line = 6}};
  for (std::uint32_t b = 0; b < 2; ++b) {
    std::vector<format::Request> requests;
    for (std::uint16_t w = 0; w < kWarps; ++w) {
      requests.push_back(of_row(kLoad, w, 0, 2 * b + w));
      requests.push_back(of_row(kBelow, w, 0, 2 * b + w + 1));
      requests.push_back(of_row(kStore, w, 1, 2 * b + w));
    }
    builder.add_block(b, 0, requests, {5, 0});
  }
  return builder.finish();
}

Turns turns(std::initializer_list<Turn> all, format::Op op) {
  Turns of;
  for (const Turn turn : all) of.add(turn, op);
  return of;
}

TEST(Arrays, RowsAreWhatAddressesStepBy) {
  format::Recording r = sums_of_rows();
  for (int order = 0; order < 2; ++order) {
    const ArrayShape shape = array_shapes(r)[kIn];
    EXPECT_EQ(shape.pitch, kWidth);
    EXPECT_EQ(shape.rows(), kHeight);
    EXPECT_EQ(shape.from, ArrayShape::From::kGuessed);
    EXPECT_EQ(shape.of, "height \u00d7 width");
    std::swap(r.parameters[1], r.parameters[2]);
  }
}

TEST(Arrays, WithoutAProductTheyAreFolded) {
  const ArrayShape shape = array_shapes(sums_of_rows(7, 20))[kIn];
  EXPECT_EQ(shape.from, ArrayShape::From::kFolded);
  EXPECT_EQ(shape.pitch, 32u);
  EXPECT_EQ(shape.rows(), 4u);  // 120 elements: the last row is shorter
  EXPECT_FALSE(shape.two_dimensional());
  EXPECT_EQ(array_shapes(sums_of_rows(6, 19))[kIn].from,
            ArrayShape::From::kFolded);  // six elements more than a product
}

TEST(Arrays, ARecordedShapeIsNotGuessed) {
  format::Recording r = sums_of_rows();
  r.tensors[kIn].layout = padded_rows(12, 10);
  const ArrayShape shape = array_shapes(r)[kIn];
  EXPECT_EQ(shape.from, ArrayShape::From::kRecorded);
  EXPECT_EQ(shape.pitch, 10u);
}

TEST(Arrays, EachRowHasItsTurns) {
  const format::Recording r = sums_of_rows();
  const Footprints footprints(r);
  const ArrayGrid in = array_grid(array_shapes(r)[kIn], 4, kWidth, kHeight);
  // Block 1 has rows 2 to 4 of `in`. Warp 0 loads row 3, while warp 1, which has not begun, will load row 4 so.
  const auto cells = array_turns(r, footprints, kIn, in, {1, 0, 1});
  using enum Turn;
  const Turns expected[kHeight] = {turns({kAnyBlock}, format::Op::kLoad),
                                   turns({kAnyBlock}, format::Op::kLoad),
                                   turns({kBefore, kAnyBlock}, format::Op::kLoad),
                                   turns({kNow, kLater, kAnyBlock}, format::Op::kLoad),
                                   turns({kBeside, kLater, kAnyBlock}, format::Op::kLoad),
                                   Turns{}};
  ASSERT_EQ(cells.size(), kHeight * kWidth);
  for (std::uint32_t i = 0; i < cells.size(); ++i) EXPECT_EQ(cells[i], expected[i / kWidth]) << i;
}

TEST(Arrays, ACellOfManyElementsHasTheTurnsOfAll) {
  const format::Recording r = sums_of_rows();
  const Footprints footprints(r);
  const ArrayGrid grid = array_grid(array_shapes(r)[kOut], 4, 10, 3);  // 2 x 2 elements
  const auto cells = array_turns(r, footprints, kOut, grid, {0, 1, 2});
  ASSERT_EQ(cells.size(), 30u);
  using enum Turn;
  for (std::uint32_t i = 0; i < cells.size(); ++i)
    EXPECT_EQ(cells[i], i < 10   ? turns({kBefore, kNow, kBeside, kAnyBlock}, format::Op::kStore)
                        : i < 20 ? turns({kAnyBlock}, format::Op::kStore)
                                 : Turns{})
        << i;
}

TEST(Arrays, AnUpdateIsALoadAndAStore) {
  format::Recording r = sums_of_rows();
  r.sites[kStore].op = format::Op::kAtomic;
  const ArrayGrid grid = array_grid(array_shapes(r)[kOut], 4, kWidth, kHeight);
  const Turns of_others = array_turns(r, Footprints(r), kOut, grid, {1, 0, 0})[0];
  EXPECT_TRUE(of_others.has(Turn::kAnyBlock, format::Op::kLoad));
  EXPECT_TRUE(of_others.has(Turn::kAnyBlock, format::Op::kStore));
  EXPECT_FALSE(of_others.has(Turn::kLater));
}

TEST(Arrays, WritersAreWarpLaneAndBlock) {
  const format::Recording r = sums_of_rows();
  const Footprints footprints(r);
  const ArrayShape shape = array_shapes(r)[kOut];
  const Rect part = stored_part(r, footprints, kOut, shape, 1);
  EXPECT_EQ(part, (Rect{2, 0, 2, kWidth}));
  const ArrayGrid grid{shape, part, 1, 1, 4};
  for (const std::uint32_t request : {2u, kEnd}) {  // before warp 1 stores, and in the end
    const auto cells = array_writers(r, footprints, kOut, grid, {1, 1, request});
    for (std::uint32_t i = 0; i < cells.size(); ++i) {
      const Write& write = cells[i].write;
      EXPECT_EQ(write.written, i < kWidth || request == kEnd) << i;
      if (!write.written) continue;
      EXPECT_EQ(write.warp, i / kWidth) << i;
      EXPECT_EQ(write.lane, i % kWidth) << i;
      EXPECT_FALSE(cells[i].several) << i;
    }
  }
  const ArrayGrid whole = array_grid(shape, 4, kWidth, kHeight);
  const auto blocks = storing_blocks(r, footprints, kOut, whole);
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    const std::uint32_t row = i / kWidth;
    EXPECT_EQ(blocks[i].block, row < 4 ? std::optional(row / 2) : std::nullopt) << i;
  }
}

TEST(Arrays, StoredElementsAreThoseOfTheBlockAlone) {
  format::Recording r = sums_of_rows();
  r.sites[kStore].width = 8;  // a pair of elements, all but the last of a lane's the next lane's too
  std::vector<std::uint32_t> expected;
  for (std::uint32_t element = 2 * kWidth; element <= 4 * kWidth; ++element) expected.push_back(element);
  const Footprints footprints(r);
  const ArrayShape shape = array_shapes(r)[kOut];
  EXPECT_EQ(stored_elements(r, footprints, kOut, shape, 1, expected.size()), expected);
  EXPECT_TRUE(stored_elements(r, footprints, kOut, shape, 1, expected.size() - 1).empty());
  EXPECT_TRUE(stored_elements(r, footprints, kIn, array_shapes(r)[kIn], 1, 1000).empty());
}

TEST(Arrays, CellsOfSeveralWarpsSaySo) {
  const format::Recording r = sums_of_rows();
  const ArrayGrid grid = array_grid(array_shapes(r)[kOut], 4, kWidth, 3);  // two rows high
  const auto cells = array_writers(r, Footprints(r), kOut, grid, {0, 0, kEnd});
  EXPECT_TRUE(cells[0].several);
  EXPECT_FALSE(cells[kWidth].write.written);
}

TEST(Arrays, UsesAreWhatIsTouchedAndWhoStores) {
  format::Recording r = sums_of_rows();
  const std::vector<ArrayUse> uses = array_uses(r, array_shapes(r), Footprints(r));
  ASSERT_EQ(uses.size(), 2u);
  const ArrayUse &in = uses[kIn], &out = uses[kOut];
  EXPECT_EQ(in.touched, 5 * kWidth);  // rows that two warps load count once
  EXPECT_EQ(in.stores.blocks, 0u);
  EXPECT_EQ(out.touched, 4 * kWidth);
  EXPECT_EQ(out.stores.blocks, 2u);
  EXPECT_EQ(out.stores.again, false);
  EXPECT_EQ(out.stores.block, 0u);
  ASSERT_EQ(out.stores.of_block.size(), 2 * kWidth);
  EXPECT_EQ(out.stores.of_block.back(), 2 * kWidth - 1);
  EXPECT_EQ(out.stores.warp, 0u);
  ASSERT_EQ(out.stores.of_warp.size(), kWidth);
  EXPECT_EQ(out.stores.of_warp.back(), kWidth - 1);
  r.sites[kBelow].op = format::Op::kAtomic;  // what one warp loads, another one updates
  EXPECT_EQ(array_uses(r, array_shapes(r), Footprints(r))[kIn].touched, 5 * kWidth);
  r.sites[kLoad].op = format::Op::kAtomic;  // row 2 is both blocks'
  EXPECT_EQ(array_uses(r, array_shapes(r), Footprints(r))[kIn].stores.again, true);
}

TEST(Arrays, TheStoreThatEndsALaunchWritesNothing) {
  format::Recording r = sums_of_rows();
  r.fault = format::LaunchFault{.y = 1, .x = 0, .thread = 35, .request = 2, .does = {}};
  const Footprints footprints(r);
  const ArrayUse out = array_uses(r, array_shapes(r), footprints)[kOut];
  EXPECT_EQ(out.touched, 3 * kWidth);
  EXPECT_EQ(out.stores.elements, 3 * kWidth);
  EXPECT_EQ(out.stores.of_block.size(), 2 * kWidth);  // block 0 does the same and is whole
  const ArrayGrid grid = array_grid(out.shape, 4, kWidth, kHeight);
  const auto writers = array_writers(r, footprints, kOut, grid, {1, 0, kEnd});
  EXPECT_TRUE(writers[2 * kWidth].write.written);
  EXPECT_FALSE(writers[3 * kWidth].write.written);
}

/// Warp 2 stores to row 0 after warp 1, and to row 1 both before and after it.
TEST(Arrays, UsesNameTheFirstWarpThatStoresThoughOthersStoreLater) {
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = r.grid_x = 1, r.threads = 96;
  r.tensors = {row("in", kWidth), row("out", 2 * kWidth)};
  r.sites = {{.name = "out_store", .tensor = kOut, .op = format::Op::kAtomic, .line = 3}};
  builder.add_block(
      0, 0, {of_row(0, 1, 0, 0), of_row(0, 1, 1, 1), of_row(0, 2, 0, 0), of_row(0, 2, 0, 1), of_row(0, 2, 2, 1)},
      {5, 6, 0});
  const format::Recording recording = builder.finish();
  const ArrayStores stores = array_uses(recording, array_shapes(recording), Footprints(recording))[kOut].stores;
  EXPECT_EQ(stores.warp, 1u);
  EXPECT_EQ(stores.of_block.size(), 2 * kWidth);
  EXPECT_EQ(stores.of_warp, stores.of_block);
}

TEST(Arrays, ShapesAreGivenByParametersAndNumbers) {
  format::Recording r = sums_of_rows();
  const auto shape = parse_shape("in=4:heightx20");
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->rows_columns, (std::vector<std::string>{"height", "20"}));
  ASSERT_TRUE(give_shape(r, *shape));
  EXPECT_EQ(r.tensors[kIn].layout.rows, kHeight);
  EXPECT_EQ(r.tensors[kIn].layout.pitch, kWidth);
  EXPECT_EQ(array_shapes(r)[kIn].from, ArrayShape::From::kRecorded);
  ASSERT_TRUE(give_shape(r, *parse_shape("out=2:12x20")));  // halves
  EXPECT_EQ(r.tensors[kOut].element_bytes, 2u);
}

TEST(Arrays, ShapesOfThreeDimensionsAreRowsOfProducts) {
  format::Recording r = sums_of_rows();
  r.parameters = {{"launch", "1"}, {"nx", "20"}, {"ny", "3"}, {"nz", "2"}};
  EXPECT_EQ(array_shapes(r)[kIn].of, "nz \u00d7 ny \u00d7 nx");
  for (const GivenShape& shape : {*parse_shape("in=4:nz*nyxnx"), shapes_in("// gemmscope: in[nz][ ny ][nx]").front()}) {
    format::Recording given = r;
    ASSERT_TRUE(give_shape(given, shape));
    EXPECT_EQ(given.tensors[kIn].layout.rows, kHeight);
    EXPECT_EQ(given.tensors[kIn].layout.pitch, kWidth);
  }
  EXPECT_FALSE(give_shape(r, *parse_shape("in=4:nz*4000000000x10")));
}

TEST(Arrays, ParametersOfOneValueGiveNoNames) {
  format::Recording r = sums_of_rows();
  r.parameters = {{"launch", "1"}, {"height", "6"}, {"width", "20"}, {"depth", "20"}};
  const ArrayShape shape = array_shapes(r)[kIn];
  EXPECT_EQ(shape.from, ArrayShape::From::kGuessed);
  EXPECT_EQ(shape.pitch, kWidth);
  EXPECT_EQ(shape.of, "");
}

/// A tile of 10 x 34 of the 25 x 40 elements, with a halo above and on the left that is not there: lanes follow one
/// another through its rows, so a row goes on in the next warp.
TEST(Arrays, RowsGoOnFromWarpToWarp) {
  constexpr std::uint32_t kTileWidth = 34, kTile = 10 * kTileWidth;
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = r.grid_x = 1, r.threads = 256;
  r.parameters = {{"launch", "1"}, {"w", "40"}, {"h", "25"}};
  r.tensors = {row("in", 25 * 40)};
  r.sites = {{.name = "in_load", .tensor = kIn, .line = 3}};
  std::vector<format::Request> requests;
  for (std::uint16_t warp = 0; warp < 8; ++warp)
    for (std::uint32_t first = warp * 32u; first < kTile; first += 256) {
      format::Request request{.site = kLoad, .warp = warp, .k_tile = format::kEpilogue};
      request.address.fill(format::kInactive);
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const std::uint32_t i = first + lane, below = i / kTileWidth, right = i % kTileWidth;
        if (i >= kTile || below == 0 || right == 0) continue;
        request.mask |= 1u << lane, request.address[lane] = 4 * ((below - 1) * 40 + right - 1);
      }
      if (request.mask != 0) requests.push_back(request);
    }
  builder.add_block(0, 0, requests, {1});
  EXPECT_EQ(array_shapes(builder.finish())[kIn].of, "h \u00d7 w");
}

/// Each warp loads a part of one row of `in`, and nobody steps to another row of it.
format::Recording one_row_in_rows_out(std::uint32_t elements_between_lanes) {
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = r.grid_x = 1, r.threads = 64;
  r.parameters = {{"launch", "1"}, {"u", "20"}, {"v", "6"}};
  r.tensors = {row("in", 120), row("out", 120)};
  r.sites = {{.name = "in_load", .tensor = kIn, .line = 3},
             {.name = "out_store", .tensor = kOut, .op = format::Op::kStore, .line = 4}};
  std::vector<format::Request> requests;
  for (std::uint16_t warp = 0; warp < 2; ++warp)
    for (const std::uint16_t site : {kIn, kOut}) {
      format::Request request{.site = site, .warp = warp, .k_tile = format::kEpilogue, .mask = 0xf};
      request.address.fill(format::kInactive);
      for (std::uint32_t lane = 0; lane < 4; ++lane)
        request.address[lane] = site == kIn ? 4 * (4 * warp + lane) : 4 * (20 * warp + elements_between_lanes * lane);
      requests.push_back(request);
    }
  builder.add_block(0, 0, requests, {1});
  return builder.finish();
}

TEST(Arrays, WhatNothingIsKnownOfIsLikeAnArrayOfItsSize) {
  format::Recording r = one_row_in_rows_out(1);
  EXPECT_EQ(array_shapes(r)[kOut].of, "v \u00d7 u");
  EXPECT_EQ(array_shapes(r)[kIn].of, "v \u00d7 u");
  r.tensors[kOut].layout.columns = r.tensors[kOut].layout.pitch = 140;  // and not like others
  r.parameters.push_back({"depth", "7"});
  EXPECT_EQ(array_shapes(r)[kOut].of, "depth \u00d7 u");
  EXPECT_EQ(array_shapes(r)[kIn].of, "u \u00d7 v");
}

/// It may be the transposed one: out[x * h + y] = in[y * w + x].
TEST(Arrays, WhatLanesWalkThroughDownwardsIsNoExampleForWhatTheyWalkThroughAlong) {
  format::Recording r = one_row_in_rows_out(6);
  std::swap(r.parameters[1], r.parameters[2]);  // so that without any steps columns are u
  EXPECT_EQ(array_shapes(r)[kOut].of, "u \u00d7 v");
  EXPECT_EQ(array_shapes(r)[kIn].of, "v \u00d7 u");
}

/// A warp loads a row of an array of `elements` that are as large as its accesses, then the next one.
format::Recording rows_of(std::uint32_t pitch, std::uint32_t elements, std::uint32_t bytes) {
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = r.grid_x = 1, r.threads = 32;
  r.parameters = {{"launch", "1"}, {"N", "96"}, {"K", "40"}};
  r.tensors = {row("B", elements)};
  r.tensors[0].element_bytes = static_cast<std::uint8_t>(bytes);
  r.sites = {{.name = "B_load", .tensor = 0, .width = static_cast<std::uint8_t>(bytes), .line = 3}};
  std::vector<format::Request> requests;
  for (std::uint32_t y = 0; y < 6; ++y) {
    format::Request request{.site = 0, .k_tile = format::kEpilogue, .mask = 0xf};
    request.address.fill(format::kInactive);
    for (std::uint32_t lane = 0; lane < 4; ++lane) request.address[lane] = bytes * (y * pitch + lane);
    requests.push_back(request);
  }
  builder.add_block(0, 0, requests, {1});
  return builder.finish();
}

/// Halves that are loaded in pairs, and bytes that the parameter counts in fours.
TEST(Arrays, ElementsMayBeOfAnotherSizeThanTheParametersCount) {
  const ArrayShape pairs = array_shapes(rows_of(20, 96 * 20, 4))[0], bytes = array_shapes(rows_of(160, 96 * 160, 1))[0];
  EXPECT_EQ(pairs.of, "N \u00d7 K/2");
  EXPECT_EQ(pairs.pitch, 20u);
  EXPECT_EQ(bytes.of, "N \u00d7 4\u00b7K");
  EXPECT_EQ(bytes.pitch, 160u);
  EXPECT_EQ(array_shapes(rows_of(40, 96 * 40, 4))[0].of, "N \u00d7 K");
}

TEST(Arrays, ElementsAreOfAnotherSizeOnlyWhereMostStepsSaySo) {
  EXPECT_EQ(array_shapes(rows_of(10, 96 * 20, 4))[0].from, ArrayShape::From::kFolded);
  format::Recording r = rows_of(40, 96 * 20, 4);  // every second row
  EXPECT_EQ(array_shapes(r)[0].from, ArrayShape::From::kFolded);
}

/// Rows of 64 floats that a warp stores four rows apart step as far as rows of 128 pairs of floats would.
TEST(Arrays, AProductIsAsManyElementsAsTheArrayHas) {
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = r.grid_x = 1, r.threads = 32;
  r.parameters = {{"launch", "1"}, {"M", "128"}, {"N", "64"}, {"K", "32"}};
  r.tensors = {row("C", 128 * 64), row("lists", 32 * 32 * 4)};
  r.sites = {{.name = "C_store", .tensor = 0, .op = format::Op::kStore, .width = 16, .line = 3}};
  format::Request request{.site = 0, .k_tile = format::kEpilogue, .mask = 0xffffffff};
  for (std::uint32_t lane = 0; lane < 32; ++lane) request.address[lane] = 4 * (lane / 16 * 4 * 64 + lane % 16 * 4);
  builder.add_block(0, 0, {request}, {1});
  const format::Recording recording = builder.finish();
  EXPECT_EQ(array_shapes(recording)[0].of, "M \u00d7 N");
  EXPECT_EQ(array_shapes(recording)[0].pitch, 64u);
  format::Recording of_one = recording;
  of_one.parameters = {{"launch", "1"}, {"n", "32"}};  // 32 lists of 32 nodes, each of 16 bytes
  EXPECT_EQ(array_shapes(of_one)[1].from, ArrayShape::From::kFolded);
}

TEST(Arrays, ABiasHasNoRowsOfATile) {
  const auto fused = format::read_file("tests/data/recorded/fused.gst");
  ASSERT_TRUE(fused);
  const auto bias = std::ranges::find(fused->tensors, "bias", &format::Tensor::name) - fused->tensors.begin();
  const ArrayShape shape = array_shapes(*fused, tiles_of(*fused))[static_cast<std::size_t>(bias)];
  EXPECT_EQ(shape.elements, 160u);
  EXPECT_FALSE(shape.two_dimensional());
}

TEST(Arrays, ShapesThatCannotBeAreRefused) {
  const format::Recording r = sums_of_rows();
  for (const char* wrong : {"in=4:7x20", "in=8:6x10", "in=4:depthx20", "other=4:6x20"}) {
    format::Recording copy = r;
    EXPECT_FALSE(give_shape(copy, *parse_shape(wrong))) << wrong;
    EXPECT_EQ(copy, r) << wrong;
  }
  format::Recording joined = r;
  joined.tensors[kIn].parts = {{"a", 0, 256}, {"b", 256, 8}};
  EXPECT_TRUE(has_array(joined, *parse_shape("b=4:1x2")));  // so that its name is not called unknown
  EXPECT_FALSE(give_shape(joined, *parse_shape("b=4:1x2")));
  for (const char* unread : {"", "in", "in=4", "in=4:", "in=4:6", "in=0:6x20", "=4:6x20", "in:4=6x20", "in=4:x"})
    EXPECT_FALSE(parse_shape(unread)) << unread;
}

/// 2^32 rows of 2^32 elements of 16 bytes are 0 bytes in 64 bits, the same number as the array then has.
TEST(Arrays, ShapesOfMoreBytesThan64BitsCountAreRefused) {
  format::Recording r = sums_of_rows();
  r.tensors[kIn].layout = {.rows = 0, .columns = 0, .pitch = 0}, r.tensors[kIn].element_bytes = 16;
  EXPECT_FALSE(give_shape(r, *parse_shape("in=16:2147483648x2147483648")));
  r = sums_of_rows();
  EXPECT_FALSE(give_shape(r, *parse_shape("in=4:4294967295x4294967295")));
}

TEST(Arrays, LongShapesAreRefusedAndTakeNoTime) {
  const auto refused = parse_shape("A=4:" + std::string(60'000, 'x'));
  ASSERT_FALSE(refused);
  EXPECT_LT(refused.error().message.size(), 200u);
  EXPECT_NE(refused.error().message.find("60004 bytes"), std::string::npos) << refused.error().message;
  EXPECT_TRUE(parse_shape("A=4:" + std::string(400, 'x')));
  std::string marks;  // each would look for the end of the only line
  while (marks.size() < 1'000'000) marks += "// gemmscope:";
  EXPECT_TRUE(shapes_in(marks).empty());
}

/// Of a struct that is a parameter, by its byte there, and of one to which such a pointer points.
TEST(Arrays, PointersInStructsAreGivenShapes) {
  const auto shapes = shapes_in("// gemmscope: x[3], p+8[M][K], p+16+0[2][N], p[4][5]");
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0], (GivenShape{"p+8", std::nullopt, {"M", "K"}}));
  EXPECT_EQ(shapes[1], (GivenShape{"p+16+0", std::nullopt, {"2", "N"}}));
  EXPECT_EQ(shapes[2], (GivenShape{"p", std::nullopt, {"4", "5"}}));
  const auto option = parse_shape("p+8=4:MxK");
  ASSERT_TRUE(option);
  EXPECT_EQ(*option, (GivenShape{"p+8", 4, {"M", "K"}}));
}

TEST(Arrays, CommentsGiveShapes) {
  const auto shapes = shapes_in("// gemmscope: in[height][width], w[3], out[6][width]\nint x; // gemmscope: A[M][K]");
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0], (GivenShape{"in", std::nullopt, {"height", "width"}}));
  EXPECT_EQ(shapes[1], (GivenShape{"out", std::nullopt, {"6", "width"}}));
  EXPECT_EQ(shapes[2], (GivenShape{"A", std::nullopt, {"M", "K"}}));
}

}  // namespace
}  // namespace gemmscope::analysis::testing
