// SPDX-License-Identifier: MIT
/// @file memory_lines.h
/// What is drawn of the block's shared memory: which lines, and what is in each cell. No drawing.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/session/look.h"
#include "app/views/shared/picture.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::views {

struct MemoryLines {
  std::uint32_t cell_bytes = 4;
  std::vector<analysis::Write> writers;                ///< [byte / cell_bytes], before the request
  std::vector<std::uint32_t> lanes;                    ///< [byte / 4]: lanes that touch the word, or will fill it
  std::array<std::uint8_t, analysis::kBanks> words{};  ///< that each bank serves for the request
  std::vector<std::uint32_t> lines{};                  ///< shown, byte / 128, ascending
  std::uint32_t all = 0;                               ///< lines that the block has
  std::uint32_t bank = 0, banks = analysis::kBanks;    ///< the part of each line that is shown
  std::uint32_t large = 1;                             ///< lines that have room with large cells
  bool zoomed = false;                                 ///< to large cells
  bool all_large = false;                              ///< what is shown without a zoom has room with large cells

  std::uint32_t count() const { return static_cast<std::uint32_t>(lines.size()); }
  std::uint32_t cells() const { return count() * banks; }
  /// In reading order.
  std::uint32_t word(std::uint32_t cell) const { return lines[cell / banks] * analysis::kBanks + bank + cell % banks; }

  /// The last store to a word: of its cells, the last one written.
  const analysis::Write* writer(std::uint32_t word) const;
};

/// How many lines fit: the lowest that can be read, and those with large cells.
struct LinesThatFit {
  std::uint32_t low = 1, large = 1;
};
/// The lines of the `tile`; without a tile all lines that fit, or those around the first that the request touches.
/// After a zoom: the lines that it leads to.
MemoryLines memory_lines(const session::Look& look, LinesThatFit fitting, const SharedPicture* tile = nullptr);

/// The zoom after the wheel turned by `notches` over `word`, which stays where it is as far as that is possible.
MemoryZoom zoomed(const session::Look& look, const MemoryLines& shown, float notches, std::uint32_t word);
/// The same, moved to what comes next in memory; up is back.
MemoryZoom moved(const session::Look& look, const MemoryLines& shown, float notches);

/// The array that holds the byte; nullopt where none does.
std::optional<std::uint16_t> array_at(const format::Recording& recording, std::uint32_t byte);

/// The element that the whole word holds; nullopt: it is computed or not known, or parts of it are of several.
std::optional<analysis::Element> element_held(const session::Look& look, const MemoryLines& lines, std::uint32_t word);

/// What the lane drawn in detail does: "Lane 0 reads tile[0][0], which holds A[0][0]."
std::string memory_sentence(const session::Look& look);
/// What the request costs: "1 bank serves 32 different words: 32 wavefronts, ideal 1."
std::string memory_cost(const session::Look& look);

/// "tile[19], byte 76, bank 19 \n stored by warp 0, lane 19, line 14 \n now loaded by lanes 0–3". With the `tile` that
/// is drawn over the memory, also for which k-tile, and whether it is padding.
std::string word_story(const session::Look& look, const MemoryLines& lines, std::uint32_t word,
                       const SharedPicture* tile = nullptr);

}  // namespace gemmscope::views
