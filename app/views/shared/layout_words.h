// SPDX-License-Identifier: MIT
/// @file layout_words.h
/// Sentences on the layout of a tile in shared memory, and what it does to a request. No drawing.
#pragma once

#include <set>
#include <string>

#include "app/views/shared/picture.h"

namespace gemmscope::views {

/// "Line 7 says As[BK][BM] = A^T, but the kernel does something else, which is drawn: check names the difference."
/// Empty if no comment says of the tile what `check` finds otherwise.
std::string said_sentence(const session::Look& look, const SharedPicture& picture);
/// "Rows of As are 512 bytes apart, a multiple of 128: all of them begin in the same bank."
std::string pitch_sentence(const format::Tensor& tile);
/// "This request touches every 4th row: 16 banks further each, so rows 0 and 8 meet." Empty if there is nothing to say.
std::string meeting_sentence(const session::Look& look, const SharedPicture& picture);
/// "Because BK = 16: lanes load 4 neighbours along k, so 4 lanes share a row of A and store to as many rows of As." Of
/// a transposing store; else empty.
std::string rows_sentence(const session::Look& look, const SharedPicture& picture);
/// Those whose elements are in `buffer` of the tile, as far as anybody has stored them.
std::set<std::uint32_t> k_tiles_in(const session::Look& look, const SharedPicture& picture, std::uint32_t buffer);
/// "k-tiles 2 and 3".
std::string k_tiles_text(const std::set<std::uint32_t>& k_tiles);
/// "As0 holds k-tile 2; As1 holds k-tile 3." Of a tile with several buffers; else empty.
std::string buffers_sentence(const session::Look& look, const SharedPicture& picture);
/// Which paddings make accesses fault, of a tile that is padded inside its rows; else empty.
std::string alignment_sentence(const session::Look& look, const SharedPicture& picture);

}  // namespace gemmscope::views
