// SPDX-License-Identifier: MIT
/// @file finding_place.h
/// Where the chosen finding is, and which mark stands for that in the pictures and in their notes. No drawing.
#pragma once

#include <optional>

#include "app/session/look.h"

namespace gemmscope::views {

/// What draws the place of the chosen finding.
enum class FindingMark {
  kElsewhere,  ///< mark_elsewhere(): the other access has touched it
  kCross,      ///< it is read, but was never written
  kOutside,    ///< mark_outside(): a byte of shared memory that is none of the array
  kFrame,
  kNone,  ///< it is outside of all that is drawn
};
/// Only while a finding is chosen.
FindingMark finding_mark(const session::Look& look);

/// The element of A, B or C that the chosen finding names. nullopt: it names none, or is of another block.
std::optional<session::Element> marked_element(const session::Look& look);

}  // namespace gemmscope::views
