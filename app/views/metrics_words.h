// SPDX-License-Identifier: MIT
/// @file metrics_words.h
/// The sentences of the metrics: what costs most, and what would change it. Pure data.
#pragma once

#include <string>

#include "app/session/session.h"

namespace gemmscope::views {

/// The site of session.summary with the largest excess by the session's rule; nullptr if nothing is lost.
const analysis::SiteSummary* dearest_site(const session::Session& session);

/// "Largest excess: As store, 192 of 1 600 shared wavefronts (4-way)"; without conflicts: which site takes most.
std::string largest_in_words(const session::Session& session);

/// What other layouts of the dearest site's tile would leave, and which global site moves bytes for nothing. Counted
/// from the recorded requests; empty if nothing is lost.
std::string change_in_words(const session::Session& session);

}  // namespace gemmscope::views
