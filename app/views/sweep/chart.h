// SPDX-License-Identifier: MIT
/// @file chart.h
/// All settings as bars side by side, in the order of the sweep.
#pragma once

#include <optional>
#include <vector>

#include "app/draw/canvas.h"
#include "app/views/sweep/rows.h"

namespace gemmscope::views {

inline constexpr float kSweepChart = 92;  ///< points high at least, with its legend and the names of its groups

/// What a setting weighs in the chart: modelled cycles, or sectors where none uses shared memory; 0: no figures.
double chart_weight(const Setting& setting, bool by_sectors);
bool chart_by_sectors(const std::vector<Setting>& settings);

/// `settings` in the order of the sweep. Returns the one that was clicked.
std::optional<std::size_t> draw_sweep_chart(draw::Canvas& canvas, draw::Rect rect,
                                            const std::vector<Setting>& settings);

/// What a click on a setting does, or why it does nothing.
std::string setting_hint(const Setting& setting);

}  // namespace gemmscope::views
