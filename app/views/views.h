// SPDX-License-Identifier: MIT
/// @file views.h
/// Every view, one folder each. The order is that of the table and of the number keys.
#pragma once

#include "app/views/view.h"

namespace gemmscope::views {

View source_view(), arrays_view(), shared_view(), writers_view(), stores_view(), banks_view(), lanes_view(),
    timeline_view(), heatmap_view(), metrics_view(), performance_view(), registers_view(), check_view(), sweep_view(),
    limits_view(), reuse_view();

/// Whether the recording is of the kernel whose registers are published: what the registers view shows.
bool has_published_registers(const format::Recording& recording);

}  // namespace gemmscope::views
