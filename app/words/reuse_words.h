// SPDX-License-Identifier: MIT
/// @file reuse_words.h
/// How often memory is read, as sentences.
#pragma once

#include <string>

#include "tracing/analysis/reuse.h"

namespace gemmscope::words {

/// "32 times", "once", "16 to 32 times (mean 24.5)".
std::string times_in_words(const analysis::Times& times);

/// "loaded", "stored" or "updated", by atomic operations; and "loads", "stores" or "updates".
std::string done_by(format::Op op);
std::string several_of(format::Op op);

/// "each element is loaded 32 times, by N / BN = 4 096 / 128 = 32 blocks: once per block"; without the launch's figures
/// "each element is loaded once per block", without any "loads are not counted".
/// `why`: with the formula of the blocks.
std::string matrix_reuse_in_words(const format::Recording& recording, const analysis::MatrixReuse& reuse,
                                  bool why = true);

/// "each element is read by 16 lanes, in 8 requests and 8 wavefronts", or that it is not counted.
std::string tile_reuse_in_words(const analysis::TileReuse& reuse);

/// "not all warps are recorded; record all of them"; empty for kNothing.
std::string missing_in_words(analysis::Missing missing);

}  // namespace gemmscope::words
