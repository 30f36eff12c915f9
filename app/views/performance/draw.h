// SPDX-License-Identifier: MIT
/// @file draw.h
/// The parts of the performance view.
#pragma once

#include "app/draw/canvas.h"
#include "app/views/parts/product_rates.h"

namespace gemmscope::views {

/// A bar for each product of the program that was measured, and one for cuBLAS below it, with number, unit and shares;
/// a line where the GPU's peak is.
void draw_product_bars(draw::Canvas& canvas, draw::Rect rect, const ProductRates& all);

/// What the GPU here does: rate and shares, unless `is_answer` says that they stand above, and the samples, with lines
/// for cuBLAS and peak.
void draw_live(draw::Canvas& canvas, draw::Rect rect, const cuda::LiveTrace& live, bool is_answer);

/// The colour of what is shown, and of what stands beside it.
draw::Colour own_colour(const draw::Canvas& canvas);
draw::Colour other_colour(const draw::Canvas& canvas);

}  // namespace gemmscope::views
