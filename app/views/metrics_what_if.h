// SPDX-License-Identifier: MIT
/// @file metrics_what_if.h
/// What a site would cost if its shared tile were padded or swizzled otherwise: its recorded requests, moved to where the
/// other layout puts the same cells, and counted again. Pure data.
///
/// Exact as long as the kernel issues the same requests, which it does unless the pad forces narrower accesses or allows
/// wider ones; then nothing is counted and the candidate says so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace gemmscope::views {

/// One other layout of a tile.
struct WhatIf {
  std::string change;                        ///< "PA=4", "swzA=xor"
  std::optional<std::uint64_t> wavefronts;   ///< of the site, by the session's rule; nullopt = other requests
  bool narrows = false;                      ///< accesses of 16 bytes to the tile become narrower
};

/// `site`'s tile with each padding the toolbar offers and with its swizzle, without the layout it has. Empty for global
/// sites and for tiles without such parameters.
std::vector<WhatIf> what_if(const session::Session& session, const analysis::SiteSummary& site);

}  // namespace gemmscope::views
