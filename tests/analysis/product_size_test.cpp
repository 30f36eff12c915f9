// SPDX-License-Identifier: MIT
// M, N and K, and how many products of that size there are, from how far blocks reach.
#include "tracing/analysis/tiles/product_size.h"

#include <gtest/gtest.h>

#include "tests/analysis/recording_builder.h"

namespace gemmscope::analysis::testing {
namespace {

constexpr std::uint16_t kA = 0, kB = 1, kC = 2;

/// What a block of one warp loads and stores: rows of C by columns, each the sum of these k's. Rows of A, of B and of C
/// begin so many rows farther on, as in a batch.
struct Part {
  format::Range rows, columns, ks;
  std::uint32_t further_A = 0, further_B = 0, further_C = 0;
};

struct Launch {
  std::uint32_t pitch_A = 16, pitch_B = 16, pitch_C = 16;
  std::uint32_t grid_x = 1, grid_y = 1, grid_z = 1;
  std::vector<std::uint32_t> arguments{};
  std::uint32_t rows_of_A = 64, rows_of_C = 64;
};

format::Request run_of(std::uint16_t site, std::uint32_t first, std::uint32_t elements) {
  format::Request request{.site = site, .k_tile = format::kEpilogue, .mask = (1u << elements) - 1};
  request.address.fill(format::kInactive);
  for (std::uint32_t lane = 0; lane < elements; ++lane) request.address[lane] = 4 * (first + lane);
  return request;
}

std::optional<ProductSize> size_of(const Launch& launch, const std::vector<Part>& parts) {
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_x = launch.grid_x, r.grid_y = launch.grid_y * launch.grid_z, r.grid_z = launch.grid_z, r.threads = 32;
  r.parameters = {{"launch", "16"}, {"grid", "16"}, {"block", "32"}};
  for (const std::uint32_t argument : launch.arguments) r.parameters.push_back({"n", std::to_string(argument)});
  for (const char* name : {"A", "B", "C"}) {
    format::Tensor& tensor = r.tensors.emplace_back();
    const std::uint32_t elements = *name == 'C'   ? launch.rows_of_C * launch.pitch_C
                                   : *name == 'A' ? launch.rows_of_A * launch.pitch_A
                                                  : 4096;
    tensor.name = name, tensor.element_bytes = 4;
    tensor.layout = {.rows = 1, .columns = elements, .pitch = elements};
  }
  r.sites = {
      {.name = "A", .tensor = kA}, {.name = "B", .tensor = kB}, {.name = "C", .tensor = kC, .op = format::Op::kStore}};
  for (format::Site& site : r.sites) site.width = 4;
  for (std::uint32_t b = 0; b < parts.size(); ++b) {
    const Part& part = parts[b];
    std::vector<format::Request> requests;
    for (std::uint32_t row = part.rows.begin; row < part.rows.end; ++row)
      requests.push_back(run_of(kA, (row + part.further_A) * launch.pitch_A + part.ks.begin, part.ks.size()));
    for (std::uint32_t k = part.ks.begin; k < part.ks.end; ++k)
      requests.push_back(run_of(kB, (k + part.further_B) * launch.pitch_B + part.columns.begin, part.columns.size()));
    for (std::uint32_t row = part.rows.begin; row < part.rows.end; ++row)
      requests.push_back(run_of(kC, (row + part.further_C) * launch.pitch_C + part.columns.begin, part.columns.size()));
    builder.add_block(b / launch.grid_x, b % launch.grid_x, requests, {0});
  }
  const format::Recording recording = builder.finish();
  return product_size(recording, {kA, false, launch.pitch_A}, {kB, false, launch.pitch_B}, {kC, false, launch.pitch_C});
}

std::vector<std::uint32_t> sides(const std::optional<ProductSize>& size) {
  return size ? std::vector{size->M, size->N, size->K} : std::vector<std::uint32_t>{};
}
using Sides = std::vector<std::uint32_t>;

const std::vector<Part> kFourBlocks{
    {{0, 8}, {0, 8}, {0, 12}}, {{0, 8}, {8, 15}, {0, 12}}, {{8, 11}, {0, 8}, {0, 12}}, {{8, 11}, {8, 15}, {0, 12}}};

TEST(ProductSize, IsHowFarAllBlocksReach) {
  const auto size = size_of({.grid_x = 2, .grid_y = 2}, kFourBlocks);
  EXPECT_EQ(sides(size), (Sides{11, 15, 12}));
  EXPECT_EQ(size->batch.products, 1u);
  EXPECT_FALSE(size->in_part);
}

TEST(ProductSize, IsWithoutTheRowThatAGuardLetsThrough) {
  const auto with = [](const std::vector<std::uint32_t>& arguments) {
    return sides(size_of({.grid_x = 2, .grid_y = 2, .arguments = arguments}, kFourBlocks));
  };
  EXPECT_EQ(with({10, 15, 12}), (Sides{10, 15, 12}));
  EXPECT_EQ(with({9, 14, 12}), (Sides{9, 14, 12}));
  EXPECT_EQ(with({11, 15, 12}), (Sides{11, 15, 12}));
  EXPECT_EQ(with({8, 15, 12}), (Sides{11, 15, 12}));  // more than two rows
}

/// Where K has the argument, it says nothing of M, unless all sides are the only argument.
TEST(ProductSize, IsNotWhatAnArgumentSaysOfAnotherSide) {
  const std::vector<Part> blocks{{{0, 13}, {0, 15}, {0, 12}}};
  EXPECT_EQ(sides(size_of({.arguments = {12, 15}}, blocks)), (Sides{13, 15, 12}));
  EXPECT_EQ(sides(size_of({.arguments = {12, 15, 12}}, blocks)), (Sides{12, 15, 12}));
  EXPECT_EQ(sides(size_of({.arguments = {12}}, {{{0, 13}, {0, 12}, {0, 12}}})), (Sides{12, 12, 12}));
}

TEST(ProductSize, OfARecordingInPartIsWhatArgumentsSayOfC) {
  const std::vector<Part> first{kFourBlocks[0]};
  Launch launch{.grid_x = 2, .grid_y = 2, .rows_of_A = 11, .rows_of_C = 11};
  const auto unknown = size_of(launch, first);
  EXPECT_EQ(sides(unknown), (Sides{8, 8, 12}));
  EXPECT_TRUE(unknown->in_part);
  launch.arguments = {11, 16, 12};
  const auto known = size_of(launch, first);
  EXPECT_EQ(sides(known), (Sides{11, 16, 12}));
  EXPECT_FALSE(known->in_part);
  launch.pitch_B = 20;  // rows of C may be longer than what is multiplied
  EXPECT_EQ(sides(size_of(launch, first)), (Sides{11, 8, 12}));
}

TEST(ProductSize, OfABatchAlongZ) {
  const auto size = size_of({.grid_z = 2}, {{{0, 8}, {0, 16}, {0, 12}}, {{0, 8}, {0, 16}, {0, 12}, 8, 12, 8}});
  EXPECT_EQ(sides(size), (Sides{8, 16, 12}));
  EXPECT_EQ(size->batch, (format::Batch{2, {8, 0}, {12, 0}, {8, 0}}));
}

TEST(ProductSize, OfProductsBehindEachOther) {
  const auto size = size_of({.grid_x = 2}, {{{0, 8}, {0, 16}, {0, 12}}, {{0, 8}, {0, 16}, {0, 12}, 8, 12, 8}});
  EXPECT_EQ(sides(size), (Sides{8, 16, 12}));
  EXPECT_EQ(size->batch.products, 2u);
}

TEST(ProductSize, OfPartsOfKWithACEach) {
  const Launch launch{.grid_z = 3};
  const auto size = size_of(
      launch, {{{0, 8}, {0, 16}, {0, 6}}, {{0, 8}, {0, 16}, {6, 12}, 0, 0, 8}, {{0, 8}, {0, 16}, {12, 16}, 0, 0, 16}});
  EXPECT_EQ(sides(size), (Sides{8, 16, 6}));
  EXPECT_EQ(size->batch, (format::Batch{3, {0, 6}, {6, 0}, {8, 0}}));
  EXPECT_EQ(size->last_K, 4u);
  // a shorter part that is not the last one; products of different K
  EXPECT_FALSE(size_of(
      launch, {{{0, 8}, {0, 16}, {0, 6}}, {{0, 8}, {0, 16}, {6, 10}, 0, 0, 8}, {{0, 8}, {0, 16}, {12, 16}, 0, 0, 16}}));
  EXPECT_FALSE(size_of({.grid_z = 2}, {{{0, 8}, {0, 16}, {0, 12}}, {{0, 8}, {0, 16}, {0, 10}, 8, 12, 8}}));
}

}  // namespace
}  // namespace gemmscope::analysis::testing
