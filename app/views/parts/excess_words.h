// SPDX-License-Identifier: MIT
/// @file excess_words.h
/// The sentences of the metrics: what costs most, and what would change it. Pure data.
#pragma once

#include <string>

#include "app/session/look.h"

namespace gemmscope::views {

/// The site of Look::summary with the largest excess by its Look's rule; nullptr if nothing is lost.
const analysis::SiteSummary* dearest_site(const session::Look& look);

/// "Largest excess: As store, 192 of 1 600 shared wavefronts (4-way)"; without conflicts: which site takes most.
std::string largest_in_words(const session::Look& look);

/// Which global site moves bytes for nothing, and which matrix begins where it need not; empty if nothing is lost.
std::string losses_in_words(const session::Look& look);

}  // namespace gemmscope::views
