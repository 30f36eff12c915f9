// SPDX-License-Identifier: MIT
/// @file views.h
/// The draw function of every view, one file each.
#pragma once

#include "app/views/view.h"

namespace gemmscope::views {

using DrawView = void(const session::Look&, session::Actions&, draw::Canvas&);

DrawView draw_source, draw_outer_loop, draw_shared, draw_warp_tiling, draw_write_back, draw_banks, draw_lanes,
    draw_timeline, draw_heatmap, draw_metrics, draw_performance, draw_registers, draw_check;

void draw_metrics_compared(const session::Look& look, const session::Look& baseline, session::Actions& actions,
                           draw::Canvas& canvas);

}  // namespace gemmscope::views
