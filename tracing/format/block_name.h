// SPDX-License-Identifier: MIT
/// @file block_name.h
/// What blocks are called: `(x,y,z)`, as CUDA's tools write them. Two numbers, which links and options take too, are
/// y,x.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tracing/format/recording.h"

namespace gemmscope::format {

/// gridDim.
struct Grid {
  std::uint32_t x = 0, y = 0, z = 1;
};

/// blockIdx, as people write it.
struct BlockName {
  std::uint32_t x = 0, y = 0;
  std::optional<std::uint32_t> z{};  ///< none: written y,x; not possible in a grid with z

  friend bool operator==(const BlockName&, const BlockName&) = default;
};

/// Row, as Recording::grid_y counts them, and column.
struct BlockPlace {
  std::uint32_t y = 0, x = 0;
};

Grid grid_of(const Recording& recording);

/// Two numbers are y and x, three are x, y and z. Nothing: it is another number of them.
std::optional<BlockName> block_of(std::span<const std::uint32_t> numbers);
/// "2,0" or "0,2,1", with parentheses or without. Nothing: it is neither.
std::optional<BlockName> parse_block_name(std::string_view text);
/// As links and options take it: "2,0" or "0,2,1".
std::string text_of(const BlockName& name);

/// Nothing: the grid does not have the block, or it has z and the name has none.
std::optional<BlockPlace> place_of(const BlockName& name, const Grid& grid);
/// Index into Recording::blocks. Nothing: it is not recorded, or as above.
std::optional<std::uint32_t> find_block(const Recording& recording, const BlockName& name);

/// The name of the block in row `y`, as Recording::grid_y counts them, and column `x`.
BlockName name_of_block(const Recording& recording, std::uint32_t y, std::uint32_t x);
/// For people: "2,0" or "(0,2,1)".
std::string block_name(const Recording& recording, std::uint32_t y, std::uint32_t x);
std::string block_name(const Recording& recording, const Block& block);
/// What there is instead of a block that is not: "8 blocks of a grid of 2 x 4", rows first, or "48 blocks of a grid of
/// 4 x 3 x 4, written x,y,z".
std::string blocks_there_are(const Recording& recording);

}  // namespace gemmscope::format
