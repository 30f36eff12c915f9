// SPDX-License-Identifier: MIT
/// @file element_map.h
/// How often a launch loads, or stores, each element of a matrix: strips of single blocks, laid on the matrix.
///
/// Blocks repeat each other. So the map keeps one strip for each way in which blocks load a matrix, and of the matrix
/// only the places of strips: 4096 x 4096 elements of A are 32 times one strip of 128 x 4096.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/block_strip.h"

namespace gemmscope::analysis {

/// The counts of one element.
struct ElementCount {
  std::uint64_t lanes = 0, requests = 0;  ///< as Touches, of all blocks together
  std::uint64_t blocks = 0;               ///< blocks with at least one of these requests

  friend bool operator==(const ElementCount&, const ElementCount&) = default;
};

class ElementMap {
 public:
  /// A strip as often as `blocks` says, its corner at (line, place).
  struct Laid {
    std::uint32_t strip = 0, line = 0, place = 0;
    std::uint64_t blocks = 0;
  };

  ElementMap() = default;
  /// `laid` must be inside `lines` x `places`. Cost: one step for each of `laid`, and for each cell that their edges
  /// cut the matrix into; too_large() if these are more than 2^22.
  ElementMap(std::vector<Strip> strips, std::vector<Laid> laid, std::uint32_t lines, std::uint32_t places);

  bool too_large() const { return too_large_; }
  /// An element by its place in memory: (row, column), of a column-major matrix (column, row).
  [[nodiscard]] ElementCount at(std::uint32_t line, std::uint32_t place) const;

  struct Totals {
    Times lanes, requests, blocks;  ///< over all elements, also those at which nothing happens
  };
  /// Cost: one step for each element of each way in which cells are covered: about one for each element of the strips.
  /// nullopt where they are more than 2^28.
  [[nodiscard]] std::optional<Totals> totals() const;

 private:
  /// Part of a strip that covers a cell: its element (line, place) is the cell's first.
  struct Cover {
    std::uint32_t strip = 0, line = 0, place = 0;
    std::uint64_t blocks = 0;
    friend auto operator<=>(const Cover&, const Cover&) = default;
  };
  ElementCount count(const std::vector<Cover>& covers, std::uint32_t line, std::uint32_t place) const;

  bool lay(const std::vector<Laid>& laid);

  bool too_large_ = false;
  std::vector<Strip> strips_;
  std::vector<std::uint32_t> line_cuts_, place_cuts_;  ///< where cells begin, and the end of the last
  std::vector<std::vector<Cover>> cells_;              ///< [line cut * (place cuts - 1) + place cut], sorted
};

}  // namespace gemmscope::analysis
