// SPDX-License-Identifier: MIT
/// @file tried.h
/// The kernel that is shown with other parameters, each run once on the emulator for one block and one k-tile. What
/// analysis::what_if cannot count, because the kernel then makes other requests, is counted there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tracing/analysis/summary.h"
#include "tracing/analysis/what_if.h"

namespace gemmscope::session {

/// One block and one k-tile, whole and inside the matrices.
struct Tried {
  std::string change;  ///< "omap=interleaved"; empty: as recorded; "default": every parameter as the preset has it
  analysis::Summary summary;
};

/// As recorded, with the preset's own parameters, and with each other value of a parameter whose values are words.
/// Combinations that the kernel refuses are left out.
///
/// Returns  nothing for a deliberately broken kernel, and for one that is not in the table.
/// Cost     a millisecond or so for each.
std::vector<Tried> try_layouts(const format::Recording& recording);

const Tried* find_tried(const std::vector<Tried>& all, std::string_view change);

/// Adds those of `tried` that leave fewer wavefronts to `site`, whose figures are of any number of blocks or k-tiles,
/// and that are not among `layouts` already.
void add_better_choices(std::vector<analysis::WhatIf>& layouts, const std::vector<Tried>& tried,
                        const analysis::SiteSummary& site, analysis::ConflictModel rule);

}  // namespace gemmscope::session
