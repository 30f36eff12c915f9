// SPDX-License-Identifier: MIT
/// @file baseline_words.h
/// What is different between what is shown and its baseline.
#pragma once

#include <string>
#include <vector>

#include "app/session/look.h"
#include "tracing/analysis/compare.h"

namespace gemmscope::views {

/// What each of two recordings is called, so that they can be told apart.
struct Apart {
  std::string first, second;
};

/// By the kernels if they differ, else by preset and parameters; and by size and device, as far as these differ:
/// {"PA=0", "PA=4"}. "as it was pinned" and "the same" if nothing does.
Apart told_apart(const format::Recording& first, const format::Recording& second);

/// Whether what is shown was recorded as the baseline was: it has only been pinned.
bool only_pinned(const format::Recording& pinned, const format::Recording& shown);
/// What to do then.
inline constexpr const char* kChooseNext = "Now choose another setting";

/// "PA=4, and its change from PA=0"; "nothing has changed since it was pinned".
std::string compared_in_words(const session::Look& look, const session::Look& baseline);

/// "48 fewer", "2 more", "the same".
std::string change_in_words(std::uint64_t now, std::uint64_t before);

/// For amounts that are measured or computed, not counted: "12.5 % less", "3 % more", "the same" if that rounds to
/// nothing. `before` is above 0.
std::string change_in_percent(double now, double before);

/// "12.5 % less than the baseline", "the same as the baseline", from the text of either of these two.
std::string as_baseline(const std::string& change);

/// What the request costs in either: "this request: 4 \u2192 1 wavefront", "this request: 4 wavefronts in both"; where
/// they ask for different amounts, "this request: 16 sectors for 512 bytes \u2192 1 sector for 4 bytes".
std::string difference_in_words(const session::Current& from, const session::Current& to);

/// How the sums of both differ, and where most: "2 048 shared wavefronts fewer than the baseline, all at As store". Of
/// kernels without shared memory in sectors. Where one of them faults, that.
std::string change_from(const session::Look& look, const session::Look& baseline);

/// How the launch of an own program differs from the same in the run before: "12 wavefronts fewer, 64 sectors more than
/// in the run before". Wavefronts by `rule`.
std::string change_since(const session::Loaded& before, const session::Loaded& now, analysis::ConflictModel rule);

/// The sites of the baseline (first) and of what is shown (second), side by side.
std::vector<analysis::SitePair> paired_sites(const session::Look& look, const session::Look& baseline);

}  // namespace gemmscope::views
