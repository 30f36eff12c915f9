// SPDX-License-Identifier: MIT
/// @file tile_coverage.h
/// Which cells of As and Bs the copy of block_tile writes when each thread takes one column of A and one row of B
/// (load=one_pass): it is complete only where the block has as many threads in a row, and in a column, as the k-tile is
/// deep.
#pragma once

#include <string>

namespace gemmscope::testing {

/// "exact/under never A 0 B 1024, A clobbered cells 0, past-end A 0 B 0" for every tile size of the golden file's
/// coverage_seed001, joined by "; ". Clobbered: written by two threads. Past-end: stores behind the tile.
std::string one_pass_coverage();

}  // namespace gemmscope::testing
