// SPDX-License-Identifier: MIT
/// @file draw.h
/// The three parts of the performance view.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/views/parts/performance_picture.h"
#include "app/views/parts/product_rates.h"

namespace gemmscope::views {

/// Two bars for each size: the kernel and cuBLAS, each with number, unit and shares; a line where the GPU's peak is.
void draw_size_bars(draw::Canvas& canvas, draw::Rect rect, const PerformancePicture& picture);

/// The same for the products of a program, each with cuBLAS below it.
void draw_product_bars(draw::Canvas& canvas, draw::Rect rect, const ProductRates& all);

/// A bar for each layout of the preset that was measured; a click records that layout.
void draw_layout_bars(draw::Canvas& canvas, draw::Rect rect, const PerformancePicture& picture,
                      session::Actions& actions);

/// The least width at which no name of a layout is shortened.
float layouts_width(const draw::Canvas& canvas, const PerformancePicture& picture);

/// What the GPU here does: in words, and the samples as a line.
void draw_live(draw::Canvas& canvas, draw::Rect rect, const cuda::LiveTrace& live);

/// The same of a program's product, with room: rate and shares, unless `is_answer` says that they stand above, and the
/// samples, with lines for cuBLAS and peak.
void draw_live_product(draw::Canvas& canvas, draw::Rect rect, const cuda::LiveTrace& live, bool is_answer);

/// The colour of what is shown, and of what stands beside it.
draw::Colour own_colour(const draw::Canvas& canvas);
draw::Colour other_colour(const draw::Canvas& canvas);

}  // namespace gemmscope::views
