// SPDX-License-Identifier: MIT
/// @file state.h
/// What the shared view remembers.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/session/state_entries.h"

namespace gemmscope::views {

/// What is drawn of the shared memory of a program without tiles.
struct MemoryZoom {
  std::uint32_t banks = 0;           ///< so many side by side, in large cells; 0: all 32, and all lines that have room
  std::uint32_t bank = 0, line = 0;  ///< the first that are drawn; `bank` is a multiple of `banks`
  std::uint32_t followed = 0;        ///< the cursor's request when it was chosen: later ones must not be out of sight

  static constexpr std::uint32_t kLeast = 4, kMost = 32;  ///< banks
  friend bool operator==(const MemoryZoom&, const MemoryZoom&) = default;
};

struct SharedState {
  static constexpr int kMostTiles = 64;
  int tile = 0;        ///< 0 = the tile of the current request, 1 = As, 2 = Bs
  bool whole = false;  ///< all lines of the tile instead of those the request touches
  MemoryZoom memory;

  void share(const SharedState& other) { *this = other; }
  static session::StateEntries<SharedState> entries() {
    // A number stands for an array beyond these.
    session::StateEntry<SharedState> tile =
        session::word_entry("tile", &SharedState::tile, {"request", "As", "Bs", "Cs"});
    const session::StateEntry<SharedState> number =
        session::number_entry("tile", "", &SharedState::tile, 1, kMostTiles);
    tile.form +=
        " (of a program its first, second and third array in shared memory, whatever they are called), or 4 and on";
    tile.read = [word = tile.read, number = number.read](std::string_view text, SharedState& state) {
      return word(text, state) || number(text, state);
    };
    tile.print = [word = tile.print, number = number.print](const SharedState& state) {
      const std::string text = word(state);
      return text.empty() ? number(state) : text;
    };
    return {std::move(tile),
            session::flag_entry("whole_tile", &SharedState::whole),
            {"memory", "BANKS:BANK:LINE:REQUEST, so many banks, the first bank and line of shared memory, and when",
             read_memory, [](const SharedState& state) {
               const MemoryZoom& at = state.memory;
               return at.banks == 0 ? ""
                                    : std::to_string(at.banks) + ":" + std::to_string(at.bank) + ":" +
                                          std::to_string(at.line) + ":" + std::to_string(at.followed);
             }}};
  }
  friend bool operator==(const SharedState&, const SharedState&) = default;

 private:
  static bool read_memory(std::string_view text, SharedState& state) {
    const auto cut = [&] {
      const std::string_view part = text.substr(0, text.find(':'));
      text.remove_prefix(std::min(text.size(), part.size() + 1));
      return part;
    };
    MemoryZoom read;
    if (!session::read_number(cut(), MemoryZoom::kLeast, MemoryZoom::kMost, read.banks) ||
        !session::read_number(cut(), 0u, MemoryZoom::kMost - 1, read.bank) || !session::read_number(cut(), read.line) ||
        !session::read_number(cut(), read.followed) || !text.empty())
      return false;
    if (MemoryZoom::kMost % read.banks != 0 || read.bank % read.banks != 0) return false;
    return state.memory = read, true;
  }
};

}  // namespace gemmscope::views
