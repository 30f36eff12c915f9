// SPDX-License-Identifier: MIT
/// @file words.h
/// The sentences of the shared view: what its lane does, where a cell is, what the request costs and why. No drawing.
#pragma once

#include <string>
#include <vector>

#include "app/views/shared/picture.h"

namespace gemmscope::views {

/// "Lane 5 copies A[1][4 … 7]. Transposed, its four values go to four rows of As, 512 bytes apart."
/// For a picked cell: "As[3][7] is byte 1 564, bank 7: it holds A[7][3], written by warp 0, lane 28, k-tile 0."
std::string copy_sentence(const session::Look& look, const SharedPicture& picture);

/// "8 banks serve 4 different words each: 4 wavefronts, ideal 1."
std::string cost_sentence(const session::Look& look, const SharedPicture& picture);

/// Why it costs that, sentence by sentence: which banks the rows of the tile take, and which of the touched rows share
/// banks. Empty for a request of C in global memory, unless a cell is picked.
std::vector<std::string> reasons(const session::Look& look, const SharedPicture& picture);
/// As one text.
std::string reason_sentence(const std::vector<std::string>& reasons);

}  // namespace gemmscope::views
