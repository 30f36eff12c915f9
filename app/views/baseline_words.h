// SPDX-License-Identifier: MIT
/// @file baseline_words.h
/// What is different between what is shown and its baseline.
#pragma once

#include <string>

#include "app/session/look.h"

namespace gemmscope::views {

/// What each of two recordings is called, so that they can be told apart.
struct Apart {
  std::string first, second;
};

/// By the kernels if they differ, else by preset, parameters, size and device as far as these do: {"PA=0", "PA=4"}.
/// "as it was pinned" and "the same" if nothing does.
Apart told_apart(const format::Recording& first, const format::Recording& second);

/// What the request costs in either: "this request: 4 \u2192 1 wavefront", "this request: 4 wavefronts in both"; where
/// they ask for different amounts, "this request: 16 sectors for 512 bytes \u2192 1 sector for 4 bytes".
std::string difference_in_words(const session::Current& from, const session::Current& to);

/// What the figures of both add up to, and where most of it is: "2 048 shared wavefronts fewer than the baseline, 2 048
/// of them at As store". Of kernels without shared memory in sectors.
std::string change_from(const session::Look& look, const session::Look& baseline);

}  // namespace gemmscope::views
