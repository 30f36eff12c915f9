// SPDX-License-Identifier: MIT
/// @file assemble.h
/// Joins what several host threads captured into one recording that does not depend on how they shared the work.
#pragma once

#include <compare>
#include <span>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/record/capture.h"

namespace gemmscope::record {

/// Where an access stands: as format::Site has it.
struct SitePlace {
  std::uint32_t line = 0;
  std::vector<format::Place> called{};

  friend auto operator<=>(const SitePlace&, const SitePlace&) = default;
};

/// Fills `recording.sites`, templates, patterns and blocks, in their documented orders; equal ones become one.
/// `places`: what a key's line counts, in order; none: it is the line itself.
/// Errors: kNoSpace if a block makes more requests than a recording may hold (format/limits.h).
Result<void> assemble(format::Recording& recording, std::span<const Capture::Parts* const> parts,
                      std::span<const SitePlace> places = {});

}  // namespace gemmscope::record
