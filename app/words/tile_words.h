// SPDX-License-Identifier: MIT
/// @file tile_words.h
/// Tiles that were found in a recording, in words: for the window and for the command line.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/remarks.h"
#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::words {

/// "8", "(4 runs of 4, 16 apart)", "(4, 16 apart)"; "no regular runs".
std::string runs_in_words(const analysis::Runs& runs);

/// "C = A × B, 512 × 1 024 × 256 (M × N × K); A and C are stored by columns".
std::string product_in_words(const format::Recording& recording, const analysis::Product& product);

/// "block tile 128 × 128, warp tile 64 × 64, thread tile 8 × (4 runs of 4, 16 apart), k-tile 16".
std::string tiles_in_words(const analysis::Tiles& tiles);

/// "As holds A, transposed: 16 rows of 128 elements, 516 bytes apart; 2 buffers".
std::string shared_tile_in_words(const format::Recording& recording, const analysis::SharedTile& tile);

/// "no matrix product was found: the kernel stores to no array in global memory". There must be none. `remarks`: of the
/// recording, analysis::remarks_of() at least.
std::string no_product_in_words(const format::Recording& recording, const std::vector<analysis::Remark>& remarks);

/// What comments say, a line each, and what of them is left out.
std::vector<std::string> said_in_words(const analysis::Said& said);

/// All of it, a line each. `remarks`: as above.
std::vector<std::string> all_tiles_in_words(const format::Recording& recording, const analysis::Tiles& tiles,
                                            const std::vector<analysis::Remark>& remarks);

}  // namespace gemmscope::words
