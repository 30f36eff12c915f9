// SPDX-License-Identifier: MIT
/// @file table.h
/// The table of the metrics panel: a row for each site.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"

namespace gemmscope::views {

/// Requests, what they cost, the ideal, and a bar of both; in all columns where `rect` is wide.
void draw_metrics_table(draw::Canvas& canvas, draw::Rect rect, const session::Look& look, session::Actions& actions);

/// Both in one table, with the change behind each number.
void draw_metrics_compared(const session::Look& look, const session::Look& baseline, session::Actions& actions,
                           draw::Canvas& canvas);

// What tables of sites have in common.
inline constexpr float kLeastSiteRow = 12.5f, kMostSiteRow = 23;  ///< points
inline constexpr const char* kGoToSite = "Go to the next request of this site";
/// Whether the pointer is over the site in some view, or the current request is of it.
draw::Emphasis emphasis_of(const session::Look& look, const analysis::SiteSummary& site);

}  // namespace gemmscope::views
