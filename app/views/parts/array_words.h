// SPDX-License-Identifier: MIT
/// @file array_words.h
/// Arrays in global memory in words, by the shape they are drawn in. No drawing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/look.h"
#include "tracing/analysis/array_grid.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::views {

/// "in[3][4]", of an array without rows "in[100]".
std::string element_text(const format::Recording& recording, std::uint16_t tensor, const analysis::ArrayShape& shape,
                         std::uint32_t element);
/// "in[3][4 … 7]", "16 elements of in in rows 3 … 5", "32 elements of values, every 32nd from 0 to 992".
std::string elements_text(const format::Recording& recording, std::uint16_t tensor, const analysis::ArrayShape& shape,
                          std::vector<std::uint32_t> elements);

/// "37 × 50" or "300 elements"; of an array that is many allocations, how many: "32 of them".
std::string size_text(const format::Tensor& array, const analysis::ArrayShape& shape);
/// "shape guessed: height \u00d7 width"; empty where it is not. Wherever an element is called by row and column, this
/// is said.
std::string guess_in_words(const analysis::ArrayShape& shape);
/// The same of the array that the current request touches.
std::string guess_in_words(const session::Look& look);
/// What is to be known of the picture: that its shape is guessed or folded, that a cell is many elements. Longer and
/// shorter.
std::vector<std::string> picture_notes(const analysis::ArrayGrid& grid);

/// The elements that the current request accesses; empty if it is to shared memory.
std::vector<std::uint32_t> elements_asked_for(const session::Look& look);
/// Those of one lane.
std::vector<std::uint32_t> elements_asked_for(const session::Look& look, int lane);
/// What the request at the cursor loads from shared memory of a program, or stores to it: elements of arrays, where its
/// code alone tells (tracing/analysis/held.h).
class HeldElements {
 public:
  explicit HeldElements(const session::Look& look);
  /// nullopt: it is computed, not known, or no request to a program's shared memory.
  std::optional<session::Element> at(int lane, std::uint32_t byte) const;
  /// What all lanes load or store there, as far as that is known.
  std::vector<session::Element> all() const;

 private:
  const session::Look& look_;
  bool known_ = false;
  std::vector<analysis::Write> writers_;  ///< [byte / cell_bytes], before the request
};

/// "Warp 0 loads in[0][0 … 17]."; "Warp 0 loads in[0][0 … 17] from tile."; if it reads from shared memory
/// and what that holds is not known, this is said.
std::string request_sentence(const session::Look& look);

}  // namespace gemmscope::views
