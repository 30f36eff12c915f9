// SPDX-License-Identifier: MIT
/// @file cells.h
/// The numbers of the three heatmaps. Pure data.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/session/look.h"

namespace gemmscope::views {

/// One row of numbers with what selects it.
struct HeatRow {
  std::string label;       ///< of a source line all that it accesses: "A load, As store"
  std::uint16_t site = 0;  ///< of the sites it adds up the first; of a source line the one that costs most
  std::uint32_t line = 0;
  std::vector<std::uint64_t> values;
  std::uint64_t excess = 0;                ///< of a site: wavefronts, each of which uses several banks
  std::uint64_t faults = 0;                ///< requests that `values` leave out, because they fault
  std::vector<std::uint64_t> before = {};  ///< the baseline's, of the same site; empty without one
};

/// Sites with shared accesses, by line: per bank the wavefronts it worked in, or those beyond the first of a phase, as
/// the heatmap's state says.
std::vector<HeatRow> bank_rows(const session::Look& look);

/// Lines with a request: requests, wavefronts, excess, sectors.
std::vector<HeatRow> line_rows(const session::Look& look);
inline constexpr std::array<const char*, 4> kLineColumns{"requests", "wavefronts", "excess", "sectors"};

/// One shared tile, as the kernel indexes it: rows x pitch values.
struct HeatTile {
  std::uint16_t tensor = 0;
  int rows = 0, columns = 0;  ///< columns = pitch: with the padding
  int used_columns = 0;
  /// Wavefronts that moved the cell's word for this tile, or those with a conflict in its bank; all buffers added up.
  std::vector<std::uint64_t> values;
  std::vector<std::uint64_t> before = {};  ///< the baseline's, of the same row and column; empty without one
};
std::vector<HeatTile> tiles_of(const session::Look& look);

/// Sets HeatRow::before from the rows of the baseline with the same label, several of one label in their order. Where
/// there is none its numbers are 0. A row that only the baseline has is left out; returns how many are.
std::size_t set_before(std::vector<HeatRow>& rows, const std::vector<HeatRow>& baseline);
/// The same by the tensors' names. Elements that the baseline does not have, and padding, do not change.
void set_before(std::vector<HeatTile>& tiles, const session::Look& look, const session::Look& baseline);

/// What is drawn: the values, or beside a baseline how much more they are.
template <class Part>
std::vector<std::int64_t> drawn_values(const Part& part) {
  std::vector<std::int64_t> drawn(part.values.begin(), part.values.end());
  for (std::size_t i = 0; i < part.before.size(); ++i) drawn[i] -= static_cast<std::int64_t>(part.before[i]);
  return drawn;
}
/// The furthest from 0 of all drawn_values().
template <class Parts>
std::uint64_t most_drawn(const Parts& parts) {
  std::uint64_t most = 0;
  for (const auto& part : parts)
    for (const std::int64_t value : drawn_values(part))
      most = std::max(most, static_cast<std::uint64_t>(value < 0 ? -value : value));
  return most;
}
/// The range of a tile's cells without the padding.
struct HeatRange {
  std::uint64_t least = 0, most = 0;
  bool even() const { return least == most; }
};
HeatRange range_of(const HeatTile& tile);
/// "all cells of a tile are equal", or where the hottest one is: "hottest: As[3][4], 12 moves".
std::string hottest_in_words(const session::Look& look, const std::vector<HeatTile>& tiles);
/// "As: 8 rows of 64, 2 buffers summed": what the picture of a tile has, before its numbers.
std::string tile_in_words(const format::Tensor& tensor, const HeatTile& tile);
/// What they count, after the number `n`: "moves", or of cells smaller than a word "moves of its 4-byte word".
std::string cell_unit(const session::Look& look, std::uint64_t n);

/// The largest of all values.
std::uint64_t most_of(const std::vector<HeatRow>& rows);
std::uint64_t most_of(const std::vector<HeatTile>& tiles);

}  // namespace gemmscope::views
