// SPDX-License-Identifier: MIT
/// @file picture.h
/// Where each lane of a shared-memory request goes in the picture of the banks, and a request as text. Pure data.
#pragma once

#include <string>
#include <vector>

#include "app/session/look.h"
#include "tracing/analysis/bank_conflicts.h"
#include "tracing/format/result.h"

namespace gemmscope::views {

/// Lanes served together because they ask for the same words: one place in the picture.
struct Capsule {
  std::uint32_t lanes = 0;
  int column = 0, columns = 1;  ///< first bank, and how many
  int level = 0;                ///< wavefront of its phase, from 0; the height at which it stands
};

/// One phase.
struct Band {
  std::uint32_t slots = 0;  ///< lanes that belong to the phase
  std::uint32_t lanes = 0;  ///< those that are active
  int levels = 0;           ///< its wavefronts
  int first_wavefront = 0;  ///< of the whole request, from 0
  int word = 0;             ///< sub-op rule: which word of each lane's access the phase moves
  std::vector<Capsule> capsules;
};

/// "bank 0: lanes 7, 15; bank 1: lanes 23, 31": for those beside which there is room for nothing else.
std::string capsules_in_words(const std::vector<Capsule>& capsules);

/// Bands by phase; capsules by level, then bank. Every active lane is in exactly one capsule of each band it belongs
/// to.
std::vector<Band> bands_of(const analysis::WarpAccess& access, const analysis::SharedCost& cost);

/// By bank or by sector: a line for each word or sector. Errors: kUsage without a request.
Result<std::string> banks_text(const session::Look& look);

}  // namespace gemmscope::views
