// SPDX-License-Identifier: MIT
/// @file layout_words.h
/// What other layouts of a shared tile would cost, in one sentence for the window and for the command line.
#pragma once

#include <span>
#include <string>

#include "tracing/analysis/what_if.h"

namespace gemmscope::words {

/// "As store: no excess with swzA=xor or PA=2; 64 left with PA=4 or PA=1; no better with PA=8. PA=1 and PA=2 narrow the
/// accesses to As: ..." `site` and `tile` are names, `now` is what the site costs as recorded. Empty if nothing was
/// counted.
std::string layouts_in_words(const std::string& site, const std::string& tile, const analysis::SharedCount& now,
                             std::span<const analysis::WhatIf> layouts);

}  // namespace gemmscope::words
