// SPDX-License-Identifier: MIT
/// @file stage_words.h
/// What the four stage views say and ask alike: places in words, the moment of the cursor. No drawing.
#pragma once

#include <string>
#include <vector>

#include "app/session/look.h"
#include "app/session/touched.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::views {

/// "4" or "4 … 7".
std::string span_text(std::uint32_t first, std::uint32_t last);
/// Elements of an array of one row: "x[4 … 7]", of an allocation in it "allocation 3[4 … 7]".
std::string range_text(const format::Recording& recording, std::uint16_t tensor, std::uint32_t first,
                       std::uint32_t last);
/// The smallest rectangle around `places`, which are of one tensor: A[1][4 … 7]. Empty without places.
std::string places_text(const format::Recording& recording, const std::vector<session::Element>& places);
/// "every 4th".
std::string every_text(std::uint32_t step);
/// The distance between neighbours of an ascending list if all are equally far apart, else 0.
std::uint32_t common_step(const std::vector<std::uint32_t>& numbers);
/// What `places` of one tensor are: A[1][4 … 7] if they fill a rectangle; else "32 elements of A: rows 0 … 7, every 4th
/// of columns 80 … 92".
std::string spread_text(const format::Recording& recording, const std::vector<session::Element>& places);

/// "1 536 of 16 384": `count` of those of `part` that are inside `whole`, its matrix.
std::string share_text(const analysis::Rect& whole, const analysis::Rect& part, std::uint32_t count);

/// Just before the cursor's request.
analysis::Moment moment_of(const session::Look& look);
/// Whether some of `tile` is beyond an edge of C, or of its product's part of it. False where nothing is called C.
bool reaches_out_of_c(const format::Recording& recording, const analysis::Rect& tile);
/// " reads byte 512, which is outside As": what a lane of the request does there.
std::string outside_in_words(const session::Current& now, std::uint32_t byte);
/// Whether every warp of the block is recorded, so that what no request has written was never written.
bool all_warps_recorded(const format::Recording& recording);

/// Why the tiles of a matrix product are not drawn: "tiles were found, but are not drawn: As holds ...", "no matrix
/// product was found". Empty where they are.
std::string undrawn_tiles(const session::Look& look);

/// All elements the request touches, of the matrix even if it goes to shared memory; and of one lane.
std::vector<session::Element> elements_touched(const session::Look& look);
std::vector<session::Element> elements_touched(const session::Look& look, int lane);

}  // namespace gemmscope::views
