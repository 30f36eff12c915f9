// SPDX-License-Identifier: MIT
/// @file steps.h
/// What tests of analyses record: each step of the ladder with its own numbers, and some with others.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/steps/step.h"
#include "tests/sweep.h"

namespace gemmscope::testing {

/// Paddings, other tiles and narrower accesses: they change where elements go. One for each idea, because nvcc compiles
/// each.
inline std::vector<Step> settings() {
  return {{"warp_tile", "k10_a100"},
          {.name = "warp_tile", .numbers = {{"PA", "2"}, {"PB", "4"}}},
          {"block_tile", "under64"},
          {.name = "half_padded", .numbers = {{"pad", "2"}, {"vec", "2"}}}};
}
inline std::string name_of_setting(const ::testing::TestParamInfo<Step>& step) {
  std::string name = step.param.key();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

/// BM x BN x BK of a step's own numbers; settings() have these or less.
struct BlockTile {
  std::uint32_t BM = 128, BN = 128, BK = 16;
};
inline BlockTile tile_of(const Step& step) {
  const auto is = [&](auto... names) { return ((step.name == names) || ...); };
  if (is("naive", "coalesced", "shared_tile")) return {32, 32, 32};
  if (is("wide_copy", "vectorized", "split")) return {128, 128, 8};
  if (is("sgemm64", "direct_store")) return {64, 64, 8};
  if (is("half_padded", "half_swizzled")) return {128, 128, 64};
  return {};
}
/// So many block tiles down and across and k-tiles; `beyond`: so much more along M, N and K.
inline Product tiles(const Step& step, std::uint32_t down, std::uint32_t across, std::uint32_t k_tiles,
                     std::uint32_t beyond = 0) {
  const BlockTile tile = tile_of(step);
  return {.M = down * tile.BM + beyond, .N = across * tile.BN + beyond, .K = k_tiles * tile.BK + beyond};
}

}  // namespace gemmscope::testing
