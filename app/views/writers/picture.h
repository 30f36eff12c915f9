// SPDX-License-Identifier: MIT
/// @file picture.h
/// What the writers view shows of a product: which fragment registers the inner step has filled, and what a lane owns.
/// No drawing.
#pragma once

#include <string>
#include <vector>

#include "app/views/parts/pieces.h"
#include "app/views/parts/stage_words.h"
#include "tracing/analysis/ownership.h"

namespace gemmscope::views {

/// A register of a fragment, as of the cursor.
enum class Entry : std::uint8_t { kEmpty, kLoaded, kNow };  ///< kNow: by the cursor's request

/// One lane's fragments of the cursor's inner step, in the order of its share.
struct Fragments {
  std::vector<Entry> regM, regN;

  bool has(Entry entry) const;
  static std::uint32_t filled(const std::vector<Entry>& registers);
};

/// From the recorded reads of this step, up to and with the cursor's request. All empty outside the inner loop.
Fragments fragments_of(const session::Look& look, const analysis::LaneShare& share, int lane);

/// The inner step (dotIdx) of the cursor, 0 for kernels without one; nullopt outside the inner loop.
std::optional<std::uint32_t> inner_step(const session::Look& look);

/// What lanes read for the product in place of a matrix: its tile in shared memory, or itself. Its name.
std::string read_for(const format::Recording& recording, format::Matrix matrix);

/// What the inner step at `k` reads: "As[3][m]: 8 values", of a tile whose rows are those of A "As[m][3]: 8 values", of
/// a matrix without a tile "A, k = 3: 1 value". Without k: "As: 8 values".
std::string read_in_step(const format::Recording& recording, format::Matrix matrix, std::optional<std::uint32_t> k,
                         std::size_t values);

/// "Lane 9 owns 128 accumulators in 4 subtiles of 8 × 4: rows 16 … 23, 4 of every 16 columns from 4.", counted from the
/// start of C, in which the block has `tile`. `name`: C's; `whole`: what there is of C.
std::string ownership_sentence(const analysis::LaneShare& share, const std::string& whose, const analysis::Rect& tile,
                               const std::string& name, const analysis::Rect& whole);

}  // namespace gemmscope::views
